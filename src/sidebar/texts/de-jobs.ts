/** German texts of the section Jobs. */
import type * as en from './en-jobs.js';

const credits = (count: string): string => (count === '1' ? '1 Credit' : `${count} Credits`);

export const jobs: typeof en.jobs = {
  title: 'Aufträge',
  emptyTitle: 'Noch keine geplanten Aufträge',
  emptyText:
    'Ein Abgleich hält ein Blatt aktuell: Jeder Tag wird einmal abgefragt, für höchstens einen Credit je Datensatz. Ihre eigenen Spalten bleiben unverändert.',
  refreshText:
    'Formeln, die aktuell gehalten werden, sind schon gelaufen, wenn Sie die Tabelle öffnen: Sie zeigt sofort den Stand von heute.',
  addSync: 'Neuer Abgleich',
  addPush: 'Neue Sendung',
  addRefresh: 'Formeln aktuell halten',
  newSync: 'Expansionen',
  newPush: 'Nachrichten',
  newRefresh: 'Aktuelle Formeln',
  syncTitle: 'Ein Blatt abgleichen',
  pushTitle: 'Nachrichten nach Zeitplan senden',
  refreshTitle: 'Formeln aktuell halten',
  name: 'Name',
  formula: 'Als Formel',
  onlyFormula: 'Die Felder können diese Formel nicht zeigen: Ändern Sie sie unter „Erweitert“.',
  advanced: 'Erweitert',
  more: 'Mehr',
  openTab: 'Blatt öffnen',
  runQuestion: 'Der Auftrag ist gespeichert. Jetzt ausführen?',
  later: 'Später',
  history: (count) => (count === '1' ? 'Letzter Lauf' : `Letzte ${count} Läufe`),
  sent: 'gesendet',
  formulaHint: 'Eine Formel ohne Datum und Limit; ihre Spalten werden zu den Spalten des Blatts.',
  fromBuilder: 'Aus Bereich „Formel“ übernehmen',
  tab: 'Blatt',
  tabHint: 'Wird angelegt, wenn es fehlt. Datensätze werden über die Spalte Id zugeordnet.',
  from: 'Erster Tag',
  fromFormat: 'JJJJ-MM-TT',
  fromHint:
    'Der erste Lauf holt alle Datensätze, die sich seit diesem Tag geändert haben. Jeder Tag folgt, sobald er vorbei ist.',
  budget: 'Maximale Credits je Lauf',
  budgetHint: 'Ein Lauf, der diese Grenze erreicht, wird zum nächsten Termin fortgesetzt.',
  newRows: 'Neue Zeilen',
  top: 'oben',
  bottom: 'unten',
  newSince: 'In neuen Zeilen den Tag in die Spalte „New since“ schreiben',
  log: 'Nach jedem Lauf eine Zeile im Blatt „Signals log“',
  pushHint:
    'Einmal am Tag, mit den Tagen seit der letzten Sendung, höchstens 5. Der Empfänger erkennt Wiederholungen an der id. Eine Sendung, die möglicherweise ankam, wird nie automatisch wiederholt.',
  where: 'Welche Formeln',
  everywhere: 'alle dieser Tabelle',
  inPlaces: 'nur in einigen Blättern',
  refreshHint:
    'Eine Formel läuft erneut, wenn sich ihre Antwort geändert hat oder wenn sie einen Fehler zeigt. Sie zahlen nur neue und geänderte Datensätze.',
  places: 'Blätter und benannte Bereiche',
  placesHint: 'Trennen Sie Namen durch Kommas. Setzen Sie einen Namen mit Komma in Anführungszeichen.',
  placesMissing: 'Geben Sie ein Blatt oder einen benannten Bereich ein.',
  changes: 'Neue Datensätze im Blatt „Signals changes“ auflisten',
  every: 'Wie oft',
  everyChoices: {
    hour: 'jede Stunde',
    day: 'jeden Tag',
    workdays: 'Montag bis Freitag',
    week: 'an bestimmten Wochentagen',
  },
  hour: 'Gegen',
  days: 'Tage',
  weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  digest: 'Zusammenfassung per Mail an',
  digestHint:
    'Leer lassen für keine. Höchstens eine Mail am Tag, nach neuen Datensätzen; Google fragt nach der Erlaubnis, in Ihrem Namen zu senden.',
  save: 'Auftrag speichern',
  savedWithoutTrigger: (words) =>
    `Der Auftrag ist gespeichert, aber Google hat keinen Auslöser für ihn angelegt: ${words}`,
  restartQuestion: (from) =>
    `Der Abgleich beginnt wieder am ${from}: Die Tage seitdem werden erneut abgefragt und bezahlt. Die Zeilen im Blatt bleiben.`,
  run: 'Jetzt ausführen',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  edit: 'Ändern',
  views: 'Diagramme anlegen',
  takeOver: 'Übernehmen',
  takeOverQuestion: (owner, digest) =>
    `Diesen Auftrag in Ihrem Namen und mit Ihrem Schlüssel ausführen statt mit dem von ${owner}?${digest === '' ? '' : ` Er sendet eine Zusammenfassung an ${digest}.`}`,
  notMine: (owner) =>
    `Diesen Auftrag führt ${owner} aus. Wenn Sie ihn speichern, wird er Ihrer: Er läuft in Ihrem Namen, mit Ihrem Schlüssel und Ihrem Auslöser.`,
  changeQuestion: (owner) => `Der Auftrag von ${owner} wird Ihrer und läuft mit Ihrem Schlüssel.`,
  saveAsMine: 'Als meinen Auftrag speichern',
  removeQuestion: (name) => `${name} entfernen? Das Blatt und seine Zeilen bleiben.`,
  removeRefreshQuestion: (name) =>
    `${name} entfernen? Die Formeln bleiben; sie werden nicht mehr aktuell gehalten.`,
  states: {
    running: 'läuft',
    waits: 'an',
    paused: 'angehalten',
    givenUp: 'nach 5 Fehlern angehalten',
    failed: 'fehlgeschlagen',
  },
  progress: (added, changed, spent, through) =>
    `${added} neu, ${changed} geändert, ${credits(spent)}${through === '' ? '' : `, bis ${through}`}.`,
  daysDone: (done, all) => `${done} von ${all === '1' ? '1 Tag' : `${all} Tagen`}`,
  stopping: 'Hält nach diesem Teil an.',
  cancelled: 'Abgebrochen. Was bezahlt ist, bleibt erhalten; „Jetzt ausführen“ setzt dort fort.',
  records: (count) =>
    count === '0'
      ? 'keine neuen Datensätze'
      : count === '1'
        ? '1 neuer Datensatz'
        : `${count} neue Datensätze`,
  formulas: (count) => (count === '1' ? '1 Formel aktualisiert' : `${count} Formeln aktualisiert`),
  freshAsOf: (day, time) => `Stand: ${day} ${time}`,
  lastOn: (day, time) => `Zuletzt ${day} ${time}`,
  nextOn: (day, time) => `nächstes Mal ${day} gegen ${time}`,
  firstOn: (day, time) => `Erster Lauf ${day} gegen ${time}`,
  nextRunOn: (day, time) => `Nächster Lauf ${day} gegen ${time}`,
  againOn: (day, time) => `Neuer Versuch ${day} gegen ${time}`,
  restOn: (day, time) => `Der Rest folgt ${day} gegen ${time}`,
  ofPlaces: (places) => `Formeln in ${places}`,
  ofAll: 'alle Formeln',
  intoTab: (tab) => `Blatt ${tab}`,
  ofGroup: (group) => `Nachrichten zu ${group}`,
  atHour: (time) => `gegen ${time}`,
  through: (day) => `bis ${day}`,
  sums: (rows, spent) => `${rows} Zeilen für ${spent}`,
  owner: (name) => `ausgeführt von ${name}`,
  me: 'Ihnen',
};

