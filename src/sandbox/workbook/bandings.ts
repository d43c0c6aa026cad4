/** Alternating colours of ranges: saved in the workbook and moved with rows and columns, as in Sheets. */
import { ICommandService, type IRange } from '@univerjs/core';
import {
  DeleteWorksheetRangeThemeStyleMutation,
  SetWorksheetRangeThemeStyleMutation,
  SheetRangeThemeModel,
} from '@univerjs/sheets';
import type { CellArea } from '../bridge/operations.js';
import type { HeadlessWorkbook } from './headless.js';
import { onCellsMoved, rangeOf } from './moved-areas.js';

/** The engine's stored form. */
interface Rule {
  readonly rangeInfo: { readonly subUnitId: string; readonly range: IRange };
}

/** Google's colours of SpreadsheetApp.BandingTheme.LIGHT_GREY. */
const THEME = 'LIGHT_GREY';
const COLOURS = {
  headerRowStyle: { bg: { rgb: '#bdbdbd' } },
  firstRowStyle: { bg: { rgb: '#ffffff' } },
  secondRowStyle: { bg: { rgb: '#f3f3f3' } },
};

export function createBandings({ univer, workbook }: HeadlessWorkbook) {
  const injector = univer.__getInjector();
  const commands = injector.get(ICommandService);
  const model = injector.get(SheetRangeThemeModel);
  const unitId = workbook.getId();
  const change = ({ id }: { readonly id: string }, subUnitId: string, range: IRange): void => {
    commands.syncExecuteCommand(id, { unitId, subUnitId, range, themeName: THEME });
  };
  const rules = (): readonly Rule[] => {
    const { rangeThemeStyleRuleMap = {} } = JSON.parse(model.toJson(unitId)) as {
      readonly rangeThemeStyleRuleMap?: Readonly<Record<string, Rule>>;
    };
    return Object.values(rangeThemeStyleRuleMap);
  };

  // the engine does not move them
  onCellsMoved(univer, (sheetId, follow) => {
    for (const { rangeInfo } of rules().filter((rule) => rule.rangeInfo.subUnitId === sheetId)) {
      const moved = follow(rangeInfo.range);
      change(DeleteWorksheetRangeThemeStyleMutation, sheetId, rangeInfo.range);
      if (moved) change(SetWorksheetRangeThemeStyleMutation, sheetId, moved);
    }
  });

  return {
    /** @throws if a cell of the area already has alternating colours */
    add(area: CellArea): void {
      const { sheetId } = area;
      const range = rangeOf(area);
      if (model.getRegisteredRangeThemeStyle({ unitId, subUnitId: sheetId, range }) !== undefined) {
        throw new Error(
          'You cannot add alternating background colors to a range that already has alternating background colors.',
        );
      }
      workbook.registerRangeTheme(workbook.createRangeThemeStyle(THEME, COLOURS));
      change(SetWorksheetRangeThemeStyleMutation, sheetId, range);
    },
  };
}
