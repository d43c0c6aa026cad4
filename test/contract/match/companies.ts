/** Companies as a service has them, some hard to tell apart: same words, subsidiaries, short names. */
import type { KnownCompany } from '../../../src/contract/match-answer.js';

const LINES = `
c_001 | Siemens AG | siemens.com | Munich, Germany
c_002 | Siemens Energy AG | siemens-energy.com | Munich, Germany
c_003 | Siemens Healthineers AG | siemens-healthineers.com | Erlangen, Germany
c_004 | Robert Bosch GmbH | bosch.com | Gerlingen, Germany
c_005 | Bayerische Motoren Werke AG | bmw.com | Munich, Germany
c_006 | Volkswagen AG | volkswagen.com | Wolfsburg, Germany
c_007 | Daimler Truck Holding AG | daimlertruck.com | Stuttgart, Germany
c_008 | Mercedes-Benz Group AG | mercedes-benz.com | Stuttgart, Germany
c_009 | Müller Milch GmbH & Co. KG | muellermilch.de | Aretsried, Germany
c_010 | Müller Maschinenbau GmbH | mueller-maschinenbau.de | Kassel, Germany
c_011 | Nestlé S.A. | nestle.com | Vevey, Switzerland
c_012 | Société Générale S.A. | societegenerale.com | Paris, France
c_013 | L'Oréal S.A. | loreal.com | Clichy, France
c_014 | TotalEnergies SE | totalenergies.com | Courbevoie, France | Total S.A.
c_015 | Meta Platforms, Inc. | meta.com | Menlo Park, California, USA | Facebook, Inc.
c_016 | Meta Foods, LLC | metafoods.example | Austin, Texas, USA
c_017 | Alphabet Inc. | abc.xyz | Mountain View, California, USA
c_018 | Amazon.com, Inc. | amazon.com | Seattle, Washington, USA
c_019 | Apple Inc. | apple.com | Cupertino, California, USA
c_020 | Applebee's International, Inc. | applebees.com | Pasadena, California, USA
c_021 | Microsoft Corporation | microsoft.com | Redmond, Washington, USA
c_022 | Micron Technology, Inc. | micron.com | Boise, Idaho, USA
c_023 | Intel Corporation | intel.com | Santa Clara, California, USA
c_024 | Intelsat S.A. | intelsat.com | Luxembourg
c_025 | International Business Machines Corporation | ibm.com | Armonk, New York, USA
c_026 | General Motors Company | gm.com | Detroit, Michigan, USA
c_027 | General Mills, Inc. | generalmills.com | Minneapolis, Minnesota, USA
c_028 | General Electric Company | ge.com | Boston, Massachusetts, USA
c_029 | Ford Motor Company | ford.com | Dearborn, Michigan, USA
c_030 | 3M Company | 3m.com | Saint Paul, Minnesota, USA
c_031 | AT&T Inc. | att.com | Dallas, Texas, USA
c_032 | Johnson & Johnson | jnj.com | New Brunswick, New Jersey, USA
c_033 | Johnson Controls International plc | johnsoncontrols.com | Cork, Ireland
c_034 | Procter & Gamble Company | pg.com | Cincinnati, Ohio, USA
c_035 | JPMorgan Chase & Co. | jpmorganchase.com | New York, New York, USA
c_036 | The Coca-Cola Company | coca-colacompany.com | Atlanta, Georgia, USA
c_037 | Coca-Cola HBC AG | coca-colahellenic.com | Steinhausen, Switzerland
c_038 | PepsiCo, Inc. | pepsico.com | Purchase, New York, USA
c_039 | Walmart Inc. | walmart.com | Bentonville, Arkansas, USA | Wal-Mart Stores, Inc.
c_040 | The Home Depot, Inc. | homedepot.com | Atlanta, Georgia, USA
c_041 | Delta Air Lines, Inc. | delta.com | Atlanta, Georgia, USA
c_042 | Delta Electronics, Inc. | deltaww.com | Taipei, Taiwan
c_043 | Delta Faucet Company | deltafaucet.com | Indianapolis, Indiana, USA
c_044 | Acme Corporation | acme.example | Detroit, Michigan, USA
c_045 | Acme GmbH | acme.de | Berlin, Germany
c_046 | Toyota Motor Corporation | toyota.com | Toyota City, Japan
c_047 | Honda Motor Co., Ltd. | honda.com | Tokyo, Japan
c_048 | Samsung Electronics Co., Ltd. | samsung.com | Suwon, South Korea
c_049 | Samsung Biologics Co., Ltd. | samsungbiologics.com | Incheon, South Korea
c_050 | Tata Motors Limited | tatamotors.com | Mumbai, India
c_051 | Tata Consultancy Services Limited | tcs.com | Mumbai, India
c_052 | Reliance Industries Limited | ril.com | Mumbai, India
c_053 | Petróleo Brasileiro S.A. – Petrobras | petrobras.com.br | Rio de Janeiro, Brazil
c_054 | Vale S.A. | vale.com | Rio de Janeiro, Brazil
c_055 | Unilever PLC | unilever.com | London, United Kingdom
c_056 | Barclays PLC | barclays.co.uk | London, United Kingdom
c_057 | BP p.l.c. | bp.com | London, United Kingdom
c_058 | Shell plc | shell.com | London, United Kingdom | Royal Dutch Shell plc
c_059 | Ørsted A/S | orsted.com | Fredericia, Denmark | DONG Energy A/S
c_060 | A.P. Møller – Mærsk A/S | maersk.com | Copenhagen, Denmark
c_061 | Novo Nordisk A/S | novonordisk.com | Bagsværd, Denmark
c_062 | Telefonaktiebolaget LM Ericsson | ericsson.com | Stockholm, Sweden
c_063 | IKEA | ikea.com | Delft, Netherlands
c_064 | ASML Holding N.V. | asml.com | Veldhoven, Netherlands
c_065 | Škoda Auto a.s. | skoda-auto.com | Mladá Boleslav, Czechia
c_066 | Pro-Vision Logistics LLC | provisionlogistics.example | Reno, Nevada, USA
c_067 | Northwind Traders Ltd | northwind.example | Leeds, United Kingdom
c_068 | Northwind Trading Ltd | northwindtrading.example | York, United Kingdom
c_069 | Contoso Pharmaceuticals, Inc. | contoso.example | Boston, Massachusetts, USA
c_070 | Blue Yonder Group, Inc. | blueyonder.com | Scottsdale, Arizona, USA | JDA Software Group, Inc.
c_071 | Blue Origin, LLC | blueorigin.com | Kent, Washington, USA
c_072 | First Solar, Inc. | firstsolar.com | Tempe, Arizona, USA
c_073 | First Citizens BancShares, Inc. | firstcitizens.com | Raleigh, North Carolina, USA
c_074 | Rivian Automotive, Inc. | rivian.com | Irvine, California, USA
c_075 | Kraft Heinz Company | kraftheinzcompany.com | Chicago, Illinois, USA
c_076 | Hewlett Packard Enterprise Company | hpe.com | Spring, Texas, USA
c_077 | HP Inc. | hp.com | Palo Alto, California, USA | Hewlett-Packard Company
c_078 | Sun Hydraulics, LLC | sunhydraulics.com | Sarasota, Florida, USA
c_079 | Sun Chemical Corporation | sunchemical.com | Parsippany, New Jersey, USA
c_080 | Панасоник Рус | panasonic.ru | Moscow, Russia
c_081 | 株式会社日立製作所 | hitachi.co.jp | Tokyo, Japan
c_082 | Twilio Inc. | twilio.com | San Francisco, California, USA
c_083 | Twilight Studios Inc. | twilight.example | Los Angeles, California, USA`;

