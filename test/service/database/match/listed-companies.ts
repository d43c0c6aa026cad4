/** Companies as they stand in lists of sales people: short words, departments, trade names, streets, other scripts. */
import type { KnownCompany } from '../../../../src/contract/match-answer.js';
import { companiesIn, textsIn } from './companies.js';

export const LISTED_COMPANIES: readonly KnownCompany[] = companiesIn(`
e_001 | Whitfield Brothers Construction Co. | whitfieldbros.com | Nashville, Tennessee, USA
e_002 | Great Lakes Manufacturing Inc. | greatlakesmfg.com | Cleveland, Ohio, USA
e_003 | Northgate Financial Services Group | northgatefsg.com | Toronto, Ontario, Canada
e_004 | Apex Systems, LLC | apexsystems.com | Glen Allen, Virginia, USA
e_005 | Apex Clean Energy, Inc. | apexcleanenergy.com | Charlottesville, Virginia, USA
e_006 | University of Michigan | umich.edu | Ann Arbor, Michigan, USA
e_007 | Michigan State University | msu.edu | East Lansing, Michigan, USA
e_008 | St. Mary's Medical Center | stmarysmc.org | Grand Junction, Colorado, USA
e_009 | St. Mary's Health System | stmarysmaine.com | Lewiston, Maine, USA
e_010 | Texas Department of Transportation | txdot.gov | Austin, Texas, USA
e_011 | First National Bank of Omaha | fnbo.com | Omaha, Nebraska, USA
e_012 | First National Bank Alaska | fnbalaska.com | Anchorage, Alaska, USA
e_013 | Mayo Clinic | mayoclinic.org | Rochester, Minnesota, USA
e_014 | City of Phoenix | phoenix.gov | Phoenix, Arizona, USA
e_015 | Phoenix Contact GmbH & Co. KG | phoenixcontact.com | Blomberg, Germany
e_016 | Marlow Foods Ltd | marlowfoods.co.uk | Stokesley, United Kingdom
e_017 | Marlowe plc | marloweplc.com | London, United Kingdom
e_018 | Hansen Logistics AS | hansenlogistics.no | Bergen, Norway
e_019 | Hanson Logistics ApS | hansonlogistics.dk | Aarhus, Denmark
e_020 | Summit Consulting Group LLC | summitcg.com | Denver, Colorado, USA
e_021 | Summit Engineering, Inc. | summiteng.com | Reno, Nevada, USA
e_022 | Evergreen Packaging LLC | evergreenpackaging.com | Memphis, Tennessee, USA
e_023 | Evergreen Marine Corporation | evergreen-marine.com | Taoyuan, Taiwan
e_024 | Severstal PAO | severstal.com | Cherepovets, Russia
e_025 | Titan Cement International SA | titan-cement.com | Brussels, Belgium
e_026 | Teltonika UAB | teltonika-iot.example | Vilnius, Lithuania
e_027 | Charoen Pokphand Foods PCL | cpfworldwide.com | Bangkok, Thailand
e_028 | Red Bull GmbH | redbull.com | Fuschl am See, Austria
e_029 | Établissements Lefèvre SARL | lefevre.fr | Lyon, France
e_030 | Brightwater Technologies, Inc. | brightwater.io | Austin, Texas, USA
e_031 | Brightwater Capital Partners LLC | brightwatercapital.com | Boston, Massachusetts, USA
e_032 | Compagnie de Saint-Gobain S.A. | saint-gobain.com | Courbevoie, France
e_033 | Fonterra Co-operative Group Limited | fonterra.com | Auckland, New Zealand
e_034 | Dangote Cement Plc | dangotecement.com | Lagos, Nigeria
e_035 | Alcon Inc. | alcon.com | Geneva, Switzerland
e_036 | Alcoa Corporation | alcoa.com | Pittsburgh, Pennsylvania, USA
e_037 | Larsen & Toubro Limited | larsentoubro.com | Mumbai, India
e_038 | Contemporary Amperex Technology Co., Limited | catl.com | Ningde, China
e_039 | Booking.com, Inc. | bookingholdings.example | Amsterdam, Netherlands
e_040 | Müller Holzbau GmbH | mueller-holzbau.example | Stuttgart, Germany
e_041 | Fratelli Bianchi e Figli S.n.c. | fratellibianchi.it | Verona, Italy
e_042 | GRP, Inc. | grp.example | Dayton, Ohio, USA
e_043 | Panasonic Energy of North America | panasonicenergy.com | Reno, Nevada, USA
e_044 | Fidelity National Information Services, Inc. | fisglobal.com | Jacksonville, Florida, USA
e_045 | Fidelity National Financial, Inc. | fnf.com | Jacksonville, Florida, USA
e_046 | Smith & Wesson Brands, Inc. | smith-wesson.com | Maryville, Tennessee, USA
e_047 | Love's Travel Stops & Country Stores, Inc. | loves.com | Oklahoma City, Oklahoma, USA
e_048 | Novo Nordisk A/S | novonordisk.com | Bagsværd, Denmark
e_049 | Steel Dynamics, Inc. | steeldynamics.com | Fort Wayne, Indiana, USA
e_050 | LG Energy Solution, Ltd. | lgensol.com | Seoul, South Korea`);

