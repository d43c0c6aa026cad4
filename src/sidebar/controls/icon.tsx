/** The icons of the page: lines of 1.6 on a grid of 20, in the text colour. */

const PATHS = {
  build: 'M4 5h12M4 10h7M4 15h4M14 12v6M11 15h6',
  groups: 'M3 17V7l5-3v13M8 17V9h9v8M2 17h16M11 12h3M11 14.5h3',
  news: 'M3 8v4l9 4V4L3 8ZM6 13v3h2M15 7.5c1 .6 1.6 1.5 1.6 2.5s-.6 1.9-1.6 2.5',
  jobs: 'M10 3.5a6.5 6.5 0 1 0 .01 0M10 6.5V10l2.6 1.6',
  activity: 'M3 16h14M5 13V9M9 13V5M13 13V8M17 13v-3',
  connect: 'M8 12 12 8M7 9 5 11a3 3 0 0 0 4 4l2-2M13 11l2-2a3 3 0 0 0-4-4L9 7',
  up: 'M10 15V5M6 9l4-4 4 4',
  down: 'M10 5v10M6 11l4 4 4-4',
  next: 'M8 5l5 5-5 5',
  lock: 'M5.5 9.5h9v7h-9ZM7.5 9.5V7a2.5 2.5 0 0 1 5 0v2.5',
  silent: 'M6 15h8.5a3 3 0 0 0 .5-6 5 5 0 0 0-9.5-1A3.6 3.6 0 0 0 6 15ZM3 3l14 14',
  add: 'M10 4.5v11M4.5 10h11',
  drag: 'M8 5.5v.1M12 5.5v.1M8 10v.1M12 10v.1M8 14.5v.1M12 14.5v.1',
  remove: 'M6 6l8 8M14 6l-8 8',
  good: 'M5 10.5 8.5 14 15 6.5',
  warning: 'M10 3.2 17.6 16.4H2.4ZM10 8.2v3.6M10 14v.1',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
