/** Companies of many countries, and what people write for them: legal forms, notes, abbreviations, other scripts. */
import type { KnownCompany } from '../../../../src/contract/match-answer.js';
import { companiesIn, textsIn } from './companies.js';

export const FOREIGN_COMPANIES: readonly KnownCompany[] = companiesIn(`
d_001 | Bauer & Söhne Maschinenbau GmbH | bauer-soehne.de | Stuttgart, Germany
d_002 | Bauer Elektronik AG | bauer-elektronik.de | Nuremberg, Germany
d_003 | Northfield International Inc. | northfield-intl.com | Columbus, Ohio, USA
d_004 | Northfield Industries Ltd | northfieldind.co.uk | Leeds, United Kingdom
d_005 | Kowalski Transport Sp. z o.o. | kowalski-transport.pl | Poznań, Poland
d_006 | Société Générale de Meunerie S.A. | sgm-meunerie.fr | Lyon, France
d_007 | Hernández y Vidal, S.L. | hernandezvidal.es | Valencia, Spain
d_008 | Ferretti Brothers S.r.l. | ferrettibros.it | Bologna, Italy
d_009 | Østergaard Marine A/S | ostergaard-marine.dk | Aarhus, Denmark
d_010 | Lindqvist Papper AB | lindqvistpapper.se | Gävle, Sweden
d_011 | Koskinen Oyj | koskinen.fi | Tampere, Finland
d_012 | Van der Meer Logistics B.V. | vandermeer.nl | Rotterdam, Netherlands
d_013 | Dvořák Sklárny s.r.o. | dvorak-sklarny.cz | Liberec, Czechia
d_014 | Szabó Gépgyár Kft. | szabogepgyar.hu | Győr, Hungary
d_015 | ООО «Северный Ветер» | severveter.ru | Murmansk, Russia
d_016 | Παπαδόπουλος Α.Ε. | papadopoulos.gr | Athens, Greece
d_017 | 株式会社山本製作所 | yamamoto-ss.co.jp | Osaka, Japan
d_018 | 上海华光科技有限公司 | huaguang.com.cn | Shanghai, China
d_019 | Desai Chemicals Private Limited | desaichem.co.in | Pune, India
d_020 | Oliveira Têxtil Ltda. | oliveiratextil.com.br | Blumenau, Brazil
d_021 | Grupo Cordillera, S.A.B. de C.V. | cordillera.com.mx | Monterrey, Mexico
d_022 | Tan Hock Seng Pte. Ltd. | tanhockseng.com.sg | Singapore
d_023 | Wirra Mining Pty Ltd | wirramining.com.au | Perth, Australia
d_024 | Maple Ridge Foods ULC | mapleridgefoods.ca | Calgary, Canada
d_025 | Yılmaz Çelik A.Ş. | yilmazcelik.com.tr | Bursa, Turkey
d_026 | PT Nusantara Kabel Tbk | nusantarakabel.co.id | Jakarta, Indonesia
d_027 | Perdana Rubber Sdn. Bhd. | perdana-rubber.com.my | Kuala Lumpur, Malaysia
d_028 | Murphy Agri DAC | murphyagri.ie | Cork, Ireland
d_029 | Haugen Subsea ASA | haugensubsea.no | Stavanger, Norway
d_030 | Ionescu Forest S.R.L. | ionescuforest.ro | Cluj-Napoca, Romania
d_031 | Petrov Steel EOOD | petrovsteel.bg | Sofia, Bulgaria
d_032 | Hofer Uhren AG | hofer-uhren.ch | Zürich, Switzerland
d_033 | Kwon Battery Co., Ltd. | kwonbattery.co.kr | Seoul, South Korea
d_034 | Meridian Bank plc | meridianbank.co.uk | London, United Kingdom
d_035 | Meridian Energy Corp. | meridianenergy.com | Tulsa, USA
d_036 | Apex Tool Group LLC | apextoolgrp.com | Baltimore, USA
d_037 | General Fastener Manufacturing Co. | genfast.com | Dayton, USA
d_038 | National Bearing Corporation | natlbearing.com | Detroit, USA
d_039 | Delta Tech GmbH | delta-tech.de | Berlin, Germany
d_040 | Delta Technologies Inc. | deltatechnologies.com | Austin, USA
d_041 | Atlas Precision Ltd | atlasprecision.co.uk | Derby, United Kingdom
d_042 | Atlas Precision Inc. | atlasprecision.com | Toledo, USA
d_043 | Arion Systems SE | arion-systems.eu | Vienna, Austria
d_044 | Orion Systems SE | orion-systems.eu | Paris, France
d_045 | Zeno AG | zeno.ch | Basel, Switzerland
d_046 | KTR Group | ktr.com | Rheine, Germany
d_047 | Procyon & Gable Company | procyongable.com | Cincinnati, USA
d_048 | Brightwater Holdings plc | brightwater.com | Bristol, United Kingdom
d_049 | Brightwater Renewables Ltd | brightwaterrenewables.com | Bath, United Kingdom
d_050 | Castellan Automotive Group | castellan.com | Turin, Italy
d_051 | 3T Robotics Inc. | 3trobotics.com | Boston, USA
d_052 | Helixa Biosciences Inc. | helixa.com | San Diego, USA | Genovate Labs Inc.
d_053 | Corvex Networks AG | corvex.de | Dresden, Germany | Telbit Systems AG
d_054 | The Hearthstone Company | hearthstone.com | Portland, USA
d_055 | Smith, Barlow & Partners LLP | smithbarlow.com | London, United Kingdom
d_056 | AeroVista S.p.A. | aerovista.it | Milan, Italy
d_057 | Kuznetsov Instruments JSC | kuznetsov-instr.com | Almaty, Kazakhstan
d_058 | A.B.M. Werke AG | abm-werke.de | Chemnitz, Germany
d_059 | O'Connell Dairy Ltd | oconnelldairy.ie | Limerick, Ireland
d_060 | Pacific Timber & Pulp Corp. | pactimber.com | Tacoma, USA
d_061 | Rheintal Spedition GmbH & Co. KG | rheintal-spedition.de | Cologne, Germany
d_062 | Lumos Lighting Solutions Inc. | lumoslighting.com | Newark, USA
d_063 | Varga Foods Zrt. | vargafoods.hu | Szeged, Hungary
d_064 | Vargas Foods S.A. | vargasfoods.com.pe | Lima, Peru
d_065 | Stratos Aerospace Corporation | stratosaero.com | Wichita, USA`);

