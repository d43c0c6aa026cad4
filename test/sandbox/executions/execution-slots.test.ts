/** The limit of thirty simultaneous executions of a person in all spreadsheets. */
import type { Host } from '../../../src/sandbox/host/host.js';
import { useHosts } from '../../support/host.js';

const CODE = `
/** @customfunction */
function HELD(name) { while (PropertiesService.getScriptProperties().getProperty('free') !== 'yes') Utilities.sleep(5); return name; }
function free() { PropertiesService.getScriptProperties().setProperty('free', 'yes'); return 'freed'; }
function quick() { return 'quick'; }
`;
const REFUSAL = 'There are too many scripts running simultaneously for this Google user account.';
const CELL = { mode: 'custom-function' } as const;

const startHost = useHosts();
const hold = (host: Host, count: number) =>
  Array.from({ length: count }, (_, index) => host.run('HELD', [index], CELL));

test('executions in the person’s other spreadsheets count, those of other people do not', async () => {
  const first = await startHost({ code: CODE });
  const second = await startHost({ code: CODE, shared: first.shared, documentId: 'second' });
  const busy = [...hold(first, 15), ...hold(second, 15)];
  await expect(first.run('quick')).rejects.toThrow(REFUSAL);
  await expect(second.run('quick')).rejects.toThrow(REFUSAL);
  expect(await first.run('free', [], { as: 'editor' })).toBe('freed');
  await Promise.all(busy);
  expect(await first.run('quick')).toBe('quick');
});

test('formulas wait for a free slot', async () => {
  const host = await startHost({ code: CODE });
  const busy = hold(host, 45);
  await host.run('free', [], { as: 'editor' });
  expect(await Promise.all(busy)).toEqual(Array.from({ length: 45 }, (_, index) => index));
});

test('with the switch, formulas over the limit are refused and their cells show why', async () => {
  const host = await startHost({ code: CODE, switches: { crowded: 'refuse' } });
  const busy = hold(host, 30);
  host.workbook.type('A1', '=HELD("x")');
  await host.settled();
  expect(host.workbook.read('A1')[0]?.[0]?.value).toBe('#ERROR!');
  expect(host.workbook.message('A1')).toContain(REFUSAL);
  await host.run('free', [], { as: 'editor' });
  await Promise.all(busy);
  host.runFormulasAgain();
  await host.settled();
  expect(host.workbook.read('A1')[0]?.[0]?.value).toBe('x');
});
