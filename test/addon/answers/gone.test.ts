/** A record that has left the filters of one request and lies within those of another one. */
import { createApp } from '../../../src/addon/app.js';
import { createFakePlatform } from '../fake-platform.js';
import { createWorld } from './world.js';

const DUNE = { name: 'Dune Foods', domain: 'dune.example' };
const ACME = { name: 'Acme', domain: 'acme.example' };

test.each([
  [[['acme.example'], ['dune']], DUNE, ACME],
  [[['dune.example'], ['acme']], ACME, DUNE],
  [[['dune'], ['acme.example']], DUNE, ACME],
  [[['acme'], ['dune.example']], ACME, DUNE],
])(
  'what one request brings is there, though another one of the same moment does not bring it any more: %j',
  (companies, before, after) => {
    const world = createWorld();
    world.add('2026-11-10', 1, { company: before });
    const { id } = world.records()[0]!;
    const platform = createFakePlatform({
      now: '2026-11-17T12:00:00Z',
      respond: (request) => world.respond(request),
    });
    const rows = (...options: unknown[]) =>
      createApp(platform).dataset('business-expansion', [
        companies,
        'from',
        '-30d',
        'columns',
        'id|company',
        'headers',
        false,
        ...options,
      ]);

    expect(rows()).toEqual([[id, before.name]]);
    // corrected on the day of its last change, as far as days tell
    Object.assign(world.records()[0]!, { company: after });
    platform.advance(60_000);
    expect(rows('refresh', 'whole 1')).toEqual([[id, after.name]]);
  },
);
