/**
 * Written after all rules. Of the first 85 about 85 % were right and one silently wrong (jobs alone, which may be those
 * of a major hiring); five rules were mended afterwards. The fields were taken from what the rules then read and checked by
 * eye, but for five that stand here as they were meant: the set keeps what is right, and measures less than held-out.ts.
 */

/** As in held-out.ts. */
export const LATEST: readonly (readonly [string, string])[] = [
  [
    'chip plants in Arizona above $1bn since 2024',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Arizona; investment:>1000000000; currency:USD; startDate:2024-01-01 ? chip',
  ],
  [
    'semiconductor factories in Germany',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Germany ? semiconductor',
  ],
  [
    'EV battery plants in Hungary with more than 1,000 jobs',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Hungary; jobs:>1000 ? EV battery',
  ],
  [
    'battery factories in the US',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:United States of America ? battery',
  ],
  [
    'hyperscale data centres in Ireland',
    'EXPANSIONS expansionType:Data Centre; expansionLocation:Ireland ? hyperscale',
  ],
  [
    'new distribution centers in Pennsylvania between 10 and 50 million USD',
    'EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Pennsylvania; investment:10000000..50000000; currency:USD',
  ],
  [
    'HQ relocations to Texas this year',
    'EXPANSIONS expansionType:HQ; expansionLocation:Texas; startDate:this year ? relocations',
  ],
  ['companies moving to Florida', 'EXPANSIONS expansionLocation:Florida ? moving'],
  [
    'what did Siemens announce last month',
    'EXPANSIONS companies:Siemens; startDate:last month; endDate:last month',
  ],
  ['expansions of Amazon in Poland', 'EXPANSIONS expansionLocation:Poland; companies:Amazon'],
  ['Who joined Microsoft as CFO?', 'EXEC_CHANGES title:CFO ? joined Microsoft as'],
  [
    'CEO departures at banks in 2025',
    'EXEC_CHANGES title:CEO; industries:banking; startDate:2025-01-01; endDate:2025-12-31 ? departures',
  ],
  [
    'new chief executives in Switzerland',
    'EXEC_CHANGES reason:New Appointment; title:CEO; countries:Switzerland',
  ],
  [
    'new chief financial officers at listed companies',
    'EXEC_CHANGES reason:New Appointment; title:CFO ? listed',
  ],
  [
    'CFOs who resigned this year in Italy',
    'EXEC_CHANGES title:CFO; reason:Resigned; startDate:this year; countries:Italy',
  ],
  ['COO and CMO appointments', 'EXEC_CHANGES reason:New Appointment ? COO CMO'],
  ['who is hiring more than 300 people in France', 'HIRINGS count:301; countries:France'],
  [
    'companies hiring in healthcare since last quarter',
    'HIRINGS industries:healthcare; startDate:last quarter',
  ],
  ['hirings at my Key accounts in the past two weeks', 'HIRINGS group:Key accounts; startDate:-2w'],
  ['Key accounts data centres', 'EXPANSIONS group:Key accounts; expansionType:Data Centre'],
  [
    'restaurants and stores in London last 7 days',
    'EXPANSIONS expansionType:Restaurant+Store; expansionLocation:London; startDate:-7d',
  ],
  [
    'wind farms in Denmark under 500 million DKK',
    'EXPANSIONS expansionType:Renewables; expansionLocation:Denmark; investment:<500000000; currency:any ? DKK',
  ],
  [
    'solar parks in Spain worth at least €20 million',
    'EXPANSIONS expansionType:Renewables; expansionLocation:Spain; investment:>=20000000; currency:EUR',
  ],
  ['top 10 investments in Canada', 'EXPANSIONS expansionLocation:Canada ? top 10'],
  ['investments over 100 million', 'EXPANSIONS investment:>100000000; currency:any'],
  [
    'investments over 100 million in Japan in yen',
    'EXPANSIONS investment:>100000000; expansionLocation:Japan; currency:JPY',
  ],
  ['expansions with exactly 250 jobs', 'EXPANSIONS jobs:250'],
  [
    'factories in Ohio with 100 to 500 jobs',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Ohio; jobs:100..500',
  ],
  [
    'warehouses in Ohio with up to 50 jobs',
    'EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Ohio; jobs:<=50',
  ],
  ['projects announced on 3 March 2026', 'EXPANSIONS startDate:2026-03-03; endDate:2026-03-03'],
  ['projects announced on 03/04/2026', 'EXPANSIONS startDate:2026-03-04; endDate:2026-03-04'],
  ['projects from 1 to 15 October', 'EXPANSIONS startDate:2026-10-01; endDate:2026-10-15'],
  ['factories since Christmas', 'EXPANSIONS expansionType:Factory/Plant ? since Christmas'],
  ['factories in Q3', 'EXPANSIONS expansionType:Factory/Plant; startDate:2026-07-01; endDate:2026-09-30'],
  ['investments in H1 2026', 'EXPANSIONS startDate:2026-01-01; endDate:2026-06-30'],
  [
    'hotels in Dubai next year',
    'EXPANSIONS expansionType:Hotel/Resort; expansionLocation:Dubai; startDate:next year; endDate:next year',
  ],
  ['university campuses in India', 'EXPANSIONS expansionType:Education; expansionLocation:India'],
  [
    'pharma labs in Basel',
    'EXPANSIONS companyIndustry:pharmaceuticals; expansionType:Research/Lab/Innovation; expansionLocation:Basel',
  ],
  [
    'life sciences labs in Boston',
    'EXPANSIONS expansionType:Research/Lab/Innovation; expansionLocation:Boston ? life sciences',
  ],
  ['AI companies in California', 'EXPANSIONS expansionLocation:California ? AI'],
  ['food factories in Brazil', 'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Brazil ? food'],
  ['data centres in Georgia', 'EXPANSIONS expansionType:Data Centre; expansionLocation:Georgia'],
  ['expansions in New York', 'EXPANSIONS expansionLocation:New York'],
  ['expansions by companies based in Japan', 'EXPANSIONS companyLocation:Japan'],
  [
    'US companies expanding in Europe',
    'EXPANSIONS companyLocation:United States of America; expansionLocation:Europe',
  ],
  ['German companies investing in Mexico', 'EXPANSIONS companyLocation:Germany; expansionLocation:Mexico'],
  [
    'Chinese car makers in Hungary',
    'EXPANSIONS companyLocation:China; companyIndustry:automobile; expansionLocation:Hungary',
  ],
  ['expansions in Asia', 'EXPANSIONS expansionLocation:Asia'],
  [
    'Rechenzentren in Bayern über 50 Mio. Euro',
    'EXPANSIONS expansionType:Data Centre; expansionLocation:Bavaria; investment:>50000000; currency:EUR',
  ],
  [
    'Fabriken in Sachsen seit März',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Saxony; startDate:2026-03-01',
  ],
  [
    'Werke in Ungarn mit über 1.000 Arbeitsplätzen',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Hungary; jobs:>1000',
  ],
  ['neue Hauptsitze in München', 'EXPANSIONS expansionType:HQ; expansionLocation:Munich'],
  ['Wer stellt gerade in Hamburg ein?', 'HIRINGS ? gerade Hamburg'],
  ['Neueinstellungen bei Bosch', 'HIRINGS companies:Bosch'],
  [
    'Einstellungen in der Automobilindustrie im letzten Quartal',
    'HIRINGS industries:automobile; startDate:last quarter; endDate:last quarter',
  ],
  ['mehr als 500 neue Stellen in Polen', 'HIRINGS count:501; countries:Poland'],
  [
    'Neue CFOs bei Banken in Deutschland',
    'EXEC_CHANGES reason:New Appointment; title:CFO; industries:banking; countries:Germany',
  ],
  ['CEO-Wechsel in der Schweiz', 'EXEC_CHANGES title:CEO; countries:Switzerland'],
  ['Vorstandswechsel bei Versicherungen', 'EXEC_CHANGES industries:insurance'],
  ['Finanzchefs, die zurückgetreten sind', 'EXEC_CHANGES title:CFO; reason:Resigned'],
  [
    'Wer ist in den letzten 3 Monaten CEO geworden?',
    'EXEC_CHANGES startDate:-3m; title:CEO; reason:New Appointment',
  ],
  [
    'Logistikzentren in NRW',
    'EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:North Rhine-Westphalia',
  ],
  [
    'Lager in Polen zwischen 5 und 10 Millionen Zloty',
    'EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Poland; investment:5000000..10000000; currency:any ? Zloty',
  ],
  ['Investitionen in Österreich ohne Wien', 'EXPANSIONS expansionLocation:Austria ? ohne Wien'],
  [
    'Investitionen unter 1 Mio Euro seit letzter Woche',
    'EXPANSIONS investment:<1000000; currency:EUR; startDate:last week',
  ],
  [
    'Ansiedlungen in Brandenburg im Jahr 2025',
    'EXPANSIONS expansionLocation:Brandenburg; startDate:2025-01-01; endDate:2025-12-31',
  ],
  [
    'deutsche Firmen, die in den USA investieren',
    'EXPANSIONS companyLocation:Germany; expansionLocation:United States of America',
  ],
  ['Standorte von Lidl in Rumänien', 'EXPANSIONS expansionLocation:Romania; companies:Lidl'],
  [
    'Filialen von Aldi in Ungarn',
    'EXPANSIONS expansionType:Store; expansionLocation:Hungary; companies:Aldi',
  ],
  ['die größten Investitionen in Frankreich', 'EXPANSIONS expansionLocation:France ? größten'],
  ['Rechenzentren heute', 'EXPANSIONS expansionType:Data Centre; startDate:today'],
  ['Rechenzentren seit gestern', 'EXPANSIONS expansionType:Data Centre; startDate:yesterday'],
  ['Krankenhäuser in Wien', 'EXPANSIONS expansionType:Healthcare Facility; expansionLocation:Vienna'],
  [
    'Forschungszentren von Bayer in Berlin',
    'EXPANSIONS expansionType:Research/Lab/Innovation; expansionLocation:Berlin; companies:Bayer',
  ],
  [
    'Supermärkte in Tschechien diesen Monat',
    'EXPANSIONS expansionType:Store; expansionLocation:Czechia; startDate:this month',
  ],
  ['Fabriken ab 100 Stellen', 'EXPANSIONS expansionType:Factory/Plant; jobs:>=100'],
  ['Fabriken bis 100 Stellen', 'EXPANSIONS expansionType:Factory/Plant; jobs:<=100'],
  [
    'Investitionen von 10 bis 20 Mio. Dollar in Texas',
    'EXPANSIONS investment:10000000..20000000; currency:USD; expansionLocation:Texas',
  ],
  ['Expansionen vom 1. bis 15. Oktober', 'EXPANSIONS startDate:2026-10-01; endDate:2026-10-15'],
  [
    'UK firms in Poland since May',
    'EXPANSIONS companyLocation:United Kingdom; expansionLocation:Poland; startDate:2026-05-01',
  ],
  [
    'from 3 to 17 March 2026 in Ohio, data centres',
    'EXPANSIONS startDate:2026-03-03; endDate:2026-03-17; expansionLocation:Ohio; expansionType:Data Centre',
  ],
  ['factories between 100 and 200 jobs', 'EXPANSIONS expansionType:Factory/Plant; jobs:100..200'],
  [
    'factories from 10 to 20 million dollars',
    'EXPANSIONS expansionType:Factory/Plant; investment:10000000..20000000; currency:USD',
  ],
  ['CFO-Wechsel bei Banken', 'EXEC_CHANGES title:CFO; industries:banking'],
  [
    'factories in Texas from 5 to 10 jobs',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Texas; jobs:5..10',
  ],
  [
    'vom 3. bis 17. März 2026 in Sachsen',
    'EXPANSIONS startDate:2026-03-03; endDate:2026-03-17; expansionLocation:Saxony',
  ],
  ['appointments of CEOs in Spain', 'EXEC_CHANGES reason:New Appointment; title:CEO; countries:Spain'],
  ['investments of 50 million dollars', 'EXPANSIONS ? 50 million dollars'],
  [
    'offices of banks in London',
    'EXPANSIONS expansionType:Branch/Office; companyIndustry:banking; expansionLocation:London',
  ],
];
