/** The settings of the program, from its arguments and its environment: no secret is ever an argument. */
import { parseArgs } from 'node:util';
import { SignalsError } from '../../addon/errors.js';

export type AssistantEnvironment = Readonly<Record<string, string | undefined>>;

export interface ProgramSettings {
  readonly url: string;
  readonly maxCredits?: number;
  /** US dollars. */
  readonly creditPrice?: number;
  readonly groups: readonly string[];
}

export const USAGE = `Usage: signals-mcp

An MCP server for assistants: company events from a signals service, never above a ceiling of credits. It speaks
over standard input and output.

Environment:
  SIGNALS_URL              address of the service; http://127.0.0.1:8787 by default
  SIGNALS_API_KEY          the key that pays; or SIGNALS_KEY_FILE, a file that only you can read
  SIGNALS_STORE            file of answers that are paid for; ~/.cache/signals/answers.sqlite by default
  SIGNALS_MCP_MAX_CREDITS  the most credits that one call may name as its ceiling
  SIGNALS_CREDIT_USD       the price of a credit in US dollars, for assistants that add up what calls cost
  SIGNALS_GROUPS           names of groups, with | between them, in which names of companies are looked up
  TZ                       the time zone in which "today" is a day
`;

/** That of `npm run service`. */
const LOCAL_SERVICE = 'http://127.0.0.1:8787';

const input = (text: string) => new SignalsError('BAD_INPUT', text);

/** @returns 'help' where that was asked for @throws BAD_INPUT */
export function readProgramSettings(
  args: readonly string[],
  env: AssistantEnvironment,
): ProgramSettings | 'help' {
  const { values } = readOptions(args);
  if (values.help) return 'help';
  const maxCredits = wholeOf(
    'SIGNALS_MCP_MAX_CREDITS',
    env['SIGNALS_MCP_MAX_CREDITS'],
    Number.MAX_SAFE_INTEGER,
  );
  const creditPrice = priceOf(env['SIGNALS_CREDIT_USD']);
  const groups = (env['SIGNALS_GROUPS'] ?? '')
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return {
    url: env['SIGNALS_URL'] || LOCAL_SERVICE,
    ...(maxCredits !== undefined && { maxCredits }),
    ...(creditPrice !== undefined && { creditPrice }),
    groups,
  };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h' } },
    });
  } catch {
    // the argument itself may be a key
    throw input('there is an argument that is not known; see signals-mcp --help');
  }
}

function wholeOf(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value > most)
    throw input(`${name} is a whole number, 0 to ${most}; correct it`);
  return value;
}

function priceOf(text = ''): number | undefined {
  if (text.trim() === '') return undefined;
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text.trim()))
    throw input('SIGNALS_CREDIT_USD is a number of US dollars such as 0.05; correct it');
  return Number(text);
}
