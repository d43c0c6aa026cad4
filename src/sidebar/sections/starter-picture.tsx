/** The small picture of each starter, in the page's own colours: a table, a chart, two people. */
import type { STARTERS, StarterName } from '../draft/starters.js';

/** x, y, width, height. */
type Box = readonly [number, number, number, number];

interface Picture {
  readonly paper: readonly Box[];
  readonly pale: readonly Box[];
  readonly strong: readonly Box[];
  readonly paths: readonly (readonly [tone: string, d: string])[];
}

const PERSON = (y: number) =>
  `M20 ${y}m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M13 ${y + 11}a7 6.5 0 0 1 14 0Z`;

const PICTURES: Readonly<Record<(typeof STARTERS)[number], Picture>> = {
  'data-centres': {
    paper: [[9, 9, 58, 42]],
    pale: [20, 28, 36, 44].flatMap((y): Box[] => [
      [11, y, 9, 3],
      [23, y, 20, 3],
    ]),
    strong: [
      [9, 9, 58, 7],
      [52, 20, 12, 3],
      [49, 28, 15, 3],
      [56, 36, 8, 3],
      [51, 44, 13, 3],
    ],
    paths: [],
  },
  hiring: {
    paper: [],
    pale: [
      [12, 36, 7, 13],
      [22, 31, 7, 18],
      [32, 33, 7, 16],
    ],
    strong: [
      [42, 24, 7, 25],
      [52, 17, 7, 32],
    ],
    paths: [
      ['axis', 'M9 50.5h58'],
      ['axis', 'M62 6.5v7M58.5 10h7'],
    ],
  },
  executives: {
    paper: [
      [8, 7, 60, 20],
      [8, 30, 60, 20],
    ],
    pale: [
      [29, 15, 20, 3],
      [29, 21, 12, 3],
      [29, 36, 16, 3],
      [29, 42, 22, 3],
    ],
    strong: [[53, 15, 11, 8]],
    paths: [
      ['strong', PERSON(14)],
      ['pale', PERSON(35)],
    ],
  },
};

/** A template has the picture of the starter that it resembles. */
function pictureOf(name: StarterName): Picture {
  if (name === 'suppliers' || name === 'board') return PICTURES.executives;
  if (name === 'investors' || name === 'pipeline') return PICTURES.hiring;
  return name === 'hiring' || name === 'executives' ? PICTURES[name] : PICTURES['data-centres'];
}

export function StarterPicture({ name }: { name: StarterName }) {
  const { paths, ...boxes } = pictureOf(name);
  return (
    <svg class="picture" viewBox="0 0 76 58" aria-hidden="true">
      {(['paper', 'pale', 'strong'] as const).map((tone) =>
        boxes[tone].map(([x, y, width, height]) => (
          <rect key={`${x} ${y}`} class={tone} x={x} y={y} width={width} height={height} rx={1.5} />
        )),
      )}
      {paths.map(([tone, d]) => (
        <path key={d} class={tone} d={d} />
      ))}
    </svg>
  );
}
