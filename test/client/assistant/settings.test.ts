/** The settings of `signals-mcp` from its arguments and its environment. */
import { readProgramSettings } from '../../../src/client/assistant/settings.js';

test('none: standard input and output, no group, no ceiling of its own', () => {
  expect(readProgramSettings([], {})).toEqual({ url: 'http://127.0.0.1:8787', groups: [] });
});

test('all of them', () => {
  const env = {
    SIGNALS_URL: 'https://s.example',
    SIGNALS_MCP_MAX_CREDITS: '25',
    SIGNALS_CREDIT_USD: '0.05',
    SIGNALS_GROUPS: 'A | Key accounts|',
  };
  expect(readProgramSettings([], env)).toEqual({
    url: 'https://s.example',
    maxCredits: 25,
    creditPrice: 0.05,
    groups: ['A', 'Key accounts'],
  });
  expect(readProgramSettings(['--help'], {})).toBe('help');
});

test.each<[string[], Record<string, string>, string]>([
  [['--key', 'secret-of-the-tests'], {}, 'there is an argument that is not known'],
  [['secret-of-the-tests'], {}, 'there is an argument that is not known'],
  [['--http'], {}, 'there is an argument that is not known'],
  [[], { SIGNALS_CREDIT_USD: '5 cents' }, 'SIGNALS_CREDIT_USD is a number'],
  [[], { SIGNALS_MCP_MAX_CREDITS: 'many' }, 'SIGNALS_MCP_MAX_CREDITS is a whole number'],
])('%j with %j is refused', (args, env, words) => {
  const reading = () => readProgramSettings(args, env);
  expect(reading).toThrow(words);
  expect(reading).not.toThrow('secret-of-the-tests');
});
