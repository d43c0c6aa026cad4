/** German texts of the menu and of its dialogs. */
import type { en } from './en.js';

export const de: typeof en = {
  open: 'Seitenleiste öffnen',
  build: 'Formel zusammenstellen',
  pushNews: 'Nachrichten senden…',
  help: 'Hilfe',
  helpText: [
    '=EXPANSIONS(A2:A20; "startDate"; "-30d") zeigt, was die Firmen in A2:A20 in den letzten 30 Tagen angekündigt haben.',
    '',
    'EXPANSIONS: neue Standorte und Investitionen. Ein Datensatz kostet einen Credit, einmal.',
    'HIRINGS: große Einstellungen. EXEC_CHANGES: Wechsel in der Führung. TRACKED_COMPANIES: die Firmen einer Gruppe.',
    '',
    'Signals > Formel zusammenstellen schreibt solche Formeln und öffnet die der ausgewählten Zelle.',
    'Ein Fehler in einer Zelle beginnt mit einem Code wie #NO_KEY; der Hinweis an der Zelle sagt, was zu tun ist.',
  ].join('\n'),
};
