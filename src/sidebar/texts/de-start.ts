/** The German texts of Start, of Connect's form, and of what is known of the service. */
import type * as en from './en-start.js';

export const start: typeof en.start = {
  lead: 'Oder ein Klick, ein fertiges Blatt',
  link: '‹ Start',
  names: {
    'data-centres': 'Rechenzentren, diesen Monat angekündigt',
    hiring: 'Wer von meinen Kunden stellt ein',
    executives: 'Neue CEOs und CFOs in meiner Branche',
    territory: 'Projekte in meinem Gebiet, die größten zuerst',
    investors: 'Investitionen ab 50 Millionen',
    accounts: 'Was meine Kunden ankündigen',
    pipeline: 'Bauprojekte, bewertet',
    suppliers: 'Wer meine Lieferanten verlässt',
    board: 'Wechsel im Aufsichtsrat meiner Branche',
  },
  tabs: {
    'data-centres': 'Rechenzentren',
    hiring: 'Neueinstellungen',
    executives: 'Neue CEOs und CFOs',
    territory: 'Gebiet',
    investors: 'Investitionen',
    accounts: 'Kunden',
    pipeline: 'Projekte',
    suppliers: 'Lieferanten',
    board: 'Aufsichtsrat',
  },
  templates: 'Sechs weitere Tabellen, je nach Aufgabe',
  place: 'Wo',
  placeExample: 'Wo, zum Beispiel Texas',
  chooseFirst: 'Wählen Sie zuerst',
  accounts: 'Welche Kunden',
  allAccounts: 'Alle Kunden',
  industry: 'Welche Branche',
  allIndustries: 'Alle Branchen',
  free: 'Letzte 30 Tage · kostenlos',
  atMost: (credits) => `Höchstens ${credits}`,
  newest: (count) => `die neuesten ${count}`,
  price: (credits) => `höchstens ${credits}`,
  noBudget:
    'Das Budget für heute ist aufgebraucht. Erhöhen Sie es unter „Verlauf“, oder kommen Sie morgen wieder.',
  making: 'Die Tabelle entsteht…',
  own: 'Eigene Abfrage',
  ownText: 'Firmen, Zeitraum, Filter',
  watchList: {
    name: 'Beobachtungsliste',
    text: (price) => `Firmen, die Sie eintragen · kostenlos ohne Firmen, dann ${price} je Änderung`,
    note: 'Tragen Sie Website-Domains in Spalte A ein, ab Zeile 5.',
  },
  left: (left, budget) => `Heute noch ${left} von ${budget} Credits`,
  leftToday: (left) => `heute noch ${left}`,
  made: (tab) => `Ihre Tabelle steht im Blatt „${tab}“.`,
  nothing: (tab) => `Das Blatt „${tab}“ ist fertig. Noch passt kein Datensatz.`,
  failed: (tab) => `Die Tabelle in „${tab}“ ließ sich nicht füllen.`,
  why: 'Die Meldung in ihrer ersten Zelle nennt den Grund.',
  notYet: 'Ihre erste Zelle sagt, wie vollständig sie ist',
  rows: (count) => (count === '1' ? '1 Zeile' : `${count} Zeilen`),
  nothingCharged: 'Es wurden keine Credits abgebucht.',
  charged: (credits) => `${credits} wurden abgebucht.`,
  noCost: 'kostenlos',
  openTab: 'Blatt öffnen',
  change: 'Abfrage ändern',
  another: 'Andere Tabelle',
  gateTitle: 'Zuerst verbinden',
  gateText: (section) =>
    `„${section}“ braucht einen Schlüssel für Ihren Signaldienst. Geben Sie Ihren ein, oder bitten Sie Kollegen, einen für diese Tabelle freizugeben.`,
  gateButton: 'Schlüssel verbinden',
  samples: {
    title: 'Ohne Schlüssel ausprobieren',
    text: 'Jede Zeile macht ein Blatt mit Beispieldaten. Kostenlos, und nichts wird gesendet.',
    tab: (name) => `${name} (Beispiel)`,
  },
};

export const connecting: typeof en.connecting = {
  noKeyTitle: 'Kein eigener Schlüssel?',
  noKeyText: 'Kollegen können ihren für diese Tabelle freigeben und festlegen, wie viel sie ausgeben darf.',
  safe: 'Der Schlüssel bleibt in Ihrem Google-Konto. Niemand kann ihn wieder auslesen, auch diese Seite nicht.',
  keyPlaceholder: 'Hier einfügen',
  connect: 'Schlüssel verbinden',
  answers: 'Der Dienst antwortet.',
  kept: 'Bleibt erhalten, während Sie die Adresse berichtigen.',
  nothingCharged: 'Es wurden keine Credits abgebucht.',
  problems: {
    address: {
      missing: 'Geben Sie die Adresse des Dienstes ein.',
      malformed: 'Geben Sie eine Adresse wie https://api.example.com ein, ohne Fragezeichen oder #.',
      nothing: 'Unter dieser Adresse antwortet nichts. Prüfen Sie die Schreibweise.',
      other: 'Unter dieser Adresse antwortet etwas anderes als der Dienst. Prüfen Sie die Schreibweise.',
    },
    key: {
      missing: 'Geben Sie den Schlüssel für diese Adresse ein.',
      malformed:
        'Ein Schlüssel hat mindestens 8 Buchstaben und Ziffern und keine Leerzeichen. Kopieren Sie ihn noch einmal ganz.',
      refused:
        'Der Dienst nimmt diesen Schlüssel nicht an. Kopieren Sie ihn noch einmal ganz, oder bitten Sie um einen neuen.',
    },
  },
};

export const condition: typeof en.condition = {
  silentTitle: 'Der Dienst antwortet nicht.',
  silentHeld: (credits) =>
    `Für Anfragen ohne Antwort wurden vielleicht Credits abgebucht: ${credits} sind zurückgehalten. Die Tabellen behalten ihren Stand.`,
  silentText: 'Es wurden keine Credits abgebucht. Die Tabellen behalten ihren Stand.',
  refusedTitle: 'Der Dienst lehnt Ihren Schlüssel ab.',
  refusedText:
    'Vielleicht wurde er ersetzt. Es wurden keine Credits abgebucht. Die Tabellen behalten ihren Stand.',
  newKey: 'Neuen Schlüssel eingeben',
  testAgain: 'Erneut testen',
  lines: {
    service: {
      unknown: 'Der Dienst: noch nicht geprüft',
      good: 'Der Dienst antwortet',
      bad: 'Der Dienst antwortet nicht',
    },
    key: {
      unknown: 'Ihr Schlüssel: noch nicht geprüft',
      good: 'Ihr Schlüssel wird angenommen',
      bad: 'Ihr Schlüssel wird abgelehnt',
    },
  },
  held: (credits) => `${credits} sind zurückgehalten`,
  see: 'Ansehen',
};
