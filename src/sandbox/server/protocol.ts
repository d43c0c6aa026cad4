/** The messages between page and host, as JSON: a schema for each direction, from which types and checks follow. */
import * as z from 'zod';
import { isObject, readJson } from '../../contract/json.js';
import { CELL_AREA, CHARTS_BY_TAB, DIALOG, FUNCTION_HELP, MENU, TRAFFIC } from '../bridge/operations.js';
import { SWITCHES, type Switches } from '../bridge/switches.js';
import { ANSWER } from '../grid/calls.js';
import { DOCUMENT_CHANGE, type WorkbookData } from '../grid/workbook.js';

const MAX_ADVANCE_MS = 366 * 86_400_000;

const ROLE = z.enum(['owner', 'editor', 'viewer']);
const FAULT = z.enum(['none', 'slow', 'down', 'wrong']);
const MUTATION = z.object({
  id: z.string().regex(DOCUMENT_CHANGE),
  params: z.custom<object>(isObject),
});
/** The switches that a person can set. */
const SWITCHABLE = z.strictObject({
  ...Object.fromEntries(Object.entries(SWITCHES).map(([name, { values }]) => [name, z.literal([...values])])),
  userLocale: z.string(),
});

const FROM_PAGE = z.discriminatedUnion('type', [
  message('become', { role: ROLE }),
  message('mutation', { mutation: MUTATION }),
  message('selection', { area: CELL_AREA }),
  message('run', {
    id: z.int(),
    mode: z.enum(['menu', 'sidebar']),
    functionName: z.string(),
    args: z.array(z.unknown()).readonly(),
  }),
  message('answered', { id: z.int(), button: z.string() }),
  message('reopen', {}),
  message('advance', { ms: z.number().min(-MAX_ADVANCE_MS).max(MAX_ADVANCE_MS) }),
  message('fault', { fault: FAULT }),
  message('file', { action: z.enum(['create', 'copy']) }),
  message('switches', { change: SWITCHABLE.partial() as unknown as z.ZodType<Partial<Switches>> }),
]);

const STATUS = z.object({
  /** False while the host cannot write its data. */
  isSaved: z.boolean(),
  /** Undefined until the service listens. */
  service: z.string().optional(),
  /** The key that the sandbox creates for its own service, to try in Connect. */
  demoKey: z.string().optional(),
  traffic: TRAFFIC,
  /** Milliseconds by which the sandbox's clock is ahead of the machine's. */
  clockOffsetMs: z.number(),
  fault: FAULT,
  spreadsheets: z.array(z.object({ id: z.string(), name: z.string() })),
  switches: SWITCHABLE.loose() as unknown as z.ZodType<Switches>,
});

const FROM_HOST = z.discriminatedUnion('type', [
  message('start', {
    unitId: z.string(),
    snapshot: z.custom<WorkbookData>(isObject),
    functions: z.array(FUNCTION_HELP).readonly(),
    answers: z.array(ANSWER).readonly(),
    charts: CHARTS_BY_TAB,
    user: z.object({ role: ROLE, email: z.string() }),
  }),
  message('mutation', { mutation: MUTATION }),
  message('answer', { answer: ANSWER }),
  message('charts', { charts: CHARTS_BY_TAB }),
  message('forget', {}),
  message('reload', {}),
  /** Tells the page to open another spreadsheet. */
  message('go', { id: z.string() }),
  /** The page's spreadsheet does not exist. */
  message('missing', {}),
  message('menus', { menus: z.array(MENU).readonly() }),
  message('sidebar', {
    title: z.string(),
    html: z.string(),
    /** The function that showed the sidebar. */
    shownBy: z.string(),
    /** The functions that the sidebar's page may call. */
    callableNames: z.array(z.string()),
  }),
  /** A rebuilt script: its functions, and true if the sidebar's HTML has changed. */
  message('script', { functions: z.array(FUNCTION_HELP).readonly(), isHtmlNew: z.boolean() }),
  // a script can give anything for the seconds
  message('toast', { title: z.string(), message: z.string(), seconds: z.number().catch(5) }),
  message('ask', { id: z.int(), dialog: DIALOG }),
  message('select', { area: CELL_AREA }),
  message('ran', { id: z.int(), value: z.unknown().optional(), error: z.string().optional() }),
  message('status', { status: STATUS }),
]);

export type FromPage = z.infer<typeof FROM_PAGE>;
export type FromHost = z.infer<typeof FROM_HOST>;
export type Start = FromHost & { type: 'start' };
export type Status = z.infer<typeof STATUS>;
export type FaultName = z.infer<typeof FAULT>;
export type FileAction = (FromPage & { type: 'file' })['action'];

// both return undefined for an invalid message
export const readPageMessage = (text: string) => FROM_PAGE.safeParse(readJson(text, isObject)).data;
export const readHostMessage = (text: string) => FROM_HOST.safeParse(readJson(text, isObject)).data;

function message<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape });
}
