/** The German texts for a column of companies that is added to a group. */
import type { track as en } from './en-track.js';

const companies = (count: string) => (count === '1' ? '1 Firma' : `${count} Firmen`);

export const track: typeof en = {
  title: 'Diese Firmen beobachten',
  intro:
    'Wählen Sie eine Spalte mit Namen, Website-Domains oder Adressen. Der Abgleich ist kostenlos und ändert noch nichts.',
  read: 'Ausgewählte Spalte abgleichen',
  readAgain: 'Andere Spalte abgleichen',
  found: (place, count, of) => `${place}: ${count} von ${of} bezeichnen eine Firma.`,
  left: (count) => `${count} weitere fehlen hier: Wählen Sie diese danach.`,
  several: (count) => `${count} mehrdeutig`,
  probable: (count) => `${count} zu prüfen`,
  exact: (count) => `${count} genau`,
  none: (count) => `${count} nicht gefunden`,
  skipped: (count) => `${count} weggelassen`,
  leaveOut: 'Weglassen',
  renamed: (was, now) => `${was} → ${now}, so der heutige Name`,
  means: (text, company) => `${text} → ${company}`,
  group: 'Gruppe',
  newGroup: 'Neue Gruppe…',
  newName: 'Name der neuen Gruppe',
  badName: 'Ein Name hat 1 bis 100 Zeichen, ohne Leerzeichen davor und danach.',
  add: (count) => `${companies(count)} hinzufügen`,
  remove: (count) => `${companies(count)} entfernen`,
  removeQuestion: (count, group) => `${companies(count)} aus ${group} entfernen?`,
  compare: 'Vergleichen',
  undo: 'Rückgängig',
  added: (count) => `${count} hinzugefügt`,
  already: (count) => `${count} schon enthalten`,
  removed: (count) => `${count} entfernt`,
  absent: (count) => `${count} nicht in der Gruppe`,
  unknown: (count) => `${count} dem Dienst unbekannt`,
  done: (group, what) => `${group}: ${what}.`,
  undone: (group, what) => `${group}: rückgängig gemacht, ${what}.`,
  refresh: 'Tabellen dieser Gruppe zeigen es, sobald Sie sie aktualisieren.',
  onlyListed: (count) => `${count} nur in der Spalte`,
  onlyInGroup: (count) => `${count} nur in der Gruppe`,
  both: (count) => `${count} in beiden`,
  noMatching:
    'Dieser Dienst gleicht Namen nicht mit Firmen ab, deshalb geht es hier nicht. Bitten Sie seinen Betreiber, die Firmen in eine Gruppe aufzunehmen, oder um einen Dienst mit POST /api/v1/companies/match.',
  lacks:
    'Bei diesem Dienst ändert nur der Betreiber die Gruppen. Bitten Sie ihn, die Firmen aufzunehmen, oder um einen Dienst mit POST /api/v1/tracked-companies.',
  mayNot:
    'Ihr Schlüssel darf keine Gruppen ändern. Bitten Sie den Betreiber des Dienstes, es zu erlauben. Vergleichen können Sie.',
  noOwnKey:
    'Gruppen ändern Sie mit einem eigenen Schlüssel. Speichern Sie einen unter „Zugang“. Vergleichen können Sie.',
};