/** Texts that a tester wrote who had not seen the matcher, in the form of `MESSY_NAMES`. */
export const FOREIGN_NAMES = textsIn(`
d_001 → GmbH Bauer & Söhne Maschinenbau|BAUER UND SOEHNE MASCHINENBAU|Bauer u. Söhne Maschinenbau (GmbH)
d_002 → Bauer Elektronik AG (ehemals Blitz Radio)|„Bauer Elektronik“
d_003 → Northfield Intl|Northfield Int'l, Inc
d_004 → Northfield Ind.
d_005 → Kowalski Transport Spółka z o.o.|KOWALSKI TRANSPORT SP.Z O.O|Kowallski Transport
d_006 → SA Societe Generale de Meunerie
d_007 → Hernández &amp; Vidal|Hernandez & Vidal S.L.U.|HERNANDEZ Y VIDAL SOCIEDAD LIMITADA
d_008 → Ferretti Bros|Ferretti Bros. SRL
d_009 → Oestergaard Marine AS|Ostergaard Marine Aktieselskab|Jens Larsen <jl@ostergaard-marine.dk>
d_009 → "Larsen, Jens" <jl@ostergaard-marine.dk>; assistant
d_010 → AB Lindqvist Papper (publ)|Lindqvsit Papper|Lindqist Paper AB
d_011 → Oy Koskinen Ab|koskinen oyj abp
d_012 → BV van der Meer Logistics|Van Der Meer Logistics, B. V.
d_012 → https://www.vandermeer.nl:8443/en/contact?utm_source=li&utm_medium=x#top
d_012 → van der Meer Logistics - Rotterdam (NL)
d_003 → Northfield International / Columbus OH|Northfield International, Columbus, OH, US
d_013 → Dvorak Sklarny, spol. s r.o.
d_014 → SZABO GEPGYAR KORLÁTOLT FELELŐSSÉGŰ TÁRSASÁG
d_015 → Северный ветер|СЕВЕРНЫЙ ВЕТЕР, ООО|Общество с ограниченной ответственностью "Северный Ветер"
d_016 → ΠΑΠΑΔΟΠΟΥΛΟΣ ΑΕ|Παπαδοπουλος
d_017 → 山本製作所|(株)山本製作所|山本製作所(株)
d_018 → 上海华光科技|上海华光科技股份有限公司
d_019 → Desai Chemicals (P) Ltd.|M/s Desai Chemicals Pvt Ltd|desaichem.co.in|sales@mail.desaichem.co.in
d_019 → "Desai Chemicals"
d_020 → Oliveira Textil LTDA - ME
d_021 → Grupo Cordillera SAB de CV
d_022 → Tan Hock Seng Private Limited
d_023 → WIRRA MINING PTY. LIMITED|Wirra Mining (Pty) Ltd.|- Wirra Mining|Wirra\u200b Mining\u00a0Pty\u00a0Ltd
d_024 → Maple Ridge Foods, Unlimited Liability Company|Visit us: www.mapleridgefoods.ca|Maple\u0009Ridge\u0009Foods
d_025 → Yilmaz Celik Anonim Şirketi|YILMAZ ÇELİK AŞ
d_026 → P.T. Nusantara Kabel, Tbk.|Nusantra Kabel
d_027 → Perdana Rubber SDN BHD (123456-X)
d_028 → Murphy Agri Designated Activity Company|12. Murphy Agri
d_029 → Haugen Subsea Allmennaksjeselskap|Haugen Subsea ASA +47 51 55 12 00|Haugen Subsea, Tel. 0047 515512
d_030 → SC Ionescu Forest SRL|3) Ionescu Forest
d_031 → Petrov Steel Ltd (EOOD)|• Petrov Steel
d_032 → Hofer Uhren Aktiengesellschaft|mailto:anna.hofer@hofer-uhren.ch?subject=Offer|Hofer Uhren, Zürich
d_032 → Hofer Uhren AG, Zürich, Switzerland
d_033 → Kwon Battery Company Limited|Kwon Battery Co Ltd.,
d_035 → Meridian Energy
d_036 → https://www.linkedin.com/company/apex-tool-group/about/|Apex Tool Grp
d_037 → //genfast.com|GENFAST.COM/|www.genfast.com.|General Fastener Mfg|Genral Fastener Manufacturing
d_038 → Nat'l Bearing Corp|Natl. Bearing
d_039 → Delta Tech
d_040 → Delta Technologies
d_041 → Atlas Precision, Derby
d_042 → atlasprecision.com
d_043 → Arion Systems Societas Europaea
d_044 → Orion Systems
d_046 → <a href="https://ktr.com">KTR</a>|[KTR Group](https://ktr.com/en)
d_047 → Procyon and Gable|Procyon + Gable Co
d_048 → Brightwatre Holdings|Brightwater Holdings (do not call)|Brightwater
d_049 → Brightwater Renewables
d_050 → http://shop.castellan.com/cart/?id=12&ref=a%20b|Casyellan Automotive|Castellan Automotive Group - Germany
d_051 → 3T Robotics|3 T Robotics
d_051 → 3T Robotics; Boston; USA
d_052 → Genovate Labs|Helixa Biosciences (formerly Genovate Labs)|Genovate Labs (now Helixa Biosciences)
d_053 → Corvex Networks, formerly known as Telbit|Telbit Systems AG (jetzt Corvex Networks AG)
d_054 → The Hearthstone Co.|Hearthstone
d_055 → Smith Barlow and Partners
d_056 → AERO VISTA SPA
d_057 → Kuznetsov Instruments Joint Stock Company
d_058 → ABM Werke|A B M Werke AG
d_059 → O&#39;Connell Dairy|O’CONNELL DAIRY|OConnell Dairy Limited
d_060 → Pacific Timber &amp; Pulp|Pacific Timber and Pulp Corp
d_061 → Rheintal Spedition GmbH & Co KG|Rheintal-Spedition GmbH u. Co. Kommanditgesellschaft
d_061 → Rheintal Speditoin GmbH
d_062 → Lumos Lighting Solutions (www.lumoslighting.com)
d_063 → Varga Foods
d_064 → Vargas Foods
d_065 → Stratos Aerospace (NYSE: STRA)|Stratos Aerospace Corp. [NASDAQ:STRX]
none → co.in|hernandezvidal.com|genfast.co
none → https://uk.linkedin.com/in/peter-bauer-elektronik|john.wirra.mining@gmail.com|kwonbattery@naver.com
none → https://github.com/orgs/xyz|http://localhost:3000/zeno|192.168.0.1|P&G
none → 3T Robotics; Denver; USA|Northfield International / Columbus GA|3T Robotics/Boston
none → Zemo|Xeno AG|KTM Group|KRT Group|2T Robotics|Erion Systems
none → 北京华光科技有限公司|Zeno AG; KTR Group|Hofer Uhren AG / Haugen Subsea ASA
none → hofer-uhren.ch, ktr.com|Murphy Agri and Wirra Mining|N/A|-|TBD|4711|+1 555 0100|2024-05-01|John Smith
none → Dr. Ana Hernández|Peter Bauer|Holding|Bank|Group|GmbH|Technologies Inc|The Company|Meridian Insurance plc
none → Huber Consulting GmbH, www.ktr.com|Virgin Mobile 4 Business|NV Energy
none → Brightwater Finance Ltd|Stratos Space|Lumos
several → KTR Group, www.genfast.com|Northfield|Meridian|Bauer|Bauer AG|Atlas Precision
`);
