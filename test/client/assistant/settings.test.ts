/** What `signals-mcp` is told by its arguments and its environment. */
import { readProgramSettings } from '../../../src/client/assistant/settings.js';

const TOKEN = 'sixteen-characters';

test('nothing: standard input and output, no group, no ceiling of its own', () => {
  expect(readProgramSettings([], {})).toEqual({ url: 'http://127.0.0.1:8787', groups: [] });
});

test('all of it', () => {
  const env = {
    SIGNALS_URL: 'https://s.example',
    SIGNALS_MCP_TOKEN: TOKEN,
    SIGNALS_MCP_MAX_CREDITS: '25',
    SIGNALS_GROUPS: 'A | Key accounts|',
  };
  expect(readProgramSettings(['--http', '--port', '0'], env)).toEqual({
    http: { port: 0, token: TOKEN },
    url: 'https://s.example',
    maxCredits: 25,
    groups: ['A', 'Key accounts'],
  });
  expect(readProgramSettings(['--http'], env)).toMatchObject({ http: { port: 8765 } });
  expect(readProgramSettings(['--help'], {})).toBe('help');
});

test.each<[string[], Record<string, string>, string]>([
  [['--http'], {}, 'SIGNALS_MCP_TOKEN needs 16 characters'],
  [['--http'], { SIGNALS_MCP_TOKEN: 'short' }, 'SIGNALS_MCP_TOKEN needs 16 characters'],
  [['--http'], { SIGNALS_MCP_TOKEN: 'with a blank in the middle' }, 'SIGNALS_MCP_TOKEN needs 16 characters'],
  [['--http', '--port', '70000'], { SIGNALS_MCP_TOKEN: TOKEN }, '--port is a whole number'],
  [['--key', 'secret-of-the-tests'], {}, 'there is an argument that is not known'],
  [['secret-of-the-tests'], {}, 'there is an argument that is not known'],
  [[], { SIGNALS_MCP_MAX_CREDITS: 'many' }, 'SIGNALS_MCP_MAX_CREDITS is a whole number'],
])('%j with %j is refused', (args, env, words) => {
  const reading = () => readProgramSettings(args, env);
  expect(reading).toThrow(words);
  expect(reading).not.toThrow('secret-of-the-tests');
});
