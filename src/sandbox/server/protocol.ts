/** The messages between page and host over the WebSocket, as JSON. Those of the host need no check: the page trusts it. */
import type { IWorkbookData } from '@univerjs/core';
import type { User } from '../bridge/modes.js';
import type { CellArea, ChartsByTab, DialogRequest, MenuInfo } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { LastRequest, Traffic } from '../google/fetch.js';
import type { CustomAnswer } from '../grid/custom-functions.js';
import type { FunctionHelp } from '../grid/function-help.js';
import type { Mutation } from '../grid/mutations.js';
import type { FaultName } from './page-message.js';

export type { FaultName, FileAction, FromPage } from './page-message.js';

/** The initial state of a page. */
export interface Start {
  readonly type: 'start';
  readonly unitId: string;
  readonly snapshot: IWorkbookData;
  readonly functions: readonly FunctionHelp[];
  readonly answers: readonly CustomAnswer[];
  readonly charts: ChartsByTab;
  readonly user: User;
}

export interface Status {
  /** The service's address; undefined until it listens. */
  readonly service: string | undefined;
  /** How the last request of a script in the page's spreadsheet ended. */
  readonly lastRequest: LastRequest | undefined;
  /** The key that the sandbox has made for its own service, to be tried in Connect. */
  readonly demoKey: string | undefined;
  readonly runningExecutions: number;
  /** The traffic of all spreadsheets. */
  readonly traffic: Traffic;
  /** What the page's spreadsheet has been charged since it was last opened. */
  readonly creditsSinceOpening: number;
  /** Milliseconds by which the sandbox's clock is ahead. */
  readonly clockOffsetMs: number;
  readonly fault: FaultName;
  readonly triggers: readonly {
    readonly id: string;
    readonly functionName: string;
    readonly owner: string;
    readonly nextAt: number;
    /** The name of the spreadsheet. */
    readonly spreadsheet: string;
  }[];
  readonly spreadsheets: readonly { readonly id: string; readonly name: string }[];
  readonly switches: Switches;
}

export type FromHost =
  | Start
  | { readonly type: 'mutation'; readonly mutation: Mutation }
  | { readonly type: 'answer'; readonly answer: CustomAnswer }
  | { readonly type: 'charts'; readonly charts: ChartsByTab }
  | { readonly type: 'forget' }
  | { readonly type: 'reload' }
  /** Open this spreadsheet instead. */
  | { readonly type: 'go'; readonly id: string }
  /** There is no such spreadsheet. */
  | { readonly type: 'missing' }
  | { readonly type: 'menus'; readonly menus: readonly MenuInfo[] }
  | {
      readonly type: 'sidebar';
      readonly title: string;
      readonly html: string;
      readonly contentPolicy: string;
      /** The function that was called to show it. */
      readonly shownBy: string;
      /** The functions that the page may call. */
      readonly callableNames: readonly string[];
    }
  /** The script was rebuilt: its functions, and whether its pages look otherwise. */
  | { readonly type: 'script'; readonly functions: readonly FunctionHelp[]; readonly isHtmlNew: boolean }
  | { readonly type: 'toast'; readonly title: string; readonly message: string; readonly seconds: number }
  | { readonly type: 'ask'; readonly id: number; readonly dialog: DialogRequest }
  | { readonly type: 'select'; readonly area: CellArea }
  | { readonly type: 'ran'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly type: 'status'; readonly status: Status };
