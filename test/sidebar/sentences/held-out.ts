/**
 * A third of the set, written before the rules and kept apart from them. The first look gave 94 % right and one silently
 * wrong (a title lost in "CEO changes"); that rule and two more were mended afterwards, so new sentences belong here.
 */

/** What is said, and the fields that are meant; `?` is followed by the words that no field can hold. Today is 2026-11-20. */
export const HELD_OUT: readonly (readonly [string, string])[] = [
  [
    'data centres in Virginia this year',
    'EXPANSIONS expansionType:Data Centre; expansionLocation:Virginia; startDate:this year',
  ],
  [
    'new factories in Mexico over 50 million dollars',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Mexico; investment:>50000000; currency:USD',
  ],
  [
    'warehouses in Poland last quarter',
    'EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Poland; startDate:last quarter; endDate:last quarter',
  ],
  [
    'Hotels in Spanien seit Januar',
    'EXPANSIONS expansionType:Hotel/Resort; expansionLocation:Spain; startDate:2026-01-01',
  ],
  [
    'Show me all investments above €100m in France',
    'EXPANSIONS expansionLocation:France; investment:>100000000; currency:EUR',
  ],
  ['new CEOs in the banking industry', 'EXEC_CHANGES title:CEO; reason:New Appointment; industries:banking'],
  [
    'CFO retired last month',
    'EXEC_CHANGES title:CFO; reason:Retired; startDate:last month; endDate:last month',
  ],
  ['who is hiring in Germany', 'HIRINGS countries:Germany'],
  ['hiring of at least 500 people in the last 90 days', 'HIRINGS count:500; startDate:-90d'],
  [
    'Neue Werke in Deutschland mit mehr als 200 Stellen',
    'EXPANSIONS expansionType:Factory/Plant; expansionLocation:Germany; jobs:>200',
  ],
  [
    'Rechenzentren in Frankfurt letzte 30 Tage',
    'EXPANSIONS expansionType:Data Centre; expansionLocation:Frankfurt; startDate:-30d',
  ],
  ['wer stellt in Österreich ein', 'HIRINGS countries:Austria'],
  [
    'neue Geschäftsführer in der Pharmaindustrie',
    'EXEC_CHANGES title:CEO; reason:New Appointment; industries:pharmaceuticals',
  ],
  [
    'Investitionen zwischen 5 und 20 Millionen Euro in Polen',
    'EXPANSIONS expansionLocation:Poland; investment:5000000..20000000; currency:EUR',
  ],
  ['expansions by "Siemens" since 2025', 'EXPANSIONS companies:Siemens; startDate:2025-01-01'],
  ['solar and wind projects in Ohio', 'EXPANSIONS expansionType:Renewables; expansionLocation:Ohio'],
  [
    'research labs in California from January to June 2026',
    'EXPANSIONS expansionType:Research/Lab/Innovation; expansionLocation:California; startDate:2026-01-01; endDate:2026-06-30',
  ],
  [
    'headquarters moves to Florida since 2024',
    'EXPANSIONS expansionType:HQ; expansionLocation:Florida; startDate:2024-01-01 ? moves',
  ],
  [
    'CEO changes at insurance companies this quarter',
    'EXEC_CHANGES title:CEO; industries:insurance; startDate:this quarter',
  ],
  ['resignations of CTOs in the last 6 months', 'EXEC_CHANGES title:CTO; reason:Resigned; startDate:-6m'],
  [
    'data center projects in Texas except Dallas',
    'EXPANSIONS expansionType:Data Centre; expansionLocation:Texas ? except Dallas',
  ],
  [
    'restaurants opening in Canada this month',
    'EXPANSIONS expansionType:Restaurant; expansionLocation:Canada; startDate:this month',
  ],
  [
    'stores in the UK over £5 million',
    'EXPANSIONS expansionType:Store; expansionLocation:United Kingdom; investment:>5000000; currency:GBP',
  ],
  ['mining projects in Chile', 'EXPANSIONS expansionType:Mine; expansionLocation:Chile'],
  [
    'public companies building plants in India',
    'EXPANSIONS companyType:Public; expansionType:Factory/Plant; expansionLocation:India',
  ],
  [
    'Expansionen börsennotierter Firmen in den USA seit März',
    'EXPANSIONS companyType:Public; expansionLocation:United States of America; startDate:2026-03-01',
  ],
  [
    'Lagerhäuser in Bayern im letzten Quartal',
    'EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Bavaria; startDate:last quarter; endDate:last quarter',
  ],
  [
    'Führungswechsel in der Automobilindustrie diesen Monat',
    'EXEC_CHANGES industries:automobile; startDate:this month',
  ],
  [
    'Finanzvorstände, die in diesem Jahr zurückgetreten sind',
    'EXEC_CHANGES title:CFO; reason:Resigned; startDate:this year',
  ],
  [
    'große Einstellungen mit mindestens 1000 Stellen in Frankreich',
    'HIRINGS count:1000; countries:France ? große',
  ],
  [
    'Investitionen über 1 Mrd. Dollar in Texas',
    'EXPANSIONS expansionLocation:Texas; investment:>1000000000; currency:USD',
  ],
  [
    'hospitals in Saudi Arabia between 2023 and 2025',
    'EXPANSIONS expansionType:Healthcare Facility; expansionLocation:Saudi Arabia; startDate:2023-01-01; endDate:2025-12-31',
  ],
  ['retail companies hiring in the US', 'HIRINGS industries:retail; countries:United States of America'],
  [
    'expansions of the group Key accounts last week',
    'EXPANSIONS group:Key accounts; startDate:last week; endDate:last week',
  ],
  ['Expansionen der Gruppe Key accounts seit gestern', 'EXPANSIONS group:Key accounts; startDate:yesterday'],
  [
    'airports in Dubai in 2025',
    'EXPANSIONS expansionType:Airport/Airline Hub/Cargo Facility; expansionLocation:Dubai; startDate:2025-01-01; endDate:2025-12-31',
  ],
  ['expansions creating more than 100 jobs in Georgia', 'EXPANSIONS jobs:>100; expansionLocation:Georgia'],
  ['latest 20 expansions in Japan', 'EXPANSIONS limit:20; expansionLocation:Japan'],
  [
    'land purchases under 2M dollars',
    'EXPANSIONS expansionType:Lease/Land Purchase; investment:<2000000; currency:USD',
  ],
  ['battery gigafactories near Berlin', 'EXPANSIONS expansionType:Factory/Plant ? battery near Berlin'],
  [
    'universities in Ontario in Q2 2026',
    'EXPANSIONS expansionType:Education; expansionLocation:Ontario; startDate:2026-04-01; endDate:2026-06-30',
  ],
  [
    'tech companies from Germany opening offices in the United States',
    'EXPANSIONS companyIndustry:technology; companyLocation:Germany; expansionType:Branch/Office; expansionLocation:United States of America',
  ],
  [
    'deutsche Firmen, die in China investieren',
    'EXPANSIONS companyLocation:Germany; expansionLocation:China',
  ],
  [
    'Oil wells in Norway, not offshore',
    'EXPANSIONS expansionType:Oil/Gas Well; expansionLocation:Norway ? not offshore',
  ],
  ['promoted COOs', 'EXEC_CHANGES title:COO; reason:Promoted/Role Change'],
  [
    'the biggest data centres in Ireland',
    'EXPANSIONS expansionType:Data Centre; expansionLocation:Ireland ? biggest',
  ],
  [
    'factory expansions since 1 May 2026 worth at least 25m USD',
    'EXPANSIONS expansionType:Factory/Plant; startDate:2026-05-01; investment:>=25000000; currency:USD',
  ],
  ['data centres until end of June', 'EXPANSIONS expansionType:Data Centre; endDate:2026-06-30'],
  [
    'pharma plants in Ireland or Switzerland',
    'EXPANSIONS companyIndustry:pharmaceuticals; expansionType:Factory/Plant; expansionLocation:Ireland+Switzerland',
  ],
  [
    'Einzelhändler, die in der Schweiz Filialen eröffnen',
    'EXPANSIONS companyIndustry:retail; expansionType:Store; expansionLocation:Switzerland',
  ],
  [
    'clinics in Oregon since last month',
    'EXPANSIONS expansionType:Healthcare Facility; expansionLocation:Oregon; startDate:last month',
  ],
  [
    'weather in Texas tomorrow',
    'EXPANSIONS expansionLocation:Texas; startDate:tomorrow; endDate:tomorrow ? weather',
  ],
  [
    'weniger als 50 Stellen in Italien seit 01.02.2026',
    'EXPANSIONS jobs:<50; expansionLocation:Italy; startDate:2026-02-01',
  ],
];
