/** The program's settings, from its arguments and its environment. A secret is never an argument. */
import { splitValues } from '../../contract/options.js';
import { badInput } from '../errors.js';
import { type KeySources, LOCAL_SERVICE } from '../find-key.js';
import type { AssistantSettings } from './assistant.js';

type ProgramSettings = Pick<AssistantSettings, 'url' | 'maxCredits' | 'creditPrice' | 'groups'>;

export const USAGE = `Usage: signals-mcp

An MCP server for assistants: company events from a signals service, never above a ceiling of credits. It speaks
over standard input and output.

Environment:
  SIGNALS_URL              address of the service; ${LOCAL_SERVICE} by default
  SIGNALS_API_KEY          the key that pays; or in a file: SIGNALS_KEY_FILE, ~/.config/signals/key by default
  SIGNALS_STORE            folder of answers that are paid for; ~/.cache/signals/answers by default
  SIGNALS_MCP_MAX_CREDITS  the most credits that one call may name as its ceiling
  SIGNALS_CREDIT_USD       the price of a credit in US dollars, for assistants that add up what calls cost
  SIGNALS_GROUPS           names of groups, with | between them, in which names of companies are looked up
  TZ                       the time zone in which "today" is a day
`;

/** @returns 'help' for --help or -h @throws BAD_INPUT */
export function readProgramSettings(
  args: readonly string[],
  env: KeySources['env'],
): ProgramSettings | 'help' {
  // does not repeat the argument, which may be a key
  if (args.some((arg) => arg !== '--help' && arg !== '-h'))
    throw badInput('there is an argument that is not known; see signals-mcp --help');
  if (args.length > 0) return 'help';
  const { SIGNALS_MCP_MAX_CREDITS: most = '', SIGNALS_CREDIT_USD: price = '', SIGNALS_GROUPS = '' } = env;
  if (!/^\s*\d{0,15}\s*$/.test(most))
    throw badInput('SIGNALS_MCP_MAX_CREDITS is a whole number of at most 15 digits; correct it');
  if (!/^\s*(?:\d{1,6}(?:\.\d{1,6})?)?\s*$/.test(price))
    throw badInput('SIGNALS_CREDIT_USD is a number of US dollars such as 0.05; correct it');
  return {
    url: env['SIGNALS_URL'] || LOCAL_SERVICE,
    ...(most.trim() !== '' && { maxCredits: Number(most) }),
    ...(price.trim() !== '' && { creditPrice: Number(price) }),
    groups: splitValues([SIGNALS_GROUPS], /\|/),
  };
}
