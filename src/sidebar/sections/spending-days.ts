/** Spending by day: a small picture of the last thirty days with the daily budget, and the same in words. */
import { type Child, el, svg } from '../page/element.js';
import type { Page } from '../page/page.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** The picture's own measures: each day is a column, with room for the line at the top. */
const COLUMN = 9;
const HEIGHT = 64;
const TOP = 3;
const LEAST = 1.5;

/** Nothing where nothing was spent. */
export function spendingDays({ state, texts, format }: Page): Child {
  const { budget, days } = state.activity;
  const today = Date.parse(days[days.length - 1]?.day ?? '');
  const shown = days
    .map(({ day, credits }) => ({ day, credits, at: DAYS - 1 - (today - Date.parse(day)) / DAY_MS }))
    .filter(({ credits, at }) => credits > 0 && at >= 0);
  const [most] = [...shown].sort((a, b) => b.credits - a.credits);
  if (!most) return undefined;
  const { activity } = texts;
  const heightOf = (credits: number) => (credits / Math.max(budget, most.credits)) * (HEIGHT - TOP);
  const sum = shown.reduce((all, { credits }) => all + credits, 0);
  const line = HEIGHT - heightOf(budget);
  return [
    el('h3', {}, activity.byDay),
    svg(
      'svg',
      {
        id: 'spending-days',
        class: 'days',
        viewBox: `0 0 ${DAYS * COLUMN} ${HEIGHT}`,
        role: 'img',
        'aria-label': activity.byDay,
        'aria-describedby': 'spending-days-text',
      },
      svg('path', { class: 'axis', d: `M0 ${HEIGHT - 0.5}h${DAYS * COLUMN}` }),
      shown.map(({ day, credits, at }) => {
        const height = Math.max(LEAST, heightOf(credits));
        return svg(
          'rect',
          { x: at * COLUMN + 1, y: HEIGHT - height, width: COLUMN - 2, height, rx: 1 },
          svg('title', {}, `${format.date(day)}: ${format.count(credits)}`),
        );
      }),
      budget > 0 && svg('path', { class: 'limit', d: `M0 ${line}h${DAYS * COLUMN}` }),
    ),
    el(
      'p',
      { class: 'ends hint', 'aria-hidden': 'true' },
      [DAYS - 1, 0].map((ago) =>
        el('span', {}, format.date(new Date(today - ago * DAY_MS).toISOString().slice(0, 10))),
      ),
    ),
    el(
      'p',
      { id: 'spending-days-text', class: 'hint' },
      activity.byDayText(
        format.count(sum),
        format.count(shown.length),
        format.date(most.day),
        format.count(most.credits),
      ),
      budget > 0 && ` ${activity.budgetLine(format.count(budget))}`,
    ),
  ];
}
