/** The schema of a page's messages, from which their types and checks derive. */
import { z } from 'zod';
import { isObject } from '../../contract/json.js';
import { SWITCHES, type Switches } from '../bridge/switches.js';

const MAX_ADVANCE_MS = 366 * 86_400_000;

const FAULT = z.enum(['none', 'slow', 'down', 'wrong']);
const FILE_ACTION = z.enum(['create', 'copy', 'delete']);
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
  z.object({ type: z.literal('runTrigger'), triggerId: z.string() }),
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
