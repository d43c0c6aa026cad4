/** A random schedule: a changing world, formulas that run and are edited and refreshed, and faults. */
import { startRefresh } from '../../src/addon/account/context.js';
import { createApp } from '../../src/addon/app.js';
import type { Table } from '../../src/addon/question/cells.js';
import type { CannedAnswer } from '../addon/fake-platform.js';
import { createRandom, type Random } from '../support/random.js';
import { createHookedPlatform, type Fault, type Meanwhile } from './hooked-platform.js';
import { findViolations, type Violation } from './oracle.js';
import { argumentsOf, dayIn, daysOf, describe, edited, type Question, randomQuestion } from './question.js';
import { Service } from './service.js';
import { dayOf, World } from './world.js';

export interface LocatedViolation extends Violation {
  readonly at: string;
  readonly question: string;
}

export interface Outcome {
  readonly seed: number;
  readonly violations: readonly LocatedViolation[];
  readonly tables: number;
  readonly errors: number;
  readonly credits: number;
  readonly versions: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const ZONES = [
  ['Etc/GMT', 'Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Tokyo'],
].flat();
const BEGINS = Date.UTC(2026, 10, 10);

interface Cell {
  question: Question;
  refresh: string;
  /** The first cell of the table that it shows. */
  corner?: unknown;
}

/** @param trace called with a description of each step */
export function runSchedule(seed: number, trace: (line: string) => void = () => undefined): Outcome {
  const random = createRandom(seed);
  const start = BEGINS + random.below(30 * 24 * 60) * MINUTE_MS;
  const isCapped = random.chance(0.03);
  const only = isCapped ? 'business-expansion' : undefined;
  const world = new World(random, start, isCapped ? 140 : 20 + random.below(40), only);
  const service = new Service(world, random);
  const changes = random.pick(['none', 'forgetful', 'all'] as const);
  const cap = isCapped ? 100 : Number.POSITIVE_INFINITY;
  service.behaviour = { unsorted: random.chance(0.08), cap, estimates: random.chance(0.5), changes };
  // half of the schedules lose nothing, so the add-on must know everything that was sent
  const isQuiet = random.chance(0.5);
  const hooked = createHookedPlatform(start);
  const { fake } = hooked;
  hooked.timeZone = random.pick(ZONES);
  let payer = 'ann';
  let mode: 'daily' | 'manual' = random.chance(0.8) ? 'daily' : 'manual';
  let isClean = true;
  // an answer is lost if its execution is killed or hit by a fault before it is stored
  let isLost = false;
  let steps = 0;
  let tables = 0;
  let failed = 0;
  let listsFrom = 0;
  // some have few credits: a query over the budget is an error, or its table is as of an earlier day
  const isShort = random.chance(0.15);
  const randomBudget = () => (isShort ? random.pick([0, 5, 10, 20, 30, 50, 100, 200, 1_000]) : 1_000_000);
  let budget = randomBudget();
  let trouble: 'none' | 'down' | 'dies before' | 'dies after' = 'none';
  const violations: LocatedViolation[] = [];
  const now = () => fake.clock.now();
  /** The latest time at which a table was shown. */
  let latest = 0;
  // the clock of the execution's machine is behind the service's
  let behind = 0;
  const setBehind = (ms: number) => {
    fake.advance(behind - ms);
    behind = ms;
  };
  const writeSettings = () => {
    const settings = { dailyBudget: budget, freshness: { mode } };
    fake.documentProperties!.set('settings', JSON.stringify(settings));
    fake.documentCache!.removeAll(['context']);
  };
  writeSettings();
  hooked.connect(payer);

  fake.respond((request): CannedAnswer => {
    if (trouble === 'down') return { status: 503, text: 'down for maintenance' };
    if (trouble === 'dies before') return { fails: 'Address unavailable' };
    const before = service.log.length;
    const answer = service.respond(request, now() + behind, hooked.current());
    if (trouble !== 'dies after') return answer;
    service.loseFrom(before);
    return { fails: 'Timeout' };
  });

  function report(found: readonly Violation[], question: Question): void {
    for (const one of found) {
      const violation = {
        ...one,
        at: `step ${steps}, ${new Date(now()).toISOString()}`,
        question: describe(question),
      };
      violations.push(violation);
      trace(`   WRONG ${one.rule}: ${one.detail}`);
    }
  }

  function run(cell: Cell, fault?: Fault, meanwhile?: Meanwhile): Table | undefined {
    const { question, refresh } = cell;
    const begun = now();
    const before = service.log.length;
    const forgotten = service.refusedCursors;
    const zone = hooked.timeZone;
    const shownMode = mode;
    const done = hooked.execute(
      (platform): Table => createApp(platform).dataset(question.dataset, argumentsOf(question, refresh)),
      fault,
      meanwhile,
    );
    if (done.killed || done.faulty || trouble !== 'none') isClean = false;
    const asked = service.log.slice(before);
    // if the service refuses one of several requests, the others are sent again later with their keys
    const isPartlyRefused = service.refusedCursors > forgotten && asked.length > 0;
    if (done.killed || done.faulty || trouble === 'dies after' || isPartlyRefused) isLost = true;
    const what = done.killed ? 'killed' : done.error ? String(done.error) : JSON.stringify(done.value);
    trace(
      `${steps} ${new Date(begun).toISOString()} ${dayIn(zone, begun)} ${shownMode} #${done.number} ${describe(question)} ${refresh} ${fault ? JSON.stringify(fault) : ''} ${trouble}\n   -> ${what}\n${asked
        .map(
          ({ body, sent, replayed, key }) =>
            `   .. ${key} ${JSON.stringify(body)} ${replayed ? 'REPLAY ' : ''}${sent.map(({ id, number }) => `${id}v${number}`).join(' ')}`,
        )
        .join('\n')}`,
    );
    if (done.killed) {
      service.loseFrom(before);
      return undefined;
    }
    if (done.error !== undefined) {
      failed += 1;
      const message = done.error instanceof Error ? done.error.message : String(done.error);
      if (!/^#[A-Z_]+: /.test(message)) report([{ rule: 'raw error', detail: message }], question);
      if (fault?.kind === 'throw' && tables > 0 && /^#SERVICE: something/.test(message))
        report([{ rule: 'raw error', detail: message }], question);
      return undefined;
    }
    tables += 1;
    cell.corner = done.value![0]?.[0];
    latest = Math.max(latest, now());
    const shown = {
      question,
      table: done.value!,
      begun,
      now: now(),
      serviceNow: now() + behind,
      zone,
      key: keyOf(payer),
      before: service.log.slice(0, before),
      log: service.log,
      groups: service.group.lists(),
      lists: service.lists,
      listsFrom,
      isLost,
      isSorted: !service.behaviour.unsorted,
    };
    // if a day begins during the execution, the table may use either day
    if (dayIn(zone, begun) === dayIn(zone, now())) report(findViolations(world, shown), question);
    return done.value;
  }

  /** Runs a cell with new lists of companies. */
  function runRefreshed(cell: Cell, fault?: Fault, meanwhile?: Meanwhile): Table | undefined {
    listsFrom = now();
    const table = run(cell, fault, meanwhile);
    listsFrom = 0;
    return table;
  }

  /** Runs a cell again at once, which must not buy anything. */
  function runAgain(cell: Cell): void {
    // a run asks only so often: a table that needs more is as of an earlier day until the next run has asked on
    for (let times = 0; times < 3 && / as of /.test(String(cell.corner)); times++) run(cell);
    const before = service.log.length;
    run(cell);
    const again = service.log.slice(before);
    if (again.length > 0 && !isShort && !service.behaviour.unsorted)
      report([{ rule: 'asked twice', detail: JSON.stringify(again[0]!.body) }], cell.question);
  }

  /** Runs a cell with a new `refresh` value, which must reach the service, or the table says why not. */
  function runForced(cell: Cell): void {
    const before = service.log.length;
    const failedBefore = failed;
    // where the clock has gone back, an earlier answer is later than the new value
    const isClockBack = now() < latest;
    cell.refresh = `${steps}`;
    const table = runRefreshed(cell);
    const isExcused = isShort && /as of|today's budget/.test(String(table?.[0]?.[0]));
    // a record is announced at most a day after its last change, so a question of later days has no records yet
    const { start } = daysOf(cell.question, dayIn(hooked.timeZone, now()));
    const isAhead = !cell.question.byModified && start > dayOf(now() + DAY_MS);
    const asked = service.log.slice(before).some(({ replayed }) => !replayed);
    if (!asked && !isExcused && !isAhead && !isClockBack && failed === failedBefore && trouble === 'none')
      report([{ rule: 'forced, and not asked', detail: cell.refresh }], cell.question);
  }

  const cells: Cell[] = [{ question: randomQuestion(random), refresh: '' }];
  const whole = { dataset: 'business-expansion', limit: 1_000, companies: [], options: {} } as const;
  if (isCapped) cells[0]!.question = { ...cells[0]!.question, ...whole };
  const count = 10 + random.below(20);
  for (steps = 0; steps < count; steps++) {
    const from = now();
    fake.advance(passing(random));
    world.live(from + behind, now() + behind, random.pick([0.5, 2, 5]), only);
    if (random.chance(0.03)) setBehind(random.chance(0.5) ? 0 : random.below(50) * MINUTE_MS);
    if (random.chance(0.3) && cells.length < 6) {
      const question = random.chance(0.3)
        ? randomQuestion(random)
        : edited(random.pick(cells).question, random);
      cells.push({ question, refresh: '' });
    }
    if (random.chance(0.1)) {
      const cell = random.pick(cells);
      cell.question = edited(cell.question, random);
    }
    if (random.chance(0.02)) hooked.timeZone = random.pick(ZONES);
    if (random.chance(0.02)) {
      mode = random.pick(['daily', 'daily', 'manual']);
      writeSettings();
    }
    if (isShort && random.chance(0.2)) {
      budget = randomBudget();
      writeSettings();
    }
    if (random.chance(0.05)) service.group.change(random);
    if (random.chance(0.02)) {
      payer = random.pick(['ann', 'bob']);
      hooked.connect(payer);
    }
    if (random.chance(0.15)) hooked.evictCache(random);
    if (!isQuiet && random.chance(0.05)) {
      hooked.evictProperties(random);
      // the order of the service's answers is known only from earlier answers
      service.loseFrom(0);
      isClean = false;
      isLost = true;
    }
    if (!isQuiet && random.chance(0.12)) trouble = random.pick(['down', 'dies before', 'dies after']);
    const cell = random.pick(cells);
    const other = random.pick(cells);
    const interleaved = random.chance(0.08) ? () => run(other) : undefined;
    const fault = !isQuiet && random.chance(0.15) ? randomFault(random) : undefined;
    if (random.chance(0.08) && !fault && !interleaved) runForced(cell);
    else {
      const isRefresh = random.chance(trouble === 'none' ? 0.04 : 0.3);
      if (isRefresh) startRefresh(fake);
      (isRefresh ? runRefreshed : run)(cell, fault, interleaved);
    }
    const wasTrouble = trouble !== 'none' || isShort;
    trouble = 'none';
    // other cells, which may show answers from before the failure
    if (wasTrouble && random.chance(0.4)) {
      fake.advance(random.below(5) * MINUTE_MS);
      for (const one of cells) run(one);
    }
    // without automatic spending, a free query first shows stored records and then sends its request
    const isFree = cell.question.dataset !== 'business-expansion';
    if (isClean && random.chance(0.2) && !(mode === 'manual' && isFree)) {
      // the execution that ran meanwhile may have brought what the table does not show yet
      if (interleaved) run(cell);
      runAgain(cell);
    }
  }
  const expansions = service.log.filter(({ dataset }) => dataset === 'business-expansion');
  const versions = new Set(
    expansions.flatMap(({ sent, key }) => sent.map(({ id, number }) => `${key} ${id} ${number}`)),
  );
  return { seed, violations, tables, errors: failed, credits: service.credits, versions: versions.size };
}

/** Returns some minutes, hours or days. */
function passing(random: Random): number {
  const choice = random.below(10);
  if (choice < 2) return random.below(40) * MINUTE_MS;
  if (choice < 5) return (1 + random.below(12)) * HOUR_MS;
  if (choice < 9) return (10 + random.below(30)) * HOUR_MS;
  return (2 + random.below(9)) * 24 * HOUR_MS;
}

function randomFault(random: Random): Fault {
  return { kind: random.pick(['throw', 'kill before', 'kill after']), call: 1 + random.below(24) };
}

function keyOf(payer: string): string {
  return `key_live_${payer}_0123456789`;
}
