/** The script's clock: a Date that is ahead of the machine's clock by the sandbox's offset. */

/**
 * Replaces the realm's Date as soon as the clocks differ; parsing and arithmetic do not change.
 * @returns a function that moves the script's clock, even while the script runs
 */
export function installClock(firstOffsetMs: number): (offsetMs: number) => void {
  let offset = 0;
  let isReplaced = false;
  const moveTo = (offsetMs: number): void => {
    offset = offsetMs;
    if (isReplaced || offset === 0) return;
    isReplaced = true;
    replaceDate(() => offset);
  };
  moveTo(firstOffsetMs);
  return moveTo;
}

function replaceDate(offsetMs: () => number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + offsetMs();
  const ShiftedDate: DateConstructor = new Proxy(RealDate, {
    construct: (target, args, newTarget): object =>
      Reflect.construct(
        target,
        args.length === 0 ? [now()] : args,
        newTarget === ShiftedDate ? target : newTarget,
      ),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  RealDate.prototype.constructor = ShiftedDate;
  Object.defineProperty(globalThis, 'Date', { value: ShiftedDate, writable: true, configurable: true });
}
