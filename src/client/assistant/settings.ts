/** The settings of the program, from its arguments and its environment: no secret is ever an argument. */
import { parseArgs } from 'node:util';
import { SignalsError } from '../../addon/errors.js';

export type AssistantEnvironment = Readonly<Record<string, string | undefined>>;

export interface ProgramSettings {
  /** Undefined for standard input and output. */
  readonly http?: { readonly port: number; readonly token: string };
  readonly url: string;
  readonly maxCredits?: number;
  readonly groups: readonly string[];
}

export const USAGE = `Usage: signals-mcp [--http [--port PORT]]

An MCP server for assistants: company events from a signals service, never above a ceiling of credits.

  --http         streamable HTTP on 127.0.0.1 instead of standard input and output
  --port PORT    its port; 8765 by default, 0 for any free one

Environment:
  SIGNALS_URL              address of the service; http://127.0.0.1:8787 by default
  SIGNALS_API_KEY          the key that pays; or SIGNALS_KEY_FILE, a file that only you can read
  SIGNALS_STORE            file of answers that are paid for; ~/.cache/signals/answers.sqlite by default
  SIGNALS_MCP_TOKEN        for --http: the bearer token of the assistants, 16 characters or more
  SIGNALS_MCP_MAX_CREDITS  the most credits that one call may name as its ceiling
  SIGNALS_GROUPS           names of groups, with | between them, in which names of companies are looked up
  TZ                       the time zone in which "today" is a day
`;

/** That of `npm run service`. */
const LOCAL_SERVICE = 'http://127.0.0.1:8787';
const DEFAULT_PORT = 8765;
const MIN_TOKEN = 16;
const MAX_PORT = 65_535;

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
  const port = wholeOf('--port', values.port, MAX_PORT) ?? DEFAULT_PORT;
  const groups = (env['SIGNALS_GROUPS'] ?? '')
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return {
    ...(values.http && { http: { port, token: tokenOf(env['SIGNALS_MCP_TOKEN']) } }),
    url: env['SIGNALS_URL'] || LOCAL_SERVICE,
    ...(maxCredits !== undefined && { maxCredits }),
    groups,
  };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { http: { type: 'boolean' }, port: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
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

function tokenOf(token = ''): string {
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < MIN_TOKEN)
    throw input(`SIGNALS_MCP_TOKEN needs ${MIN_TOKEN} characters or more without blanks; set it for --http`);
  return token;
}
