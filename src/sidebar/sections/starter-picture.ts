/** The small picture of each starter, in the page's own colours: a table, a chart, two people. */
import type { StarterName } from '../draft/starters.js';
import { svg } from '../page/element.js';

/** x, y, width, height. */
type Box = readonly [number, number, number, number];

const PALE: Readonly<Record<StarterName, readonly Box[]>> = {
  'data-centres': [20, 28, 36, 44].flatMap((y): Box[] => [
    [11, y, 9, 3],
    [23, y, 20, 3],
  ]),
  hiring: [
    [12, 36, 7, 13],
    [22, 31, 7, 18],
    [32, 33, 7, 16],
  ],
  executives: [
    [29, 15, 20, 3],
    [29, 21, 12, 3],
    [29, 36, 16, 3],
    [29, 42, 22, 3],
  ],
};

const STRONG: Readonly<Record<StarterName, readonly Box[]>> = {
  'data-centres': [
    [9, 9, 58, 7],
    [52, 20, 12, 3],
    [49, 28, 15, 3],
    [56, 36, 8, 3],
    [51, 44, 13, 3],
  ],
  hiring: [
    [42, 24, 7, 25],
    [52, 17, 7, 32],
  ],
  executives: [[53, 15, 11, 8]],
};

const PEOPLE = (y: number) =>
  `M20 ${y}m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M13 ${y + 11}a7 6.5 0 0 1 14 0Z`;

const PATHS: Readonly<Record<StarterName, readonly (readonly [string, string])[]>> = {
  'data-centres': [],
  hiring: [
    ['axis', 'M9 50.5h58'],
    ['axis', 'M62 6.5v7M58.5 10h7'],
  ],
  executives: [
    ['strong', PEOPLE(14)],
    ['pale', PEOPLE(35)],
  ],
};

export function starterPicture(name: StarterName): SVGElement {
  const boxes = (tone: string, all: readonly Box[]) =>
    all.map(([x, y, width, height]) => svg('rect', { class: tone, x, y, width, height, rx: 1.5 }));
  return svg(
    'svg',
    { class: 'picture', viewBox: '0 0 76 58', 'aria-hidden': 'true' },
    name === 'data-centres' && svg('rect', { class: 'paper', x: 9, y: 9, width: 58, height: 42, rx: 2 }),
    name === 'executives' &&
      [7, 30].map((y) => svg('rect', { class: 'paper', x: 8, y, width: 60, height: 20, rx: 2 })),
    boxes('pale', PALE[name]),
    boxes('strong', STRONG[name]),
    PATHS[name].map(([tone, d]) => svg('path', { class: tone, d })),
  );
}
