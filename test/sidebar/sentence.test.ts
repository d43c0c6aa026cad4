/** Most sentences become the right fields, and none become wrong fields without a doubt. */
import { readSentence } from '../../src/sidebar/draft/sentence-question.js';
import { textsFor } from '../../src/sidebar/texts/language.js';
import { rowsOf } from '../support/rows.js';
import { EVERYDAY, HELD_OUT, TUNED, UNSEEN } from './sentences.js';

const [en, de] = [textsFor('en'), textsFor('de')];

const context = { groups: ['Key accounts'], today: '2026-11-20' };

function told(sentence: string) {
  const { question, unclear, hasDays, isFunctionAssumed, anyCurrency } = readSentence(sentence, context);
  const fields = question.parts.flatMap((part) =>
    part.kind === 'option' && part.value.kind === 'texts' && (hasDays || part.name !== 'startDate')
      ? [`${part.name}:${part.value.texts.join('+')}`]
      : [],
  );
  if (question.first.kind === 'texts' && question.first.texts.length > 0)
    fields.push(`companies:${question.first.texts.join('+')}`);
  const unknown = unclear.filter(({ assumed }) => assumed === '').map(({ words }) => words);
  return {
    fields: [question.functionName, ...fields.sort()].join(' ; '),
    unknown: unknown.join(' '),
    isDoubted: unclear.length > 0 || isFunctionAssumed || anyCurrency,
  };
}

function meant(text: string) {
  const [said = '', unknown = ''] = text.split(' ? ');
  const [functionName = '', ...rest] = said.split(' ');
  const fields = rest.length === 0 ? [] : rest.join(' ').split('; ');
  return { fields: [functionName, ...fields.sort()].join(' ; '), unknown };
}

test.each([
  ['the tuned sentences', TUNED],
  ['the held-out sentences', HELD_OUT],
  ['the unseen sentences', UNSEEN],
  ['the everyday sentences', EVERYDAY],
])('%s: 90 % right, none silently wrong', (_name, set) => {
  const wrong = set.flatMap(([sentence, expected]) => {
    const [is, should] = [told(sentence), meant(expected)];
    const isRight = is.fields === should.fields && is.unknown === should.unknown;
    return isRight ? [] : [{ sentence, is, should, isSilent: !is.isDoubted }];
  });
  expect(wrong.filter(({ isSilent }) => isSilent)).toEqual([]);
  if (wrong.length > 0.1 * set.length) expect(wrong).toEqual([]);
});