export const fresh: typeof en.fresh = {
  title: 'Aktuelle Formeln',
  morning: 'jeden Morgen',
  offer: 'Jeden Morgen aktualisieren?',
  offerText: (most) =>
    `Alle Formeln dieser Tabelle, gegen 06:00, für höchstens ${credits(most)} je Lauf. Sie zahlen nur neue und geänderte Datensätze.`,
  yes: 'Jeden Morgen',
  no: 'Jetzt nicht',
  is: (when, places) => `${places === '' ? 'Wird' : `${places}: wird`} ${when} aktualisiert`,
  switch: (when) => `Formeln ${when} aktuell halten`,
  troubled: (job) => `„${job}“ hat ein Problem: Der Bereich „Aufträge“ sagt, welches.`,
  toJobs: 'Zu den Aufträgen',
};

export const receiver: typeof en.receiver = {
  title: 'Nachrichten hier empfangen',
  text: 'Eine Kopie dieses Add-ons, die Sie als Web-App bereitstellen, fügt gesendete Nachrichten in das Blatt „News“ ein. docs/deploy.md zeigt, wie.',
  make: 'Adresse erzeugen',
  question: 'Neues Geheimnis erzeugen? Frühere Adressen funktionieren dann nicht mehr.',
  copyIt: 'Kopieren Sie sie jetzt: Sie wird nicht noch einmal gezeigt.',
  appendIt:
    'Hängen Sie das an die Adresse Ihrer Web-App an. Kopieren Sie es jetzt: Es wird nicht noch einmal gezeigt.',
};
