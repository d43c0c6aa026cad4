/** Preloaded with `node --import`: moves the clock ahead by CLOCK_OFFSET_MS, or back if negative. */
const offset = Number(process.env['CLOCK_OFFSET_MS'] ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  /** @param {any[]} parts as `Date` takes them */
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset);
    else super(.../** @type {[number]} */ (parts));
  }

  /** @override */
  static now() {
    return RealDate.now() + offset;
  }
}

globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (ShiftedDate));
