/** German texts of the alerts of jobs. */
import type * as en from './en-alerts.js';

const them = (count: string): string => (count === '1' ? '1 Datensatz' : `${count} Datensätze`);

export const alerts: typeof en.alerts = {
  title: 'Meldungen',
  text: 'Nach einem Lauf eine Nachricht mit dem, was neu ist: höchstens fünf Datensätze, jeder einmal.',
  add: 'Meldung hinzufügen',
  to: 'Wohin',
  kinds: {
    slack: 'Slack',
    chat: 'Google Chat',
    teams: 'Microsoft Teams',
    webhook: 'Andere https-Adresse, signiert',
  },
  address: 'Adresse',
  addressHints: {
    slack: 'Aus „Incoming Webhooks“ in Slack.',
    chat: 'Aus „Apps und Integrationen“ > „Webhooks“ des Gruppenbereichs.',
    teams: 'Aus einem Workflow „Wenn eine Webhook-Anforderung empfangen wird“.',
    webhook:
      'Erhält JSON mit den Kopfzeilen von Standard Webhooks. Das Geheimnis wird beim Speichern einmal angezeigt.',
  },
  secret:
    'Liegt in Ihrem eigenen Speicher bei Google, wie Ihr Schlüssel. Andere sehen die letzten vier Zeichen.',
  keep: (address) => `Leer lassen, um ${address} zu behalten.`,
  problems: {
    missing: 'Bitte die Adresse eingeben: Nur wer sie eingegeben hat, hat sie.',
    elsewhere: (hosts) =>
      hosts === '' ? 'Sie beginnt mit https://.' : `Sie beginnt mit https:// und liegt bei ${hosts}.`,
  },
  minJobs: 'Arbeitsplätze ab',
  minInvestment: 'Investition ab',
  currency: 'Währung',
  minHint: 'Beide leer: alle Datensätze. Mit beiden genügt eines davon.',
  types: 'Nur einige Arten von Expansionen',
  typesCount: (count) => `Nur einige Arten von Expansionen (${count})`,
  quiet: 'Ruhezeit',
  quietFrom: 'Von',
  quietTo: 'Bis',
  quietHint: 'In der Zeitzone der Tabelle. Was neu ist, wartet.',
  remove: (alert) => `Meldung ${alert} entfernen`,
  test: 'Test senden',
  testOf: (alert) => `Test an ${alert} senden`,
  retry: 'Jetzt senden',
  retryOf: (alert) => `Was wartet, jetzt an ${alert} senden`,
  tested: 'Die Nachricht ist angekommen.',
  failed: (words) => `Sie ist nicht angekommen: ${words}.`,
  unknown: 'Es kam keine Antwort: Sie ist möglicherweise angekommen.',
  waiting: (count) => `${them(count)} noch zu melden.`,
  refused: (words) =>
    `Die letzte Nachricht ist nicht angekommen: ${words}. Sie wird binnen einer Stunde erneut gesendet und kostet nichts.`,
  unclear: (count) =>
    `Keine Antwort bei ${them(count)}: nicht erneut gesendet, da möglicherweise angekommen.`,
  missing: 'Die Adresse ist nicht in Ihrem Speicher. „Ändern“ wählen und sie neu eingeben.',
  copySecret: 'Das Geheimnis des Webhooks. Jetzt kopieren: Es wird nicht noch einmal angezeigt.',
};
