/** The sidebar's texts in German. */

import { alerts } from './de-alerts.js';
import { build } from './de-build.js';
import { remedies } from './de-errors.js';
import { health } from './de-health.js';
import { fresh, jobs, receiver } from './de-jobs.js';
import { options } from './de-options.js';
import { sentences } from './de-sentences.js';
import { service } from './de-service.js';
import { condition, connecting, start } from './de-start.js';
import { track } from './de-track.js';
import type { en } from './en.js';

const credits = (count: string) => (count === '1' ? '1 Credit' : `${count} Credits`);

export const de: typeof en = {
  language: 'de',
  loading: 'Lädt…',
  working: 'In Arbeit…',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  removeIt: 'Entfernen',
  remove: (what) => `${what} entfernen`,
  copy: {
    label: 'Kopieren',
    copied: 'Kopiert.',
    refused: 'Der Text ist markiert: Kopieren Sie ihn mit der Tastatur.',
  },
  credits,
  sections: {
    build: 'Formel',
    groups: 'Gruppen',
    news: 'News',
    jobs: 'Aufträge',
    activity: 'Verlauf',
    connect: 'Zugang',
  },
  navigation: 'Bereiche',
  notShown: 'Dieser Bereich lässt sich nicht anzeigen. Versuchen Sie es erneut, oder melden Sie es.',
  errors: {
    NO_KEY: 'Es gibt noch keinen API-Schlüssel. Speichern Sie einen unter „Zugang“.',
    BAD_KEY:
      'Der Dienst lehnt diesen Schlüssel ab. Prüfen Sie, ob er zu dieser Adresse gehört, oder speichern Sie einen anderen.',
    NO_CREDITS: 'Es sind keine Credits mehr übrig. Fügen Sie beim Dienst Credits hinzu.',
    TIMEOUT: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es in einer Minute erneut.',
  },
  sentences,
  options,
  google: {
    title: 'Google hat nicht wie erwartet geantwortet',
    hint: 'Wenn Sie bei mehreren Google-Konten angemeldet sind, hat Google vielleicht ein anderes verwendet als das, mit dem diese Tabelle geöffnet ist. Melden Sie sich von den anderen ab oder öffnen Sie die Tabelle in einem privaten Fenster oder einem anderen Browserprofil.',
  },
  connect: {
    emptyTitle: 'Mit Ihrem Signaldienst verbinden',
    emptyText:
      'Fügen Sie die Adresse und den Schlüssel aus Ihrem Konto dort ein. Es dauert eine Minute und kostet nichts.',
    title: 'Ihr Schlüssel',
    address: 'Adresse des Dienstes',
    addressHint: 'Beginnt mit https://',
    key: 'API-Schlüssel',
    keyHint:
      'Leer lassen, um den gespeicherten Schlüssel bei gleicher Adresse zu behalten. Eine neue Adresse braucht ihren eigenen Schlüssel.',
    keyEnds: (ending) => `endet auf ${ending}`,
    save: 'Speichern und testen',
    test: 'Testen',
    replace: 'Ändern…',
    forget: 'Entfernen…',
    forgetQuestion:
      'Adresse und Schlüssel entfernen? Formeln mit diesem Schlüssel funktionieren dann nicht mehr.',
    forgetYes: 'Entfernen',
    tested: 'Verbunden: Der Dienst antwortet und nimmt den Schlüssel an. Der Test war kostenlos.',
    forgotten: 'Adresse und Schlüssel wurden entfernt.',
  },
  formulaKey: {
    title: 'Formeln hier',
    texts: {
      shared:
        'Die Formeln dieser Tabelle nutzen den für sie freigegebenen Schlüssel, unabhängig davon, wer sie öffnet.',
      mine: 'Die Tabelle gehört Ihnen: Ihre Formeln nutzen Ihren Schlüssel, auch wenn andere sie öffnen.',
      other: 'Die Formeln dieser Tabelle nutzen den Schlüssel ihres Eigentümers, nicht Ihren.',
      none: 'Der Eigentümer dieser Tabelle hat keinen Schlüssel gespeichert; Formeln zeigen daher #NO_KEY.',
      unknown:
        'Formeln nutzen den Schlüssel der Person, der diese Tabelle gehört. Hier lief noch keine Formel.',
    },
  },
  sharing: {
    title: 'Für diese Tabelle freigeben',
    off: 'Aus. Geben Sie Ihren Schlüssel für diese Tabelle frei, damit ihre Formeln für alle funktionieren, die sie bearbeiten können. Sie zahlen bis zu einer Tagesgrenze. Die Seitenleiste zeigt den Schlüssel nie, und eine Kopie der Tabelle kann ihn nicht nutzen.',
    offWithoutKey: 'Speichern Sie zuerst einen eigenen Schlüssel.',
    offer: 'Meinen Schlüssel freigeben…',
    offerInstead: 'Stattdessen meinen freigeben…',
    owner: 'Ihr Name',
    ownerHint: 'Andere sehen, wer zahlt.',
    cap: 'Tagesgrenze in Credits',
    capProblem: 'Eine ganze Zahl ab 1.',
    nameProblem: 'Geben Sie einen Namen ein.',
    confirm: 'Freigeben',
    change: 'Bedingungen ändern',
    stop: 'Freigabe beenden…',
    stopQuestion: 'Freigabe beenden? Die Formeln nutzen dann wieder den Schlüssel des Eigentümers.',
    stopYes: 'Beenden',
    on: (owner, cap) => `${owner} zahlt, bis zu ${credits(cap)} am Tag.`,
    mine: 'Sie geben diesen Schlüssel frei und können das jederzeit beenden.',
    notMine: (owner) => `Nur ${owner} kann das ändern oder beenden.`,
    shared: 'Ihr Schlüssel ist für diese Tabelle freigegeben.',
    stopped: 'Die Freigabe ist beendet.',
    since: 'Seit',
  },
  appearance: {
    title: 'Darstellung',
    label: 'Design',
    choices: { light: 'Hell', dark: 'Dunkel', system: 'Wie das System' },
    stripes: 'Neue Tabellen mit abwechselnden Zeilenfarben',
  },
  health,
  groups: {
    title: 'Gruppen',
    emptyTitle: 'Noch keine Gruppen',
    emptyText:
      'Eine Gruppe ist eine Liste von Firmen, die der Dienst beobachtet. Fügen Sie eine hinzu, um ihre Firmen in Formeln mit Namen anzugeben.',
    name: 'Name einer Gruppe',
    nameHint: 'Ihr Name beim Dienst.',
    add: 'Hinzufügen',
    added: (name) => `${name} wurde hinzugefügt.`,
    isDefault: 'Standard',
    makeDefault: 'Zum Standard machen',
    companies: 'Firmen',
    insert: 'Einfügen',
    removeQuestion: (name) => `${name} aus dieser Tabelle entfernen? Beim Dienst bleibt sie bestehen.`,
    search: 'Firmen suchen',
    count: (shown, all) => (shown === all ? `${all} Firmen` : `${shown} von ${all} Firmen`),
    more: (count) => `${count} weitere: Grenzen Sie die Suche ein.`,
    none: 'Keine Firma gefunden.',
    checkTitle: 'Werden diese beobachtet?',
    checkText: 'Fügen Sie eine Spalte mit Website-Domains ein.',
    checkGroup: 'In Gruppe',
    pasted: 'Domains',
    check: 'Prüfen',
    tracked: (count) => `${count} beobachtet`,
    untracked: (count, group) => `${count} nicht in ${group}`,
    unreadable: (count) => (count === '1' ? '1 ist keine Domain' : `${count} sind keine Domains`),
    listed: (count) =>
      `Der Dienst hat ${count === '1' ? '1 Gruppe' : `${count} Gruppen`}. Fügen Sie die hinzu, die Sie hier nutzen: Formeln nennen sie dann.`,
  },
  build,
  jobs,
  alerts,
  fresh,
  receiver,
  service,
  track,
  start,
  connecting,
  condition,
  remedies,
  news: {
    title: 'Nachrichten senden',
    text: 'Der Dienst sendet die neuesten Nachrichten zu einer Gruppe einmal an Ihre Adresse.',
    noGroups: 'Fügen Sie dieser Tabelle zuerst eine Gruppe hinzu; dann können Sie deren Nachrichten senden.',
    toGroups: 'Zu den Gruppen',
    group: 'Gruppe',
    days: 'Tage',
    callback: 'Empfangsadresse',
    callbackHint:
      'https://…; wird für diese Gruppe gespeichert. Was hinter dem Fragezeichen steht, wird nicht wieder gezeigt.',
    destination: 'Wohin',
    here: 'Diese Tabelle',
    elsewhere: 'Eine andere Adresse',
    received: (added, changed, tab) =>
      `${added === '1' ? '1 Nachricht' : `${added} Nachrichten`} in das Blatt ${tab} eingefügt${changed === '' ? '' : `, ${changed} geändert`}.`,
    notReceived: (why) => `Die Tabelle hat die Nachrichten nicht angenommen: ${why}.`,
    push: 'Senden',
    again: 'Erneut senden',
    already: (at) => `Dieselben Nachrichten wurden am ${at} an diese Adresse gesendet. Erneut senden?`,
    pushed: (group) => `Die Nachrichten zu ${group} wurden gesendet.`,
    answer: 'Antwort der Adresse',
    noAnswer: 'Die Antwort war leer.',
    earlier: 'Frühere Sendungen',
    dayCount: (count) => (count === '1' ? '1 Tag' : `${count} Tage`),
    results: {
      answered: 'beantwortet',
      failed: 'fehlgeschlagen',
      unknown: 'keine Antwort; möglicherweise angekommen',
    },
  },
  activity: {
    title: 'Credits heute',
    spent: (spent, budget) => `${spent} von ${budget} Credits`,
    capOf: (sharer) =>
      `${sharer} gibt den Schlüssel bis zu dieser Grenze am Tag frei. Nur ${sharer} kann sie erhöhen.`,
    month: 'Dieser Monat',
    balance: 'Guthaben beim Dienst',
    byDay: 'Letzte 30 Tage',
    byDayText: (sum, days, day, most) =>
      `${sum} Credits an ${days === '1' ? '1 Tag' : `${days} Tagen`}, die meisten am ${day}: ${most}.`,
    budgetLine: (budget) => `Die gestrichelte Linie ist das Tagesbudget von ${budget}.`,
    byCell: 'Nach Zelle',
    byPerson: 'Nach Person',
    held: 'Zurückgehalten',
    heldText:
      'Anfragen ohne Antwort. Der Dienst kann dafür Credits abgebucht haben, also zählen sie als ausgegeben. Läuft dieselbe Frage noch einmal, wird ihre Anfrage ohne weitere Kosten wiederholt; nach einem Tag zählen sie endgültig als ausgegeben.',
    release: 'Freigeben…',
    releaseQuestion: (credits) =>
      `Hat der Dienst für diese Anfrage Credits abgebucht, kann dieselbe Frage noch einmal bis zu ${credits} kosten. Freigeben?`,
    releaseYes: 'Freigeben',
    released: 'Freigegeben.',
    calls: 'Letzte Anfragen',
    noCallsTitle: 'Noch keine Anfragen',
    noCallsText: 'Hier steht jede Anfrage an den Dienst mit ihren Kosten.',
    copy: 'In ein neues Blatt kopieren',
    sheet: 'Signals Verlauf',
    columns: ['Wann', 'Wer', 'Zelle', 'Abfrage', 'Datensätze', 'Neu', 'Credits', 'Quelle', 'Sekunden'],
    records: (records, fresh) => `${records} Datensätze, ${fresh} neu`,
    sources: {
      service: 'Dienst abgefragt',
      delta: 'nur Änderungen abgefragt',
    },
    someone: 'jemand',
    rules: 'Budget und Aktualität',
    budget: 'Tagesbudget in Credits',
    budgetHint:
      'Für alle Formeln dieser Tabelle. Gespeicherte Antworten bleiben sichtbar, wenn das Budget aufgebraucht ist.',
    onlyPayer: (payer, budget) =>
      `Nur ${payer === '' ? 'der Eigentümer dieser Tabelle' : payer} zahlt und kann es über ${budget} erhöhen. Sie können es senken.`,
    freshness: 'Wie oft Formeln aktualisiert werden',
    modes: { daily: 'Einmal am Tag', manual: 'Nur manuell' },
    numberProblem: 'Eine ganze Zahl.',
    save: 'Speichern',
    saved: 'Gespeichert.',
  },
};
