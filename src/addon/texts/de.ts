/** German texts of the menu, its dialogs, mails and jobs. */
import type { en } from './en.js';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('de-DE')} ${number === 1 ? one : many}`;
const credits = (number: number) => count(number, 'Credit', 'Credits');

export const de: typeof en = {
  menu: {
    openSidebar: 'Seitenleiste öffnen',
    openBuilder: 'Formel zusammenstellen',
    openTracking: 'Diese Firmen beobachten…',
    refreshSelection: 'Auswahl aktualisieren…',
    refreshSheet: 'Tabellenblatt aktualisieren…',
    refreshAll: 'Alles aktualisieren…',
    refreshFailed: 'Nur Fehler aktualisieren…',
    freezeSelection: 'Auswahl als Werte einfrieren',
    thawSelection: 'Auswahl auftauen',
    openJobs: 'Aufträge',
    openNews: 'Nachrichten senden…',
    showHelp: 'Hilfe',
  },
  helpText: [
    '=EXPANSIONS(A2:A20; "from"; "-30d") zeigt, was die Firmen in A2:A20 in den letzten 30 Tagen angekündigt haben.',
    '',
    'EXPANSIONS: neue Standorte und Investitionen. Jeder Datensatz einer Anfrage kostet höchstens einen Credit, eine gespeicherte Antwort nichts.',
    'HIRINGS: große Neueinstellungen. EXEC_CHANGES: Wechsel in der Führung. TRACKED_COMPANIES: die Firmen einer Gruppe.',
    'MATCH_COMPANIES: die Firmen, die ungenaue Namen meinen.',
    '',
    'Signals > Formel zusammenstellen schreibt solche Formeln für Sie und öffnet die Formel der ausgewählten Zelle.',
    'Ein Fehler in einer Zelle beginnt mit einem Code wie #NO_KEY; der Hinweis an der Zelle sagt, was zu tun ist.',
  ].join('\n'),

  refreshQuestion: ({ formulas, questions, ceiling }, { spent, budget, isMonth }) => {
    const all = `${count(formulas, 'Formel fragt', 'Formeln fragen')} den Dienst erneut ab.`;
    if (questions === 0) return `${all}\n\nDas kostet nichts.`;
    return [
      all,
      '',
      `Höchstens ${credits(ceiling)}${questions < formulas ? `, für ${count(questions, 'gemeinsame Abfrage', 'gemeinsame Abfragen')}` : ''}.`,
      `${isMonth ? 'Diesen Monat' : 'Heute'} verbraucht: ${spent.toLocaleString('de-DE')} von ${credits(budget)}.`,
    ].join('\n');
  },
  budgetSpent:
    'Das Budget ist aufgebraucht. In der Seitenleiste steht unter „Verlauf“, wer es erhöhen kann; oder warten Sie bis morgen.',
  monthSpent:
    'Das Budget dieses Monats ist aufgebraucht. Erhöhen Sie es in der Seitenleiste, oder warten Sie bis zum nächsten Monat.',
  nothingToRefresh: 'Hier ist keine Signals-Formel zu aktualisieren.',
  nothingToFreeze: 'Es ist keine Signals-Formel ausgewählt. Wählen Sie die erste Zelle ihrer Tabelle.',
  frozen: (tables) => `${count(tables, 'Tabelle', 'Tabellen')} eingefroren. Das Menü taut sie auf.`,
  notFrozen: (waiting) =>
    `Nicht eingefroren: ${count(waiting, 'Formel zeigt', 'Formeln zeigen')} noch keine Tabelle.`,
  digest: {
    subject: (job, added) => `${job}: ${count(added, 'neuer Datensatz', 'neue Datensätze')}`,
    counts: (added, changed, spent) =>
      `${added.toLocaleString('de-DE')} neu, ${changed.toLocaleString('de-DE')} geändert, ${credits(spent)}. Die neuesten:`,
    where: (tab) =>
      `Alle stehen im Blatt „${tab}“. Eingerichtet ist das unter Signals > Seitenleiste öffnen, Bereich Aufträge.`,
    failed: (job) => `${job}: dreimal nacheinander fehlgeschlagen`,
    failedText:
      'Nach fünf Fehlern hält der Auftrag an. Siehe Signals > Seitenleiste öffnen, Bereich Aufträge.',
  },
  alerts: {
    jobs: (number) => count(number, 'Arbeitsplatz', 'Arbeitsplätze'),
    amount: (number, currency) => count(number, currency, currency),
    others: (number) => `und ${number.toLocaleString('de-DE')} weitere`,
    open: 'Tabelle öffnen',
    test: 'ein Test, neue Datensätze werden hier gemeldet',
  },
  lostAuthorization: {
    subject: 'Signals: Ihren Aufträgen fehlt eine Berechtigung',
    text: (jobs, address) =>
      `Google lässt Signals diese Aufträge nicht mehr ausführen: ${jobs}. Wählen Sie in der Tabelle Signals > Seitenleiste öffnen, oder erteilen Sie die fehlende Berechtigung hier: ${address}`,
  },
  notices: {
    columns: ({ headers }) =>
      `Neue Spalten: ${headers.join(', ')}. Ältere Zeilen erhalten sie, wenn sie sich ändern.`,
    'no-column': ({ headers }) =>
      `In Zeile 1 fehlt: ${headers.join(', ')}. Neue Zeilen bleiben dort leer; ergänzen Sie die Überschrift, oder entfernen Sie die Spalte aus diesem Auftrag.`,
    budget: () => 'Die Grenze an Credits ist erreicht; ein späterer Lauf macht weiter.',
    'month-budget': ({ spent, budget }) =>
      `${spent.toLocaleString('de-DE')} von ${count(budget, 'Credit', 'Credits')} dieses Monats sind verbraucht. Ist die Grenze erreicht, wird bis zum nächsten Monat nichts gekauft; erhöhen Sie sie unter „Verlauf“.`,
    cut: ({ day, limit }) =>
      `Der ${day} hat mehr als ${limit.toLocaleString('de-DE')} Datensätze; die übrigen fehlen.`,
    'perhaps-cut': ({ day, records }) =>
      `Der ${day} hat genau ${count(records, 'Datensatz', 'Datensätze')}; möglicherweise hat der Dienst weitere weggelassen.`,
    'push-unclear': () =>
      'Die letzte Sendung blieb ohne Antwort; die Nachrichten sind möglicherweise angekommen.',
    'not-run': ({ formulas }) =>
      `${count(formulas, 'Formel lief', 'Formeln liefen')} nicht erneut: Die Person, der dieser Auftrag gehört, darf diese Zellen nicht ändern.`,
    'no-place': ({ places }) =>
      `Nicht gefunden: „${places.join('“, „')}“. Berichtigen Sie die Blätter und Bereiche dieses Auftrags.`,
    'outbox-full': ({ events }) =>
      `${count(events, 'Ereignis wartet', 'Ereignisse warten')} auf den Webhook; bis sie gesendet sind, kommt nichts hinzu. Berichtigen oder entfernen Sie seine Adresse.`,
    'changes-full': () =>
      'Die Liste der Änderungen ist voll, die neuesten fehlen; löschen Sie Zeilen, die Sie nicht mehr brauchen.',
  },
  nothingToThaw: 'Es ist nichts Eingefrorenes ausgewählt. Wählen Sie eine Zelle einer eingefrorenen Tabelle.',
  thawQuestion: (edited) =>
    `${count(edited, 'Tabelle wurde', 'Tabellen wurden')} seit dem Einfrieren geändert. Auftauen verwirft diese Änderungen.`,
  changedMeanwhile: (tables) =>
    `Nicht aufgetaut: ${count(tables, 'Tabelle wurde', 'Tabellen wurden')} geändert, während die Frage offen war. Bitte erneut auftauen.`,
};
