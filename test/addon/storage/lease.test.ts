import { withCellsLease } from '../../../src/addon/storage/lease.js';
import { createSteadyPlatform } from '../../../src/addon/storage/platforms.js';
import { createFakePlatform } from '../fake-platform.js';

test('who meets formulas that are out of their cells is told so', () => {
  const platform = createSteadyPlatform(createFakePlatform());
  const properties = platform.documentProperties!;
  withCellsLease(platform, properties, () => {
    expect(() => withCellsLease(platform, properties, () => undefined, 0)).toThrow(
      /^#BUSY: formulas of this spreadsheet are being run again or frozen; try again/,
    );
  });
});
