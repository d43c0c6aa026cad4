/** Spending by day: a small picture of the last thirty days with the daily budget, and the same in words. */
import { count, format, server, texts } from '../page/store.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Units of the picture: each day is a column, with room for the line at the top. */
const COLUMN = 9;
const HEIGHT = 64;
const TOP = 3;
const LEAST = 1.5;

/** Renders nothing if no credits were spent. */
export function SpendingDays() {
  const { budget, days } = server.value.activity;
  const { date } = format();
  const today = Date.parse(days[days.length - 1]?.day ?? '');
  const shown = days
    .map(({ day, credits }) => ({ day, credits, at: DAYS - 1 - (today - Date.parse(day)) / DAY_MS }))
    .filter(({ credits, at }) => credits > 0 && at >= 0);
  const [most] = [...shown].sort((a, b) => b.credits - a.credits);
  if (!most) return null;
  const heightOf = (credits: number) => (credits / Math.max(budget, most.credits)) * (HEIGHT - TOP);
  const sum = shown.reduce((all, { credits }) => all + credits, 0);
  const dayAgo = (ago: number) => date(new Date(today - ago * DAY_MS).toISOString().slice(0, 10));
  return (
    <>
      <h3>{texts.activity.byDay}</h3>
      <svg
        id="spending-days"
        class="days"
        viewBox={`0 0 ${DAYS * COLUMN} ${HEIGHT}`}
        role="img"
        aria-label={texts.activity.byDay}
        aria-describedby="spending-days-text"
      >
        <path class="axis" d={`M0 ${HEIGHT - 0.5}h${DAYS * COLUMN}`} />
        {shown.map(({ day, credits, at }) => {
          const height = Math.max(LEAST, heightOf(credits));
          return (
            <rect key={day} x={at * COLUMN + 1} y={HEIGHT - height} width={COLUMN - 2} height={height} rx={1}>
              <title>{`${date(day)}: ${count(credits)}`}</title>
            </rect>
          );
        })}
        {budget > 0 && <path class="limit" d={`M0 ${HEIGHT - heightOf(budget)}h${DAYS * COLUMN}`} />}
      </svg>
      <p class="ends hint" aria-hidden="true">
        <span>{dayAgo(DAYS - 1)}</span>
        <span>{dayAgo(0)}</span>
      </p>
      <p id="spending-days-text" class="hint">
        {texts.activity.byDayText({ sum, days: shown.length, day: date(most.day), most: most.credits })}
        {budget > 0 && ` ${texts.activity.budgetLine({ budget })}`}
      </p>
    </>
  );
}