const EXAMPLES = rowsOf(`
data centres in the U.S. → EXPANSIONS expansionType:Data Centre; expansionLocation:United States of America
Data centres in the U.K., please → EXPANSIONS expansionType:Data Centre; expansionLocation:United Kingdom
Rechenzentren außerhalb von Deutschland → EXPANSIONS expansionType:Data Centre ? außerhalb von Deutschland
Rechenzentren außer Deutschland → EXPANSIONS expansionType:Data Centre ? außer Deutschland
data centres other than Texas → EXPANSIONS expansionType:Data Centre ? other than Texas
data centres, but not in Texas → EXPANSIONS expansionType:Data Centre ? but not in Texas
factories except in Texas and Ohio since March → EXPANSIONS expansionType:Factory/Plant; startDate:2026-03-01 ? except in Texas and Ohio
pharma expansions excluding Germany, Austria and Poland → EXPANSIONS companyIndustry:pharmaceuticals ? excluding Germany, Austria and Poland
Fabriken weder in Bayern noch in Hessen → EXPANSIONS expansionType:Factory/Plant ? weder in Bayern noch in Hessen
expansions by Ford without Tesla and Honda in Texas → EXPANSIONS companies:Ford; expansionLocation:Texas ? without Tesla and Honda
factories not in Texas, in Ohio → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Ohio ? not in Texas
factories not in Texas and over $5M → EXPANSIONS expansionType:Factory/Plant; investment:>5000000; currency:USD ? not in Texas
expansions by China in Poland → EXPANSIONS companyLocation:China; expansionLocation:Poland
expansions by China and Japan in Hungary → EXPANSIONS companyLocation:China+Japan; expansionLocation:Hungary
factories by BMW, Hungary → EXPANSIONS companies:BMW; expansionType:Factory/Plant; expansionLocation:Hungary
Fabriken innerhalb von Deutschland → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Germany ? innerhalb
expansions less than €5m or more than €50m → EXPANSIONS investment:<5000000; currency:EUR ? more than €50m
factories with the least jobs → EXPANSIONS expansionType:Factory/Plant ? the least
at least 3 new factories in Texas → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Texas ? 3
Hirings of Bring → HIRINGS companies:Bring
hirings of home depot → HIRINGS ? home depot
is Dollar Tree hiring → HIRINGS ? Dollar Tree
EXPANSIONS OF FORD AND TESLA IN TEXAS → EXPANSIONS companies:FORD+TESLA; expansionLocation:Texas
expansions of Tesla, Inc., St. Jude Medical and U.S. Steel → EXPANSIONS companies:Tesla+St. Jude Medical+U.S. Steel
expansions of German Companies in Mexico → EXPANSIONS companyLocation:Germany; expansionLocation:Mexico
Einstellungen bei der Firma Siemens → HIRINGS companies:Siemens
Expansionen von Unternehmen der Gruppe Key accounts → EXPANSIONS group:Key accounts
companies headquartered at Bank of America → EXPANSIONS companies:Bank of America
expansions in Texas by Friday → EXPANSIONS expansionLocation:Texas ? Friday
expansions by the end of October → EXPANSIONS endDate:2026-10-31
announced by Nov 3 → EXPANSIONS endDate:2026-11-03
expansions in Austin, Texas → EXPANSIONS expansionLocation:Austin, Texas
expansions of companies from Nürnberg, Bayern in Ohio → EXPANSIONS companyLocation:Nürnberg, Bavaria; expansionLocation:Ohio
expansions in Munich, Bavaria → EXPANSIONS expansionLocation:Munich, Bavaria
Fabriken in München, Bayern und Hessen → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Munich+Bavaria+Hesse
expansions in Munich, Berlin → EXPANSIONS expansionLocation:Munich+Berlin
expansions in Dresden, Berlin → EXPANSIONS expansionLocation:Dresden+Berlin
expansions in St. Louis, Missouri → EXPANSIONS expansionLocation:St. Louis, Missouri
expansions in Kansas City, Missouri → EXPANSIONS expansionLocation:Kansas City, Missouri
Rechenzentren in Frankfurt, Berlin oder München → EXPANSIONS expansionType:Data Centre; expansionLocation:Frankfurt+Berlin+Munich
expansions in Texas, USA since March → EXPANSIONS expansionLocation:Texas; startDate:2026-03-01 ? USA
expansions in Toronto, Canada → EXPANSIONS expansionLocation:Toronto ? Canada
expansions in Texas, Mexico and Canada → EXPANSIONS expansionLocation:Texas+Mexico+Canada
expansions in Texas, Ohio and Iowa → EXPANSIONS expansionLocation:Texas+Ohio+Iowa
expansions in Chicago, Texas, Ohio → EXPANSIONS expansionLocation:Chicago+Texas+Ohio
expansions in Houston, Texas, USA → EXPANSIONS expansionLocation:Houston, Texas ? USA
expansions in Atlanta, Georgia → EXPANSIONS expansionLocation:Atlanta, Georgia
expansions in Florida, Alabama, Georgia → EXPANSIONS expansionLocation:Florida+Alabama+Georgia
hirings in Munich, Germany → HIRINGS countries:Germany ? Munich
Fabriken der Branche Pharma in Polen → EXPANSIONS expansionType:Factory/Plant; companyIndustry:pharmaceuticals; expansionLocation:Poland
Neue Fabriken Polen Pharma → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Poland; companyIndustry:pharmaceuticals
Ohio Banking hirings → HIRINGS industries:banking ? Ohio
Finanzchefwechsel → EXEC_CHANGES title:CFO
CPO and CISO changes → EXEC_CHANGES ? CPO CISO
new CPO in Germany → EXEC_CHANGES reason:New Appointment; title:CPO; countries:Germany
who was appointed in Germany → EXEC_CHANGES reason:New Appointment; countries:Germany
hirings in the last 24 hours → HIRINGS ? last 24 hours
expansions in 2020 and 2024 → EXPANSIONS startDate:2020-01-01; endDate:2020-12-31 ? 2024
expansions March to June 2026 → EXPANSIONS startDate:2026-03-01; endDate:2026-06-30
half a billion dollars → EXPANSIONS ? half a billion dollars
hirings sorted by jobs → HIRINGS ? sorted by jobs
companies in Germany and Austria expanding to the US → EXPANSIONS companyLocation:Germany+Austria; expansionLocation:United States of America
companies in Munich, Bavaria that plan to open offices in Leipzig → EXPANSIONS companyLocation:Munich, Bavaria; expansionType:Branch/Office; expansionLocation:Leipzig
Banken in Deutschland, die in Polen investieren → EXPANSIONS companyIndustry:banking; companyLocation:Germany; expansionLocation:Poland
companies in Germany expanding since March → EXPANSIONS expansionLocation:Germany; startDate:2026-03-01
companies in Texas, projects in Ohio → EXPANSIONS expansionLocation:Texas+Ohio
German companies in the US expanding to Mexico → EXPANSIONS companyLocation:Germany; expansionLocation:United States of America+Mexico
Fabriken in Leipzig, Dresden und in Erfurt → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Leipzig+Dresden+Erfurt
offices in Berlin, Hamburg, Leipzig, and New York → EXPANSIONS expansionType:Branch/Office; expansionLocation:Berlin+Hamburg+Leipzig+New York
expansions not in Leipzig, Dresden and Erfurt → EXPANSIONS ? not in Leipzig, Dresden and Erfurt
expansions in Leipzig, Dresden and Erfurt, Germany → EXPANSIONS expansionLocation:Leipzig+Dresden+Erfurt ? Germany
expansions in Dallas, Texas and Columbus, Ohio → EXPANSIONS expansionLocation:Dallas, Texas+Columbus, Ohio
expansions in Dallas, Texas and Columbus → EXPANSIONS expansionLocation:Dallas, Texas+Columbus
projects in New England and New York → EXPANSIONS expansionLocation:New England+New York
investments in New Data Centres in Texas → EXPANSIONS expansionType:Data Centre; expansionLocation:Texas
Firmen außerhalb Deutschlands, die in Texas investieren → EXPANSIONS expansionLocation:Texas ? außerhalb Deutschlands
companies expanding into the German market → EXPANSIONS expansionLocation:Germany
German market research companies → EXPANSIONS companyLocation:Germany ? market research
Polish companies in Texas → EXPANSIONS companyLocation:Poland; expansionLocation:Texas
nail polish factories → EXPANSIONS expansionType:Factory/Plant ? nail polish
offices in New York, Boston and Chicago → EXPANSIONS expansionType:Branch/Office; expansionLocation:New York+Boston+Chicago
hirings in Germany, Siemens and SAP → HIRINGS countries:Germany ? Siemens SAP
Expansionen deutscher und polnischer Firmen → EXPANSIONS companyLocation:Germany+Poland
offices in Columbus, Ohio, Austin, Texas and Phoenix, Arizona → EXPANSIONS expansionType:Branch/Office; expansionLocation:Columbus, Ohio+Austin, Texas+Phoenix, Arizona
expansions in New Albany, Ohio → EXPANSIONS expansionLocation:New Albany, Ohio
expansions in Texas, March and April → EXPANSIONS expansionLocation:Texas ? March April
expansions in the past quarter → EXPANSIONS startDate:-1q
expansions in the first half of 2025 → EXPANSIONS startDate:2025-01-01; endDate:2025-06-30
expansions last year and this year → EXPANSIONS startDate:last year; endDate:last year ? this year
hirings in our group this month → HIRINGS startDate:this month ? group
Firmen in Deutschland investieren in Polen → EXPANSIONS companyLocation:Germany; expansionLocation:Poland
Expansionen der Hotelbranche → EXPANSIONS ? Hotelbranche
Expansionen der Chemiebranche → EXPANSIONS companyIndustry:chemicals & fertilizers
Expansionen der Bayernfirmen → EXPANSIONS companyLocation:Bavaria
expansions in the education sector → EXPANSIONS companyIndustry:education
hirings this and last week → HIRINGS startDate:last week; endDate:last week ? this
expansions over the past year over $10m → EXPANSIONS startDate:-1y; investment:>10000000; currency:USD
Expansionen im vergangenen Jahr → EXPANSIONS startDate:last year; endDate:last year
expansions in the last twelve months → EXPANSIONS startDate:-12m
expansions since the beginning of the year → EXPANSIONS startDate:this year
expansions since the start of last year → EXPANSIONS startDate:last year
Expansionen seit Anfang des Jahres → EXPANSIONS startDate:this year
expansions over $10m or creating 100+ jobs → EXPANSIONS investment:>10000000; currency:USD ? 100+ jobs
solar farms of GW Power over 100 MW → EXPANSIONS companies:GW Power; expansionType:Renewables ? over 100 MW
warehouses over 100,000 square feet → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse ? over 100,000 square feet
private equity firms expanding in Texas → EXPANSIONS companyIndustry:angels/ venture capital/ private equity; expansionLocation:Texas
new managing directors in Germany → EXEC_CHANGES title:CEO; reason:New Appointment; countries:Germany
What did Ambervale Power announce this year? → EXPANSIONS startDate:this year ? Ambervale Power
how much did Halvorsen Bay Pharma invest in Brazil → EXPANSIONS expansionLocation:Brazil ? Halvorsen Bay Pharma
no data centres in Texas → EXPANSIONS expansionLocation:Texas ? no data centres
layoffs in California → EXPANSIONS expansionLocation:California ? layoffs
expansions from Monday → EXPANSIONS ? Monday
expansions since Christmas → EXPANSIONS ? since Christmas
not retail → EXPANSIONS ? not retail
expansions outside the US → EXPANSIONS ? outside the US
expansions biggest first → EXPANSIONS ? biggest first
top 20 expansions in Texas → EXPANSIONS expansionLocation:Texas ? top 20
departures of CFOs → EXEC_CHANGES title:CFO ? departures
CEO or CFO → EXEC_CHANGES ? CEO CFO
Bring → EXPANSIONS ? Bring
please show me all → EXPANSIONS ? please show me all
`);

