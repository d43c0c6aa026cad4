/** The script's clock: a Date that is ahead of the machine's clock by a fixed time. */

/** Replaces the realm's Date; parsing and arithmetic stay unchanged. */
export function setClock(offsetMs: number): void {
  if (offsetMs === 0) return;
  const RealDate = Date;
  const now = () => RealDate.now() + offsetMs;
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