/** In the form of `MESSY_NAMES`. */
export const LISTED_NAMES = textsIn(`
e_001 → Whitfield Bros. Constr. Co|Jones Family LLC dba Whitfield Brothers Construction|Whitfeild Brothers Construction
e_001 → jane@whitfieldbros.com|Whitfield Brothers Construction #10234
e_002 → Great Lakes Mfg. Inc|Great Lakes Mfg - Purchasing Department|Great Lakes Manufacturing 216-555-0199
e_003 → Northgate Financial Svcs. Grp.|Northgate Financial Services Group Toronto|Northgate Financial Services
e_004 → Apex Systems LLC d/b/a ApexIT|Apex Systems HQ|Attn: Apex Systems
e_004 → Apex Systems LLC; 804-555-0100; jane@apexsystems.com
e_005 → Apex Clean Energy c/o John Miller
e_006 → Univ. of Michigan|Michigan, University of
e_007 → Michigan State Univ|Michigan State Univ. - Dept of Chemistry
e_008 → St Marys Med Ctr|St. Mary's Med. Centre|Saint Mary's Medical Centre
e_010 → Texas Dept. of Transportation
e_011 → 1st National Bank of Omaha|First National Bank of Omaha - Branch 0421, Lincoln NE
e_013 → Mayo Clinic, The|Mayo Clinic Rochester MN
e_014 → Phoenix, City of|Phoenix (City of)
e_015 → Phoenix Contact, phoenixcontact.com|Phoenix Contact - Accounts Payable|Phoenix Contact Filiale Bern|Phoenix Contact / Blomberg
e_016 → Marlow Foods Ltd t/a Quorn|Marlow Foods
e_017 → MARLOWE PLC
e_018 → Hansen Logistics tel. +47 55 12 34 56
e_019 → Hanson Logistics
e_020 → c/o Summit Consulting Group|https://www.summitcg.com/?utm_source=mail&utm_medium=x|Summit Consulting Denver
e_022 → Evergreen Packaging LLC, 5350 Poplar Ave, Memphis TN 38119|Evergren Packaging
e_023 → Evergreen Marine (Taiwan)
e_024 → Северсталь (Severstal)|Severstal / Северсталь|JSC Severstal
e_025 → Τιτάν (Titan Cement International)|Groupe Titan Cement International
e_026 → UAB Teltonika
e_027 → Charoen Pokphand Foods Public Company Limited
e_028 → Red Bull Ges.m.b.H.
e_029 → Ets Lefevre|S.A.R.L. Etablissements Lefèvre
e_030 → Brightwater Tech|brightwater.io - Brightwater|Brigthwater Technologies
e_031 → Brightwater Capital Partners, Boston MA 02110
e_032 → Cie de Saint-Gobain|Compagnie de St. Gobain SA
e_033 → Fonterra Coop Group
e_034 → Dangote Cement Nigeria
e_037 → Larsen and Toubro
e_038 → Contemporary Amperex Technolgy|Contemporary Amperex Technology Co. (CATL)
e_039 → Booking.com, Inc.|Booking.com, Inc., Amsterdam, Netherlands
e_040 → Müller Holzbau GmbH, Hauptstr. 12, 70173 Stuttgart|Mueller Holzbau
e_041 → Fratelli Bianchi & Figli
e_042 → GRP
e_043 → Panasonic Energy of N. America
e_044 → Fidelity Natl Info Services
e_045 → Fidelity Nat'l Financial
e_046 → Smith & Wesson|Smith Wesson
e_047 → Love's Travel Stops|Loves Travel Stops and Country Stores
e_048 → Novo-Nordisk A/S, Bagsvaerd
e_049 → STEEL DYNAMICS INC FORT WAYNE IN
e_050 → LG Energy Soln Ltd
e_032 → Saint Gobain|SAINT-GOBAIN SA
none → Smith|Love|LG|Steel Dynamics Inc Gary IN
several → Fidelity National|Fidelity
none → Alcan|Phoenix Insurance|Apex Systems #2|First National Bank of Texas|John Miller|call Monday|see below|Brightwater Elec
none → Phoenix Contact, Ohio Department of Health|Mayo Clinic, 200 First St, Denver, CO|Group Inc
several → Apex|St. Mary's|Apex Systems dba Phoenix Contact|Phoenix Contact, alcon.com|Evergreen
`);