export const COMPANIES: readonly KnownCompany[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [id = '', name = '', domain = '', location = '', former] = line
      .split('|')
      .map((part) => part.trim());
    return { id, name, domain, location, ...(former !== undefined && { formerNames: [former] }) };
  });

/** What people have in their columns, and the company that they mean: an id, or why there is none. */
export const MESSY_NAMES: readonly (readonly [text: string, expected: string])[] = [
  // as it is, in other cases, with blanks
  ['Siemens AG', 'c_001'],
  ['siemens', 'c_001'],
  ['  SIEMENS   ag ', 'c_001'],
  ['Siemens Aktiengesellschaft', 'c_001'],
  ['Siemens Energy', 'c_002'],
  ['Siemens Healthineers', 'c_003'],
  ['robert bosch', 'c_004'],
  ['Robert Bosch Gesellschaft mit beschränkter Haftung', 'c_004'],
  ['Bayerische Motorenwerke', 'c_005'],
  ['Volkswagen', 'c_006'],
  ['Volkwagen AG', 'c_006'],
  ['VOLKSWAGEN A.G.', 'c_006'],
  ['Daimler Truck', 'c_007'],
  ['Mercedes Benz', 'c_008'],
  ['Mercedes-Benz Group', 'c_008'],
  ['Mueller Milch', 'c_009'],
  ['Muller Milch GmbH', 'c_009'],
  ['Müller Milch', 'c_009'],
  ['Mueller Maschinenbau', 'c_010'],
  ['Müller', 'several'],
  ['Nestle', 'c_011'],
  ['NESTLÉ SA', 'c_011'],
  ['Nestle, S. A.', 'c_011'],
  ['Nestlé (Switzerland)', 'c_011'],
  ['Societe Generale', 'c_012'],
  ['Société Générale SA', 'c_012'],
  ['Socièté Général', 'c_012'],
  ["L'Oreal", 'c_013'],
  ['LOREAL', 'c_013'],
  ['L’Oréal', 'c_013'],
  ['Total Energies', 'c_014'],
  ['Total SA', 'c_014'],
  ['Facebook', 'c_015'],
  ['Facebook Inc', 'c_015'],
  ['Meta Platforms', 'c_015'],
  ['Meta Foods', 'c_016'],
  ['Meta', 'several'],
  ['Total', 'c_014'],
  ['Alphabet', 'c_017'],
  ['Alphabet (Google)', 'c_017'],
  ['Amazon', 'c_018'],
  ['Amazon.com', 'c_018'],
  ['AMAZON COM INC', 'c_018'],
  ['Apple', 'c_019'],
  ['Apple Computer', 'none'],
  ['Applebees', 'c_020'],
  ['Microsoft', 'c_021'],
  ['Micorsoft Corp', 'c_021'],
  ['Microsoft Corp.', 'c_021'],
  ['Micro', 'none'],
  ['Micron', 'c_022'],
  ['Micron Technologies', 'c_022'],
  ['Intel', 'c_023'],
  ['Intel Corp', 'c_023'],
  ['Intelsat', 'c_024'],
  ['Interl', 'none'],
  ['International Business Machines', 'c_025'],
  ['IBM', 'c_025'],
  ['General Motors', 'c_026'],
  ['General Motor Co', 'c_026'],
  ['General Mills', 'c_027'],
  ['General', 'several'],
  ['GE', 'c_028'],
  ['Ford Motor', 'c_029'],
  ['Ford Motor Co. (USA)', 'c_029'],
  ['3M', 'c_030'],
  ['3M Co', 'c_030'],
  ['AT&T', 'c_031'],
  ['AT & T', 'c_031'],
  ['Johnson and Johnson', 'c_032'],
  ['Johnson & Johnson Inc.', 'c_032'],
  ['Johnson Controls', 'c_033'],
  ['Johnson', 'several'],
  ['Procter and Gamble', 'c_034'],
  ['Proctor & Gamble', 'c_034'],
  ['JP Morgan Chase', 'c_035'],
  ['J.P. Morgan Chase & Co', 'c_035'],
  ['Coca-Cola', 'c_036'],
  ['Coca Cola Company', 'c_036'],
  ['Cocacola', 'c_036'],
  ['Coca-Cola HBC', 'c_037'],
  ['Pepsico', 'c_038'],
  ['Pepsi Co', 'c_038'],
  ['Wal-Mart', 'c_039'],
  ['Wal-Mart Stores', 'c_039'],
  ['Home Depot', 'c_040'],
  ['Delta Airlines', 'c_041'],
  ['Delta', 'several'],
  ['Delta Electronics', 'c_042'],
  ['Acme', 'several'],
  ['Acme Corp', 'c_044'],
  ['ACME GMBH', 'c_045'],
  ['Acme Ltd', 'several'],
  ['Toyota Motor', 'c_046'],
  ['Toyota Motor Corp. Japan', 'c_046'],
  ['Honda Motor Company', 'c_047'],
  ['Samsung Electronic', 'c_048'],
  ['Samsung', 'several'],
  ['Tata Motors Ltd', 'c_050'],
  ['Tata Moters', 'c_050'],
  ['TCS', 'c_051'],
  ['Petrobras', 'c_053'],
  ['Vale', 'c_054'],
  ['Unilever N.V.', 'c_055'],
  ['Barclays', 'c_056'],
  ['Barcleys', 'c_056'],
  ['B.P.', 'c_057'],
  ['BP', 'c_057'],
  ['Royal Dutch Shell', 'c_058'],
  ['Shell', 'c_058'],
  ['Orsted', 'c_059'],
  ['DONG Energy', 'c_059'],
  ['A.P. Moller Maersk', 'c_060'],
  ['AP Moeller-Maersk', 'c_060'],
  ['Novo-Nordisk', 'c_061'],
  ['Ikea', 'c_063'],
  ['IKEA Deutschland GmbH & Co. KG', 'c_063'],
  ['ASML', 'c_064'],
  ['Skoda Auto', 'c_065'],
  ['ProVision Logistics', 'c_066'],
  ['Northwind Traders', 'c_067'],
  ['Northwind Trading', 'c_068'],
  ['Northwind', 'several'],
  ['Contoso Pharmaceutical', 'c_069'],
  ['Contoso', 'c_069'],
  ['JDA Software', 'c_070'],
  ['Blue Yonder', 'c_070'],
  ['Blue', 'several'],
  ['First Solar Inc', 'c_072'],
  ['First Solr', 'c_072'],
  ['Rivian', 'c_074'],
  ['The Kraft Heinz Company', 'c_075'],
  ['Hewlett Packard', 'c_077'],
  ['HP', 'c_077'],
  ['Sun', 'several'],
  ['Панасоник Рус', 'c_080'],
  ['日立製作所', 'c_081'],
  ['Twilio', 'c_082'],
  ['Twillio', 'c_082'],
  ['Twilight', 'c_083'],
  // domains, addresses of pages and people, ids
  ['siemens.com', 'c_001'],
  ['https://www.bosch.com/careers?x=1', 'c_004'],
  ['jobs.barclays.co.uk', 'c_056'],
  ['barclays.co.uk', 'c_056'],
  ['Ann Smith <ann.smith@maersk.com>', 'c_060'],
  ['info@petrobras.com.br', 'c_053'],
  ['mailto:hr@rivian.com', 'c_074'],
  ['ann@gmail.com', 'none'],
  ['https://www.linkedin.com/company/siemens-energy/about/', 'c_002'],
  ['linkedin.com/company/rivian', 'c_074'],
  ['https://de.wikipedia.org/wiki/Soci%C3%A9t%C3%A9_G%C3%A9n%C3%A9rale', 'c_012'],
  ['siemens.wordpress.com', 'none'],
  ['www.siemens.de', 'c_001'],
  ['nowhere.example', 'none'],
  ['co.uk', 'none'],
  ['c_017', 'c_017'],
  // nothing to go by
  ['n/a', 'none'],
  ['-', 'none'],
  ['GmbH', 'none'],
  ['The Company', 'none'],
  ['Zephyr Industries', 'none'],
  ['Acme Siemens', 'none'],
  ['Amazonia Foods', 'none'],
  ['Appel Farms', 'none'],
  ['Shelly Group', 'none'],
  ['Ford Foundation', 'none'],
  ['Siemens Mobility', 'none'],
  ['Bosch Rexroth AG', 'none'],
  ['General Dynamics', 'none'],
  ['Vala', 'none'],
  ['HPE', 'c_076'],
];
