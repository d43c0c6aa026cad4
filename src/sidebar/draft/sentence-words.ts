/** Words of sentences and what they mean: English and German, a line for each value. Plural and case need no entry. */
import { EXPANSION_TYPES, INDUSTRIES } from '../../contract/enumerations.js';
import { TITLE_SPELLINGS } from '../../contract/options.js';

/** What a word can say. `what` is a function, `type` and `industry` are values of the contract. */
type WordKind = 'what' | 'type' | 'industry' | 'title' | 'reason' | 'owner' | 'changed';

export interface Meaning {
  readonly kind: WordKind;
  readonly value: string;
}

/** Letters without marks, each in its place, so that positions stay; center is centre. */
export function foldWords(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = letter === 'ß' ? 's' : letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      return plain.length === letter.length ? plain : letter;
    })
    .join('')
    .replace(/center/g, 'centre');
}

const WORDS: Readonly<Record<WordKind, string>> = {
  what: `EXPANSIONS=expansion,investment,expanding,expand,investing,investieren,investiert,investition,expandieren,expandiert,projekt,project,ansiedlung,erweiterung
HIRINGS=hiring,hire,recruiting,recruit,wer stellt,stellt,stellen ein,einstellung,neueinstellung,einstellen,who is hiring,major hiring
EXEC_CHANGES=executive change,executive,management change,leadership change,personalwechsel,fuhrungswechsel,fuhrungskraft,change,wechsel,vorstandswechsel,chefwechsel,geschaftsfuhrerwechsel,fuhrungsspitze
TRACKED_COMPANIES=tracked company,tracked companies,verfolgte firma,verfolgte firmen,verfolgte unternehmen`,
  type: `Store=shop,filiale,laden,geschaft,supermarket,supermarkt
Restaurant=cafe
Data Centre=datacentre,rechenzentrum,rechenzentren,datenzentrum,datenzentren
Factory/Plant=factory,plant,fabrik,werk,produktionsstatte,gigafactory,gigafabrik,manufacturing plant,production site,factories
HQ=headquarter,head office,firmensitz,hauptsitz,zentrale,firmenzentrale
Mine=bergwerk
Branch/Office=office,branch,buro,niederlassung,zweigstelle,branches
Oil/Gas Well=oil well,gas well,olquelle,gasquelle
Country Expansion=market entry,markteintritt
Research/Lab/Innovation=lab,research lab,research centre,r&d centre,r&d,laboratory,forschungszentrum,forschungszentren,labor,innovation centre
Renewables=renewable,solar,wind,solar park,wind park,wind farm,solar farm,windpark,solarpark,renewable energy,erneuerbare energie
Fulfillment/Distribution Centre/Warehouse=warehouse,distribution centre,fulfillment centre,fulfilment centre,logistics centre,lager,lagerhaus,logistikzentrum,logistikzentren,verteilzentrum,verteilzentren
New Business=
Fleet=flotte
Airport/Airline Hub/Cargo Facility=airport,airline hub,flughafen
Healthcare Facility=hospital,clinic,krankenhaus,klinik
Hotel/Resort=hotel,resort
Education=university,school,universitat,schule,hochschule,campus,universities
Lease/Land Purchase=land purchase,lease,grundstuckskauf,mietvertrag`,
  industry: `automobile=automotive,automotive supplier,car maker,carmaker,automaker,auto,automobil,autohersteller
aviation=airline,luftfahrt
banking=bankwesen,bank
bio-technology=biotech,biotechnology,biotechnologie
chemicals & fertilizers=chemical,chemicals,chemie
clean technology=cleantech
consulting=beratung
defence=defense,rustung
e-commerce=ecommerce,onlinehandel
energy & utilities=energy,utilities,energie,energieversorger
financial services=finance,finanz,finanzdienstleister
healthcare=health care,gesundheit,gesundheitswesen
insurance=versicherung,insurer,versicherer
it services & outsourcing=it services,it-dienstleister
logistics & supply chain=logistics,logistik
manufacturing=manufacturer
media & entertainment=media,medien
medical device=medtech,medizintechnik
metals & mining=mining,bergbau
pharmaceuticals=pharma,pharmaceutical
real estate=immobilien
retail=retailer,einzelhandel,einzelhandler
technology=tech,software,technologie
telecommunication=telecom,telecoms,telekommunikation,telekom
textiles=textil
tourism & hospitality=tourism,tourismus
transportation=transport`,
  title: `CEO=geschaftsfuhrer,geschaftsfuhrerin,vorstandschef,vorstandsvorsitzender,vorstandsvorsitzende
CFO=finanzvorstand,finanzvorstande,finanzchef
CTO=technikvorstand
COO=
CMO=
CISO=
CHRO=personalvorstand
Chair=aufsichtsratsvorsitzender
Board=board member`,
  reason: `New Appointment=new,neu,appointed,appointment,ernannt,berufen
Promoted/Role Change=promoted,promotion,befordert,beforderte
Retired=retired,retirement,retiring,ruhestand
Resigned=resigned,resignation,resigning,zuruckgetreten,zuruckgetretene,rucktritt
Terminated=fired,dismissed,terminated,entlassen,gefeuert
Demise=died,death,verstorben,gestorben`,
  owner: `Public=public,listed,publicly traded,borsennotiert
Private=privat
Government/Regulator=state-owned,staatlich
Not-for-profit=non-profit,nonprofit,gemeinnutzig`,
  changed: 'LAST-MODIFIED=changed,updated,modified,geandert,aktualisiert',
};

