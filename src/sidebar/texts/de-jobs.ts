/** German texts of the section Jobs. */
import type * as en from './en-jobs.js';

const credits = (count: string): string => (count === '1' ? '1 Credit' : `${count} Credits`);

export const jobs: typeof en.jobs = {
  title: 'Aufträge',
  emptyTitle: 'Noch läuft nichts von selbst',
  emptyText:
    'Ein Abgleich hält ein Blatt aktuell: Jeder Tag wird einmal abgefragt, jeder Datensatz einmal bezahlt. Ihre eigenen Spalten bleiben unberührt.',
  addSync: 'Neuer Abgleich',
  addPush: 'Neue Sendung',
  newSync: 'Expansionen',
  newPush: 'Nachrichten',
  syncTitle: 'Ein Blatt abgleichen',
  pushTitle: 'Nachrichten von selbst senden',
  name: 'Name',
  formula: 'Was abgeglichen wird',
  formulaHint: 'Eine Formel ohne Tage und Limit; ihre Spalten werden die des Blatts.',
  fromBuilder: 'Aus „Formel“ übernehmen',
  tab: 'Blatt',
  tabHint: 'Es wird angelegt, wenn es fehlt. Datensätze werden an der Spalte Id erkannt.',
  from: 'Erster Tag',
  fromHint: 'Zuerst kommt, was sich seitdem geändert hat; dann jeder Tag, sobald er vorbei ist.',
  budget: 'Höchstens Credits je Lauf',
  budgetHint: 'Ist es erreicht, geht es beim nächsten Mal weiter.',
  newRows: 'Neue Zeilen',
  top: 'oben',
  bottom: 'unten',
  log: 'Nach jedem Lauf eine Zeile im Blatt „Signals log“',
  pushHint:
    'Einmal am Tag, mit den Tagen seit der letzten Sendung, höchstens 5: Was noch einmal kommt, erkennt der Empfänger an der id. Nie von selbst wiederholt, wenn unklar ist, ob sie ankam.',
  every: 'Wie oft',
  everyChoices: { hour: 'jede Stunde', day: 'jeden Tag', week: 'an Wochentagen' },
  hour: 'Gegen',
  days: 'Tage',
  weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  digest: 'Zusammenfassung per Mail an',
  digestHint:
    'Leer für keine. Höchstens eine Mail am Tag, nach neuen Datensätzen; Google fragt nach der Erlaubnis, in Ihrem Namen zu senden.',
  save: 'Auftrag speichern',
  anewQuestion: (from) =>
    `Das beginnt am ${from} von vorn: Die Tage seitdem werden erneut abgefragt und bezahlt. Was im Blatt steht, bleibt.`,
  run: 'Jetzt ausführen',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  edit: 'Ändern',
  views: 'Diagramme anlegen',
  takeOver: 'Übernehmen',
  takeOverQuestion: (owner) => `Diesen Auftrag mit Ihrem Schlüssel ausführen statt mit dem von ${owner}?`,
  removeQuestion: (name) => `${name} entfernen? Das Blatt und seine Zeilen bleiben.`,
  states: {
    running: 'läuft',
    waits: 'an',
    paused: 'angehalten',
    givenUp: 'nach 5 Fehlern angehalten',
    failed: 'fehlgeschlagen',
  },
  progress: (added, changed, spent, through) =>
    `${added} neu, ${changed} geändert, ${credits(spent)}${through === '' ? '' : `, bis ${through}`}.`,
  intoTab: (tab) => `Blatt ${tab}`,
  ofGroup: (group) => `Nachrichten von ${group}`,
  hourly: 'jede Stunde',
  atHour: (time) => `gegen ${time}`,
  last: (at) => `zuletzt ${at}`,
  next: (at) => `nächstes Mal ${at}`,
  through: (day) => `bis ${day}`,
  sums: (rows, spent) => `${rows} Zeilen für ${spent}`,
  owner: (name) => `ausgeführt von ${name}`,
  me: 'Ihnen',
};

export const receiver: typeof en.receiver = {
  title: 'Nachrichten hier empfangen',
  text: 'Eine Kopie dieses Add-ons, die Sie als Web-App bereitstellen, nimmt Nachrichten in das Blatt „News“ auf. docs/deploy.md zeigt, wie.',
  make: 'Adresse erzeugen',
  question: 'Neues Geheimnis erzeugen? Eine frühere Adresse gilt dann nicht mehr.',
  copyIt: 'Kopieren Sie sie jetzt: Sie wird nicht noch einmal gezeigt.',
  appendIt:
    'Hängen Sie das an die Adresse Ihrer Web-App. Kopieren Sie es jetzt: Es wird nicht noch einmal gezeigt.',
};
