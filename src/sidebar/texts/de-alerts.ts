/** German texts of the alerts of jobs. */
import type * as en from './en-alerts.js';

const them = (count: string): string => (count === '1' ? '1 Datensatz' : `${count} Datensätze`);

export const alerts: typeof en.alerts = {
  title: 'Meldungen',
  text: 'Nach einem Lauf: was neu ist, höchstens fünf Datensätze, jeder einmal. Adressen werden verwahrt wie Ihr Schlüssel.',
  add: 'Meldung hinzufügen',
  to: 'Wohin',
  kinds: {
    mail: 'Mail',
    slack: 'Slack',
    chat: 'Google Chat',
    teams: 'Microsoft Teams',
    webhook: 'Webhook',
  },
  address: 'Adresse',
  addressHints: {
    mail: 'Google fragt, ob in Ihrem Namen gesendet werden darf; privat sind es 100 Mails am Tag.',
    slack: 'Aus „Incoming Webhooks“ in Slack.',
    chat: 'Aus „Apps und Integrationen“ des Gruppenbereichs, „Webhooks“.',
    teams: 'Aus einem Workflow für Webhook-Anforderungen.',
    webhook:
      'Jede https-Adresse. Sie erhält JSON, signiert nach Standard Webhooks mit einem Geheimnis, das einmal angezeigt wird.',
  },
  keep: (address) => `Leer lassen, um ${address} zu behalten.`,
  problems: {
    mail: 'Es ist keine Mailadresse.',
    missing: 'Bitte die Adresse eingeben.',
    elsewhere: (hosts) =>
      hosts === '' ? 'Sie beginnt mit https://.' : `Sie beginnt mit https:// und liegt bei ${hosts}.`,
  },
  all: 'Alle neuen Datensätze',
  or: ' oder ',
  minJobs: 'Arbeitsplätze ab',
  minInvestment: 'Investition ab',
  currency: 'Währung',
  minHint: 'Mit Arbeitsplätzen und Investition genügt eines davon.',
  types: 'Arten von Expansionen',
  quiet: 'Ruhezeit',
  quietFrom: 'Von',
  quietTo: 'Bis',
  remove: (alert) => `Meldung ${alert} entfernen`,
  test: 'Test senden',
  retry: 'Jetzt senden',
  tested: 'Die Nachricht ist angekommen.',
  failed: (words) => `Die Nachricht ist nicht angekommen: ${words}.`,
  unknown: 'Keine Antwort: Die Nachricht ist vielleicht angekommen.',
  waiting: (count) => `${them(count)} noch zu melden.`,
  retried: 'Sie wird binnen einer Stunde erneut gesendet und kostet nichts.',
  unclear: (count) => `Keine Antwort bei ${them(count)}: nicht erneut gesendet.`,
  missing: 'Nur wer die Adresse eingegeben hat, hat sie. „Ändern“ wählen und sie neu eingeben.',
  copySecret: 'Das Geheimnis des Webhooks. Jetzt kopieren: Es wird nicht noch einmal angezeigt.',
};