test.each(EXAMPLES)('%s: %s', (sentence = '', expected = '') => {
  const { fields, unknown } = told(sentence);
  expect({ fields, unknown }).toEqual(meant(expected));
});

test('a 29 February that the year of the last day lacks is the latest one, which Build reports', () => {
  const { question } = readSentence('expansions 29 February to 3 March 2027', {
    ...context,
    today: '2028-05-01',
  });
  expect(question.parts).toMatchObject([
    { name: 'startDate', value: { texts: ['2028-02-29'] } },
    { name: 'endDate', value: { texts: ['2027-03-03'] } },
  ]);
});

test('the longest name of a group is meant', () => {
  const groups = ['Accounts', 'Accounts West', 'Accounts West Coast'];
  const { question, unclear } = readSentence('data centres for Accounts West', { ...context, groups });
  expect(question.parts).toContainEqual(
    expect.objectContaining({ value: { kind: 'texts', texts: ['Accounts West'] } }),
  );
  expect(unclear).toEqual([]);
});

test('an ambiguous name in quotation marks is a company', () => {
  const [doubt] = readSentence('data centres in Foobar', context).unclear;
  expect(doubt).toMatchObject({ words: 'Foobar', assumed: 'Foobar', isName: true });
  const { question, unclear } = readSentence('data centres in "Foobar"', context);
  expect(question.first).toMatchObject({ texts: ['Foobar'] });
  expect(unclear).toEqual([]);
  // a mistyped place of the lists is not a company
  expect(readSentence('data centres in Texaz', context).unclear[0]).toMatchObject({ isName: false });
});

