/**
 * The WebSocket messages between page and host, as JSON. The page's messages have a schema, from which their
 * types and checks derive; the page trusts the host and does not check.
 */
import { z } from 'zod';
import { isObject } from '../../contract/json.js';
import type { User } from '../bridge/modes.js';
import type { CellArea, ChartsByTab, DialogRequest, MenuInfo, Traffic } from '../bridge/operations.js';
import { SWITCHES, type Switches } from '../bridge/switches.js';
import type { FunctionHelp } from '../grid/function-help.js';
import type { CustomAnswer } from '../grid/values.js';
import type { Mutation, WorkbookData } from '../grid/workbook.js';
import type { ShownPage } from '../services/user-interface.js';

const MAX_ADVANCE_MS = 366 * 86_400_000;

const FAULT = z.enum(['none', 'slow', 'down', 'wrong']);
const FILE_ACTION = z.enum(['create', 'copy']);
const AREA = z.object({
  sheetId: z.string(),
  row: z.int().min(1),
  column: z.int().min(1),
  numRows: z.int().min(1),
  numColumns: z.int().min(1),
});
// accepts only mutations of the document, which the page sends, no other commands
const MUTATION = z.object({
  id: z.string().regex(/^(?!formula\.|doc\.)[\w-]+\.mutation\.[\w.-]+$/),
  params: z.custom<object>(isObject),
});

const FROM_PAGE = z.discriminatedUnion('type', [
  z.object({ type: z.literal('become'), role: z.enum(['owner', 'editor', 'viewer']) }),
  z.object({ type: z.literal('mutation'), mutation: MUTATION }),
  z.object({ type: z.literal('selection'), area: AREA }),
  z.object({
    type: z.literal('run'),
    id: z.int(),
    mode: z.enum(['menu', 'sidebar']),
    functionName: z.string(),
    args: z.array(z.unknown()).readonly(),
  }),
  z.object({ type: z.literal('answered'), id: z.int(), button: z.string() }),
  z.object({ type: z.literal('reopen') }),
  z.object({ type: z.literal('advance'), ms: z.number().min(-MAX_ADVANCE_MS).max(MAX_ADVANCE_MS) }),
  z.object({ type: z.literal('fault'), fault: FAULT }),
  z.object({ type: z.literal('file'), action: FILE_ACTION }),
  z.object({ type: z.literal('switches'), change: switchesSchema() }),
]);

export type FromPage = z.infer<typeof FROM_PAGE>;
export type FaultName = z.infer<typeof FAULT>;
export type FileAction = z.infer<typeof FILE_ACTION>;

/** Returns undefined for an invalid message. */
export function readPageMessage(text: string): FromPage | undefined {
  try {
    return FROM_PAGE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Accepts any subset of the switches with valid values. */
function switchesSchema(): z.ZodType<Partial<Switches>> {
  const listed = Object.entries(SWITCHES).map(([name, { values }]) => [name, z.literal([...values])]);
  return z
    .strictObject({
      ...Object.fromEntries(listed),
      userLocale: z.string(),
    })
    .partial() as z.ZodType<Partial<Switches>>;
}

export interface Start {
  readonly type: 'start';
  readonly unitId: string;
  readonly snapshot: WorkbookData;
  readonly functions: readonly FunctionHelp[];
  readonly answers: readonly CustomAnswer[];
  readonly charts: ChartsByTab;
  readonly user: User;
}

export interface Status {
  /** False while the host cannot write its data. */
  readonly isSaved: boolean;
  /** Undefined until the service listens. */
  readonly service: string | undefined;
  /** The key that the sandbox creates for its own service, to try in Connect. */
  readonly demoKey: string | undefined;
  readonly traffic: Traffic;
  /** Milliseconds by which the sandbox's clock is ahead of the machine's. */
  readonly clockOffsetMs: number;
  readonly fault: FaultName;
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
  /** Tells the page to open another spreadsheet. */
  | { readonly type: 'go'; readonly id: string }
  /** The page's spreadsheet does not exist. */
  | { readonly type: 'missing' }
  | { readonly type: 'menus'; readonly menus: readonly MenuInfo[] }
  | (ShownPage & {
      readonly type: 'sidebar';
      /** The function that showed the sidebar. */
      readonly shownBy: string;
      /** The functions that the sidebar's page may call. */
      readonly callableNames: readonly string[];
    })
  /** A rebuilt script: its functions, and true if the sidebar's HTML has changed. */
  | { readonly type: 'script'; readonly functions: readonly FunctionHelp[]; readonly isHtmlNew: boolean }
  | { readonly type: 'toast'; readonly title: string; readonly message: string; readonly seconds: number }
  | { readonly type: 'ask'; readonly id: number; readonly dialog: DialogRequest }
  | { readonly type: 'select'; readonly area: CellArea }
  | { readonly type: 'ran'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly type: 'status'; readonly status: Status };
