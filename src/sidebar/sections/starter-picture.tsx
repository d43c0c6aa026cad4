/** The small picture of each starter, in the page's own colours: a table, a chart, two people. */
import { PLANS, type StarterName } from '../draft/starters.js';

/** Boxes as "x y width height", and paths. */
interface Picture {
  readonly boxes: readonly (readonly [tone: 'paper' | 'pale' | 'strong', boxes: string])[];
  readonly paths?: readonly (readonly [tone: 'axis' | 'pale' | 'strong', path: string])[];
}

const PERSON = (y: number) =>
  `M20 ${y}m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M13 ${y + 11}a7 6.5 0 0 1 14 0Z`;

const PICTURES: Readonly<Record<'table' | 'chart' | 'people', Picture>> = {
  table: {
    boxes: [
      ['paper', '9 9 58 42'],
      ['pale', '11 20 9 3, 23 20 20 3, 11 28 9 3, 23 28 20 3, 11 36 9 3, 23 36 20 3, 11 44 9 3, 23 44 20 3'],
      ['strong', '9 9 58 7, 52 20 12 3, 49 28 15 3, 56 36 8 3, 51 44 13 3'],
    ],
  },
  chart: {
    boxes: [
      ['pale', '12 36 7 13, 22 31 7 18, 32 33 7 16'],
      ['strong', '42 24 7 25, 52 17 7 32'],
    ],
    paths: [['axis', 'M9 50.5h58M62 6.5v7M58.5 10h7']],
  },
  people: {
    boxes: [
      ['paper', '8 7 60 20, 8 30 60 20'],
      ['pale', '29 15 20 3, 29 21 12 3, 29 36 16 3, 29 42 22 3'],
      ['strong', '53 15 11 8'],
    ],
    paths: [
      ['strong', PERSON(14)],
      ['pale', PERSON(35)],
    ],
  },
};

export function StarterPicture({ name }: { name: StarterName }) {
  const { boxes, paths = [] } = PICTURES[PLANS[name].picture];
  const all = boxes.flatMap(([tone, list]) => list.split(', ').map((box) => [tone, box] as const));
  return (
    <svg class="picture" viewBox="0 0 76 58" aria-hidden="true">
      {all.map(([tone, box]) => {
        const [x, y, width, height] = box.split(' ');
        return <rect key={box} class={tone} x={x} y={y} width={width} height={height} rx={1.5} />;
      })}
      {paths.map(([tone, path]) => (
        <path key={path} class={tone} d={path} />
      ))}
    </svg>
  );
}
