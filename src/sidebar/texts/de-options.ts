/** What the options of formulas are called in German, and what each is for. Formulas keep their English names. */
import type { OptionWords } from './en-build.js';

export const options: OptionWords = {
  dateType: [
    'Welches Datum',
    'Womit der Zeitraum verglichen wird; ohne Auswahl mit dem Tag der Ankündigung (ANNOUNCED)',
  ],
  startDate: [
    'Erster Tag',
    'Erster Tag des Zeitraums. Die Daten beginnen am 1.1.2021; bei Neueinstellungen und Wechseln zählt der Tag der letzten Änderung.',
  ],
  endDate: [
    'Letzter Tag',
    'Letzter Tag des Zeitraums. Bei Neueinstellungen und Wechseln zählt der Tag der letzten Änderung.',
  ],
  date: ['Genau ein Tag', 'Statt eines Zeitraums'],
  companyName: ['Name der Firma', 'Namen, ganz oder zum Teil'],
  companyDomain: ['Domain der Firma', 'Domains, ganz oder zum Teil'],
  companyIndustry: ['Branche der Firma', 'Eine oder mehrere Branchen'],
  companyLocation: ['Sitz der Firma', 'Stadt, Bundesstaat, Provinz oder Land des Hauptsitzes'],
  companyType: ['Art der Firma', 'Wem die Firma gehört'],
  companyTicker: ['Börsenkürzel', 'Kürzel einer börsennotierten Firma'],
  expansionType: ['Art der Expansion', 'Arten von Standorten und Erweiterungen'],
  expansionLocation: ['Ort der Expansion', 'Stadt, Bundesstaat oder Land, in dem sie stattfindet'],
  investment: ['Investition', 'Der investierte Betrag; dazu gehört eine Währung'],
  currency: ['Währung', 'Währung der Investition; jede, wenn nichts gewählt ist'],
  jobs: ['Arbeitsplätze', 'Zahl der neuen Arbeitsplätze'],
  limit: ['Grenze', 'Höchstzahl der Datensätze'],
  companyIds: ['Ids der Firmen', 'Nur diese Firmen; alle beobachteten, wenn nichts gewählt ist'],
  industries: ['Branchen', 'Branchen der Firma'],
  industrySegments: ['Branchensegmente', 'Segmente der Branche der Firma'],
  countries: ['Länder', 'Länder des Hauptsitzes, mit vollem englischem Namen'],
  count: ['Anzahl der Stellen', 'So viele Stellen müssen es mindestens sein'],
  title: ['Position', 'Art der Position, zum Beispiel CEO, CFO, COO, CTO oder CMO'],
  reason: ['Grund', 'Warum die Position neu besetzt wird'],
  group: ['Gruppe', 'Namen von Gruppen: nur deren beobachtete Firmen'],
  columns: ['Spalten', 'Welche Spalten zu sehen sind, in dieser Reihenfolge; oder alle'],
  headers: ['Kopfzeile', 'FALSE lässt die Kopfzeile weg'],
  sort: ['Sortierung', 'Spalten, nach denen sortiert wird; mit - davor absteigend'],
  exact: ['Nur ganze Wörter', 'TRUE behält nur Firmen, zu deren Namen ganze Wörter passen'],
  exclude: [
    'Ohne Firmen',
    'Firmen, die Sie kennen: ihre Datensätze fehlen in der Tabelle; mit der Spalte known bleiben sie und sind markiert. Bezahlt werden sie trotzdem',
  ],
  score: [
    'Bewertung',
    'Regeln mit Punkten daneben, zum Beispiel jobs >=100 und 10: ergibt die Spalten Score und Why, die besten zuerst',
  ],
  since: [
    'Geändert seit',
    'Zeigt nur Datensätze, die an diesem Tag oder später geändert wurden; die Frage bleibt dieselbe',
  ],
  refresh: [
    'Aktualisieren',
    'Eine Zelle: Ändert sich ihr Wert, wird nach Neuem gefragt; nach allem, wenn der Wert mit „whole“ beginnt',
  ],
};