test.each([
  ['American Airlines routes', 'American Airlines', 'United States of America, aviation'],
  ['Singapore Airlines routes', 'Singapore Airlines', 'Singapore, aviation'],
  ['Bank of America branches', 'Bank of America', 'banking, United States of America'],
])('%s: the words could be a company', (sentence, words, assumed) => {
  expect(readSentence(sentence, context).unclear).toMatchObject([{ words, assumed, isName: true }]);
});

test('unlisted names in a list of places are doubted, because they may be companies', () => {
  const { unclear } = readSentence('offices in Texas, Ford and Tesla', context);
  expect(unclear).toMatchObject([
    { words: 'Ford', isName: true },
    { words: 'Tesla', isName: true },
  ]);
});

test.each(['Texas Instruments factories', 'hirings New Relic', 'expansions by acme'])(
  '%s: the company is offered',
  (sentence) => {
    const [doubt] = readSentence(sentence, context).unclear;
    expect(doubt).toMatchObject({ assumed: '', isName: true });
  },
);

test.each([en, de])('the word for a dataset is understood in its language', ({ build }) => {
  for (const [name, word] of Object.entries(build.sentence.words)) {
    const { question, unclear, isFunctionAssumed } = readSentence(`${word}: Texas`, context);
    expect([question.functionName, isFunctionAssumed]).toEqual([name, false]);
    expect(unclear.filter(({ words }) => words !== 'Texas')).toEqual([]);
  }
});