/** Words that say nothing for a question. */
export const IDLE = new Set(
  foldWords(
    `a all also an and any are did do does how much at be been being bring build building built by can companies company create creates creating
dollar each every find firm firms for from get give group had has have i in industry into is it its just list looking me more my new of on open opened opening or
our people please planned planning plan records sector search see should show site sites tell than that the their them there these they this to us was we
were what where which who whose will with within worth announced announce announcements jobs located record
alle aller als am an auch auf aus bei bitte branche dann das dass dem den der des die diese dieser dieses ein eine einem einen einer eines es
firma firmen für gib gruppe gibt haben hat ich ihr ihre im in ins industrie ist liste mir mit nach neue neuen neuer neues oder plant planen sektor sich sie sind standort standorte suche
über um und unternehmen uns unsere vom von war waren was welche welcher welches wer werden wird wo wurde wurden zeig zeige zu zum zur eröffnen eröffnet bauen baut angekündigt angekündigte konzern konzerne konzernen`,
  ).split(/\s+/),
);

/** The meanings of each word or words; of `extra`, too. Built once for a page. */
export function createWords(): ReadonlyMap<string, readonly Meaning[]> {
  const words = new Map<string, Meaning[]>();
  const add = (word: string, kind: WordKind, value: string) => {
    const key = foldWords(word);
    const known = words.get(key) ?? [];
    if (key !== '' && !known.some((one) => one.kind === kind)) words.set(key, [...known, { kind, value }]);
  };
  for (const [kind, table] of Object.entries(WORDS) as [WordKind, string][])
    for (const line of table.split('\n')) {
      const [value = '', list = ''] = line.split('=');
      for (const word of [kind === 'what' ? '' : value, ...list.split(',')]) add(word, kind, value);
    }
  for (const value of EXPANSION_TYPES) if (!/^other/i.test(value)) add(value, 'type', value);
  for (const value of INDUSTRIES) if (value !== 'others') add(value, 'industry', value);
  for (const [word, value] of Object.entries(TITLE_SPELLINGS)) add(word, 'title', value);
  // "mining projects" are mines, "mining companies" an industry
  words.get('mining')?.unshift({ kind: 'type', value: 'Mine' });
  return words;
}

/** A word in the forms that it may stand for, itself first. */
export function formsOf(word: string): readonly string[] {
  const cut = ['s', 'es', 'n', 'en', 'e', 'er', 'em', 'ern'].flatMap((end) =>
    word.endsWith(end) && word.length - end.length >= 3 ? [word.slice(0, -end.length)] : [],
  );
  return [word, ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []), ...cut];
}
