/** Companies that are hard to tell apart: same words, subsidiaries, short names. */
import type { KnownCompany } from '../../../../src/contract/match-answer.js';
import { rowsOf } from '../../../support/rows.js';

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
c_083 | Twilight Studios Inc. | twilight.example | Los Angeles, California, USA
c_084 | Google LLC | google.com | Mountain View, California, USA
c_085 | LinkedIn Corporation | linkedin.com | Sunnyvale, California, USA
c_086 | GitHub, Inc. | github.com | San Francisco, California, USA
c_087 | WordPress Inc. | wordpress.example | San Francisco, California, USA
c_088 | People Inc. | people.example | New York, New York, USA
c_089 | Southwest Airlines Co. | southwest.com | Dallas, Texas, USA
c_090 | Northwest Bank | northwest.example | Warren, Pennsylvania, USA
c_091 | Churchill Capital Corp III | churchill.example | New York, New York, USA
c_092 | Ares Acquisition Corporation | ares.example | New York, New York, USA
c_093 | Tru Inc. | tru.example | Boston, Massachusetts, USA
c_094 | AR Inc. | ar.example | Austin, Texas, USA
c_095 | Bauer AG | bauer.example | Schrobenhausen, Germany
c_096 | Yahoo Inc. | yahooinc.com | New York, New York, USA
c_097 | Comcast Corporation | comcast.com | Philadelphia, Pennsylvania, USA
c_098 | Outlook Group | outlook.example | Neenah, Wisconsin, USA
c_099 | GMX Holding AG | gmx.example | Karlsruhe, Germany
c_100 | Zendesk, Inc. | zendesk.com | San Francisco, California, USA
c_101 | Greenhouse Software, Inc. | greenhouse.io | New York, New York, USA
c_102 | Lever, Inc. | lever.co | San Francisco, California, USA
c_103 | Glassdoor LLC | glassdoor.com | San Francisco, California, USA
c_104 | E.ON SE | eon.com | Essen, Germany
c_105 | Dr. Oetker GmbH | oetker.de | Bielefeld, Germany
c_106 | Home Bank | homebank.example | Lafayette, Louisiana, USA
c_107 | Global Industries, Ltd. | globalindustries.example | Houston, Texas, USA
c_108 | Mitsubishi Electric Corporation | mitsubishielectric.com | Tokyo, Japan
c_109 | Stadtwerke Freiburg GmbH | stadtwerke-freiburg.example | Freiburg, Germany
c_110 | Andersen Corporation | andersenwindows.com | Bayport, Minnesota, USA
c_111 | Peterson Shipping | peterson.example | Bergen, Norway
c_112 | 第一生命経済研究所 | dlri.co.jp | Tokyo, Japan
c_113 | ダイキン工業株式会社 | daikin.co.jp | Osaka, Japan
c_114 | Micro Devices, Inc. | microdevices.example | Austin, Texas, USA
c_115 | Community Car Group | communitycar.example | Denver, Colorado, USA
c_116 | Apollo Fund IV | apollo.example | New York, New York, USA
c_117 | National Grid plc | nationalgrid.com | London, United Kingdom
c_118 | Forever 21, Inc. | forever21.com | Los Angeles, California, USA
c_119 | M&T Bank Corporation | mtb.com | Buffalo, New York, USA
c_120 | Bank of China Limited | boc.cn | Beijing, China
c_121 | Vitamin C Brands | vitamin.example | Miami, Florida, USA
c_122 | Gold Coast Bank | goldcoast.example | Islandia, New York, USA
c_123 | Zunfthaus | zunfthaus.wordpress.com | Bern, Switzerland
c_124 | Alliance Energy | alliance.example | Branford, Connecticut, USA
c_125 | Bern Insurance | bern.example | Bern, Switzerland
c_126 | टाटा | tata.example | Mumbai, India
c_127 | AB Volvo | volvogroup.com | Gothenburg, Sweden
c_128 | Volvo Car AB | volvocars.com | Gothenburg, Sweden
c_129 | PT Astra International Tbk | astra.co.id | Jakarta, Indonesia
c_130 | Türkiye İş Bankası A.Ş. | isbank.com.tr | Istanbul, Turkey
c_131 | Watson Inc. | watson.example | Boston, Massachusetts, USA
c_132 | Warner Bros. Discovery, Inc. | wbd.com | New York, New York, USA
c_133 | 株式会社東芝 | toshiba.co.jp | Tokyo, Japan
c_134 | Bücher.de GmbH & Co. KG | xn--bcher-kva.de | Augsburg, Germany
c_135 | Blåbær Kantine | blåbær.no | Oslo, Norway
c_136 | Tallinna Kaubamaja AS | tkmgrupp.ee | Tallinn, Estonia
c_137 | Orlen S.A. | orlen.pl | Płock, Poland | PKN Orlen S.A.
c_138 | Łódź Logistyka Sp. z o.o. | lodz.example | Łódź, Poland
c_139 | Universität Heidelberg | uni-heidelberg.de | Heidelberg, Germany
c_140 | Universitätsklinikum Heidelberg | klinikum.uni-heidelberg.de | Heidelberg, Germany`;

export function companiesIn(lines: string): readonly KnownCompany[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', name = '', domain = '', location = '', former] = line
        .split('|')
        .map((part) => part.trim());
      return { id, name, domain, location, ...(former !== undefined && { formerNames: [former] }) };
    });
}

export const COMPANIES = companiesIn(LINES);

export function textsIn(lines: string): readonly (readonly [text: string, expected: string])[] {
  return rowsOf(lines).flatMap(([expected = '', texts = '']) =>
    texts.split('|').map((text) => [text, expected] as const),
  );
}

/**
 * Texts that people have in their columns, and the company that they mean: an id, or the reason for none.
 * First names in other cases and spellings, then domains, addresses and ids.
 */
export const MESSY_NAMES = textsIn(`
c_001 → Siemens AG|siemens|  SIEMENS   ag |Siemens Aktiengesellschaft|siemens.com|www.siemens.de
c_002 → Siemens Energy|https://www.linkedin.com/company/siemens-energy/about/
c_003 → Siemens Healthineers
c_004 → robert bosch|Robert Bosch Gesellschaft mit beschränkter Haftung
c_004 → https://www.bosch.com/careers?x=1
c_005 → Bayerische Motorenwerke
c_006 → Volkswagen|Volkwagen AG|VOLKSWAGEN A.G.
c_007 → Daimler Truck
c_008 → Mercedes Benz|Mercedes-Benz Group
c_009 → Mueller Milch|Muller Milch GmbH|Müller Milch
c_010 → Mueller Maschinenbau
c_011 → Nestle|NESTLÉ SA|Nestle, S. A.|Nestlé (Switzerland)
c_012 → Societe Generale|Société Générale SA|Socièté Général
c_012 → https://de.wikipedia.org/wiki/Soci%C3%A9t%C3%A9_G%C3%A9n%C3%A9rale
c_013 → L'Oreal|LOREAL|L’Oréal
c_014 → Total Energies|Total SA|Total
c_015 → Facebook|Facebook Inc|Meta Platforms
c_016 → Meta Foods
c_017 → Alphabet|Alphabet (Google)|c_017
c_018 → Amazon|Amazon.com|AMAZON COM INC
c_019 → Apple
c_020 → Applebees
c_021 → Microsoft|Micorsoft Corp|Microsoft Corp.
c_022 → Micron|Micron Technologies
c_023 → Intel|Intel Corp
c_024 → Intelsat
c_025 → International Business Machines|IBM
c_026 → General Motors|General Motor Co
c_027 → General Mills
c_028 → GE
c_029 → Ford Motor|Ford Motor Co. (USA)
c_030 → 3M|3M Co
c_031 → AT&T|AT & T
c_032 → Johnson and Johnson|Johnson & Johnson Inc.
c_033 → Johnson Controls
c_034 → Procter and Gamble|Proctor & Gamble
c_035 → JP Morgan Chase|J.P. Morgan Chase & Co
c_036 → Coca-Cola|Coca Cola Company|Cocacola
c_037 → Coca-Cola HBC
c_038 → Pepsico|Pepsi Co
c_039 → Wal-Mart|Wal-Mart Stores
c_040 → Home Depot
c_041 → Delta Airlines
c_042 → Delta Electronics
c_044 → Acme Corp
c_045 → ACME GMBH
c_046 → Toyota Motor|Toyota Motor Corp. Japan
c_047 → Honda Motor Company
c_048 → Samsung Electronic
c_050 → Tata Motors Ltd|Tata Moters
c_051 → TCS
c_053 → Petrobras|info@petrobras.com.br
c_054 → Vale
c_055 → Unilever N.V.
c_056 → Barclays|Barcleys|jobs.barclays.co.uk|barclays.co.uk
c_057 → B.P.|BP
c_058 → Royal Dutch Shell|Shell
c_059 → Orsted|DONG Energy
c_060 → A.P. Moller Maersk|AP Moeller-Maersk|Ann Smith <ann.smith@maersk.com>
c_061 → Novo-Nordisk
c_063 → Ikea|IKEA Deutschland GmbH & Co. KG
c_064 → ASML
c_065 → Skoda Auto
c_066 → ProVision Logistics
c_067 → Northwind Traders
c_068 → Northwind Trading
c_069 → Contoso Pharmaceutical|Contoso
c_070 → JDA Software|Blue Yonder
c_072 → First Solar Inc|First Solr
c_074 → Rivian|mailto:hr@rivian.com|linkedin.com/company/rivian
c_075 → The Kraft Heinz Company
c_076 → HPE
c_077 → Hewlett Packard|HP
c_080 → Панасоник Рус
c_081 → 日立製作所
c_082 → Twilio|Twillio
c_083 → Twilight
c_084 → google.com|careers.google.com
c_085 → LinkedIn|https://www.linkedin.com/|linkedin.com/company/linkedin|ann@linkedin.com
c_086 → GitHub|github.com
several → Müller|Meta|General|Johnson|Delta|Acme|Acme Ltd|Samsung|Northwind|Blue|Sun
none → Apple Computer|Micro|Interl|ann@gmail.com|siemens.wordpress.com|nowhere.example|co.uk|n/a|-
none → https://sites.google.com/view/acme|https://docs.google.com/document/d/1|acme.github.io|www.ann.wordpress.com
none → linkedin.com/in/ann|https://de.linkedin.com/posts/ann-1|https://github.com/ann|facebook.com/people/Ann/1
none → GmbH|The Company|Zephyr Industries|Acme Siemens|Amazonia Foods|Appel Farms|Shelly Group
none → Ford Foundation|Siemens Mobility|Bosch Rexroth AG|General Dynamics|Vala
c_089 → Southwest Airlines|Soutwest Airlines
c_090 → North West Bank
c_091 → Churchill Capital Corp. III|Churchil Capital Corp III
c_092 → Ares Acquisition|Ares Aquisition Corp
c_097 → ann@comcast.com|comcast.net
c_100 → zendesk.com|https://www.zendesk.com/|ann@zendesk.com
c_103 → Glass Door|glassdoor.com
c_104 → E.ON|E.ON SE|Eon
c_105 → Dr.Oetker|Dr Oetker
c_039 → Walmart®️|Walmart Inc ⭐️
c_108 → Mitsubishi Elektric
c_113 → ダイキン工業
c_119 → M and T Bank|M & T Bank
c_123 → zunfthaus.wordpress.com
c_030 → www.3m.de
c_077 → hp.co.uk
none → Southeast Airlines|Northeast Bank|North East Bank|Churchill Capital Corp II|Ares Acquisition II|Apollo Fund VI
none → True|True Corporation|AER|Baur
none → ann@yahoo.co.uk|Ann <ann@Yahoo.co.jp>|ann@comcast.net|ann@gmx.at|ann@outlook.de|ann@hotmail.fr|ann@live.nl
none → ann@aol.de|ann@icloud.com|ann@ymail.com
none → acme.zendesk.com|https://boards.greenhouse.io/acme|https://jobs.lever.co/acme|glassdoor.com/Overview/Acme
none → Hope Bank|Global Industrial|Mitsubishi Electronic|Stadtwerke Freiberg|Anderson|Petersen Shipping
none → 第二生命経済研究所|タイキン工業|टीटा|ABC|Macro Devices|Community Care|National Grit|Forever 12|MT Bank
c_127 → Volvo AB|AB VOLVO
c_128 → Volvo Cars
c_129 → PT Astra International|PT. ASTRA INT'L TBK|Astra International
c_130 → Türkıye İş Bankası|TURKIYE IS BANKASI AS
c_132 → Warner Brothers Discovery
c_133 → ㈱東芝|㍿東芝|㊑東芝|（株）東芝|Toshiba
c_134 → bücher.de|https://shop.xn--bcher-kva.de/x
c_135 → xn--blbr-roah.no
c_136 → AS Tallinna Kaubamaja
c_137 → Orlen Spółka Akcyjna|Orlen Sp. z o.o.
c_138 → Łódź Logistyka|Lodz Logistyka Spzoo|LODZ LOGISTYKA SP Z OO
c_139 → https://www.physik.uni-heidelberg.de/~ann|Universitaet Heidelberg
c_140 → ann@klinikum.uni-heidelberg.de
c_030 → 3M™
c_034 → Procter+Gamble
c_003 → SIEMENS HEALTHINEERS AG, ERLANGEN
c_004 → Robert Bosch GmbH, Gerlingen (DE)
c_009 → Mueller Milch, Aretsried, Germany
c_045 → Acme, Berlin
none → AS Watson|AB Siemens|PT Siemens|Constructor Group|Siemens, Erlangen|Volvo Penta|, Munich|AS, Norway|Watson, Massachusetts
none → https://www.google.com/maps/place/Siemens|https://www.amazon.de/stores/Siemens|google.com/maps
none → China Bank|Vitamin D Brands|Good Coast Bank|Gold Coast Bank A|Alliant Energy|Born Insurance|MSFT|Acme 2
`);
