/** Sample news of a day, mostly about tracked companies. */
import type { StoredNews } from '../database/news.js';
import type { Universe } from './company-universe.js';
import { articleUrl, eventsOf, fill, pickCompany, recordId } from './day.js';
import type { Random } from './random.js';
import { PUBLISHERS, TRIGGERS } from './vocabulary.js';

const MEAN_PER_BUSINESS_DAY = 30;
const LEAST_PER_DAY = 12;

export function newsOf(day: string, universe: Universe): StoredNews[] {
  const make = (random: Random, index: number) => newsItem(random, day, index, universe);
  return eventsOf(['news', 'news'], day, MEAN_PER_BUSINESS_DAY, make, LEAST_PER_DAY);
}

function newsItem(random: Random, day: string, index: number, universe: Universe): StoredNews {
  const company = pickCompany(random, universe, 0.8);
  const other = pickCompany(random, universe, 0.5);
  const trigger = random.weighted(TRIGGERS);
  const title = fill(trigger.headline, { co: company.name, other: other.name });
  const companies =
    trigger.headline.includes('{other}') && other.id !== company.id ? [company, other] : [company];
  return {
    id: recordId('nw', day, index),
    publisher: random.pick(PUBLISHERS),
    title,
    url: articleUrl(random, day, title),
    // real descriptions contain HTML
    desc: random.chance(0.1)
      ? `<p>${title} &ndash; <b>more</b> to follow.</p>`
      : `${title}, according to a statement.`,
    publishDate: day,
    companies: companies.map(({ id }) => ({ id })),
    triggers: [trigger.name, ...(random.chance(0.2) ? ['Executive Statement'] : [])],
  };
}
