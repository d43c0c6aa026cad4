/** The help of functions, read from comments as Sheets reads it. */
import { readFunctionHelp } from '../../../src/sandbox/grid/function-help.js';

test('name, description and parameters come from the comment', () => {
  const code = `
/**
 * Announced investments, one row each.
 * Second line.
 *
 * @param {"acme.example"} companies (optional) Website domains: a value or a range.
 * @param {500} value1 Its value.
 * @return {Array} A table.
 * @customfunction
 */
function EXPANSIONS(companies, value1) {
}`;
  expect(readFunctionHelp(code)).toEqual([
    {
      name: 'EXPANSIONS',
      description: 'Announced investments, one row each. Second line.',
      parameters: [
        {
          name: 'companies',
          example: '"acme.example"',
          description: '(optional) Website domains: a value or a range.',
        },
        { name: 'value1', example: '500', description: 'Its value.' },
      ],
    },
  ]);
});
