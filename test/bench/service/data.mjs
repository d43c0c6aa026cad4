/** Fills the bench's tables with SQL: skewed, repeatable data of any size. */

const WORDS = `array['Alder','Birch','Cedar','Dover','Ember','Falcon','Granite','Harbor','Iron','Juniper','Kestrel','Lumen','Maple','North','Osinski','Pine','Quarry','Raven','Silver','Thorn','Umber','Vale','Wolf','Yarrow','Zephyr']`;
const KINDS = `array['Motors','Foods','Data','Pharma','Energy','Logistics','Bank','Air','Metals','Retail']`;
const INDUSTRIES = `array['technology','banking','retail','manufacturing','automobile','healthcare','energy & utilities','pharmaceuticals','aviation','education']`;
const TYPES = `array['Factory/Plant','Store','Branch/Office','Country Expansion','Fulfillment/Distribution Centre/Warehouse','Restaurant','HQ','Data Centre','Research/Lab/Innovation','Renewables','Mine','Education']`;
const COUNTRIES = `array['United States of America','United States of America','United States of America','Canada','United Kingdom','Germany','India','Singapore','Japan','Brazil']`;
const STATES = `array['Texas','Ohio','Georgia','Ontario','Bavaria','Karnataka','England','Osaka']`;

/** A number from 0 to 1 that depends only on the row and a salt; its square is skewed. */
const chance = (/** @type {string} */ salt) => `(abs(hashint4(g + ${salt})) % 1000003) / 1000003.0`;
const pick = (/** @type {string} */ list, /** @type {string} */ salt) =>
  `(${list})[1 + floor(${chance(salt)} * array_length(${list}, 1))::int]`;

/**
 * @param {(sql: string) => Promise<unknown>} run
 * @param {number} scale 1 is 1,000,000 expansions
 */
export async function fill(run, scale) {
  const count = (/** @type {number} */ full) => Math.round(full * scale);
  const companies = count(50_000);
  const places = 8_000;
  await run(`insert into place (id, city, state, country, location, search_location, search_country)
    select g, city, state, country, location, lower(location), lower(country) from (
      select g, 'City ' || g as city, ${pick(STATES, '1')} as state, ${pick(COUNTRIES, '2')} as country from generate_series(1, ${places}) g) x
    cross join lateral (select concat_ws(', ', city, state, country) as location) y`);
  await run(`insert into company (id, name, domain, type, place_id, industries, search_name, search_domain, ticker)
    select 'co-' || g, name, domain, type, 1 + floor(power(${chance('3')}, 2) * ${places - 1})::int,
      json_build_array(${pick(INDUSTRIES, '4')}), lower(name), domain,
      case when g % 2 = 0 then json_build_array('T' || g) end
    from generate_series(1, ${companies}) g
    cross join lateral (select ${pick(WORDS, '5')} || ' ' || ${pick(WORDS, '6')} || ' ' || ${pick(KINDS, '7')} || ' ' || g as name,
      'company' || g || '.example' as domain,
      case when ${chance('8')} < 0.38 then 'Public' when ${chance('8')} < 0.93 then 'Private' else 'Others' end as type) y`);
  await run(
    `insert into company_tag select c.id, 'industries', v.value from company c, json_array_elements_text(c.industries) v`,
  );
  await run(
    `insert into company_tag select c.id, 'ticker', lower(v.value) from company c, json_array_elements_text(c.ticker) v`,
  );
  await run(`insert into company_group (name) select 'Group ' || g from generate_series(1, 4) g`);
  await run(`insert into company_group_member (group_id, company_id)
    select (select id from company_group where name = 'Group ' || (1 + g % 4)), 'co-' || g * 97 from generate_series(1, 400) g
    where g * 97 <= ${companies}`);
  const company = `'co-' || (1 + floor(power(${chance('9')}, 2) * ${companies - 1})::int)`;
  const place = `1 + floor(power(${chance('10')}, 2) * ${places - 1})::int`;
  const day = (/** @type {number} */ rows) => `date '2021-01-01' + floor(g * 2000.0 / ${rows})::int`;
  await run(`insert into business_expansion (id, company_id, place_id, announced_date, last_modified, expansion_type, investment, currency, jobs, title, url)
    select 'be-' || lpad(g::text, 9, '0'), ${company}, ${place}, ${day(count(1_000_000))},
      ${day(count(1_000_000))} + 1 + floor(power(${chance('11')}, 4) * 90)::int, ${pick(TYPES, '12')},
      case when ${chance('13')} < 0.35 then round(exp(18 + 3 * ${chance('14')})::numeric, -4) end,
      case when ${chance('13')} < 0.35 then (array['USD','USD','USD','EUR','GBP'])[1 + g % 5] end,
      case when ${chance('15')} < 0.3 then 10 + floor(power(${chance('16')}, 3) * 3000) end,
      'Company ' || g || ' announces a new site with a headline of usual length', 'https://news.example/' || g
    from generate_series(1, ${count(1_000_000)}) g`);
  await run(`insert into major_hiring (id, company_id, place_id, announced_date, last_modified, number_of_jobs, title, url)
    select 'mh-' || g, ${company}, ${place}, ${day(count(300_000))}, ${day(count(300_000))} + 1, 20 + floor(power(${chance('17')}, 3) * 5000),
      'Company ' || g || ' hires', 'https://news.example/h' || g from generate_series(1, ${count(300_000)}) g`);
  await run(`insert into executive_change (id, company_id, announced_date, last_modified, executive_name, executive_title, executive_title_category, reason, title, url)
    select 'ec-' || g, ${company}, ${day(count(300_000))}, ${day(count(300_000))} + 1, 'Name ' || g, 'Chief', json_build_array((array['CEO','CFO','COO'])[1 + g % 3]),
      (array['New Appointment','Retired'])[1 + g % 2], 'Company ' || g || ' names', 'https://news.example/x' || g from generate_series(1, ${count(300_000)}) g`);
  await run(
    `insert into executive_change_tag select id, company_id, 'executive_title_category', lower((array['CEO','CFO','COO'])[1 + substr(id, 4)::int % 3]) from executive_change`,
  );
  // as autovacuum does on a server, and the service on the embedded engine
  await run('vacuum analyze');
}
