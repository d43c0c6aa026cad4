/** The German texts of Health: each problem with its remedy. */
import type { en } from './en.js';

export const health: typeof en.health = {
  title: 'Zustand',
  good: 'Es sind keine Probleme bekannt.',
  allow: (credits) => `${credits} Credits/Tag erlauben`,
  allowed: 'Erlaubt. Wählen Sie Signals > Tabellenblatt aktualisieren, dann fragen die Formeln.',
  problems: {
    'no-key': [
      'Kein Schlüssel',
      'Speichern Sie oben einen Schlüssel, oder bitten Sie jemanden, einen für diese Tabelle freizugeben.',
    ],
    'key-refused': [
      'Der Dienst lehnt den Schlüssel der Formeln hier ab',
      'Die Tabellen behalten ihren Stand. Geben Sie einen neuen Schlüssel ein, oder versuchen Sie es mit „Signals > Tabellenblatt aktualisieren“ noch einmal.',
    ],
    'owner-without-key': [
      'Der Eigentümer hat keinen Schlüssel',
      'Bitten Sie ihn, diese Seitenleiste zu öffnen und einen zu speichern, oder speichern Sie Ihren oben und geben Sie ihn hier frei.',
    ],
    'key-out-of-sight': [
      'Formeln sehen Ihren Schlüssel nicht',
      'Google zeigt Formeln nur den Schlüssel des Eigentümers, und der hat keinen. Geben Sie Ihren unten für diese Tabelle frei.',
    ],
    'not-allowed': [
      'Formeln geben hier noch keine Credits von Ihnen aus',
      'Eine neue Tabelle oder eine Kopie verwendet Ihren Schlüssel für kostenpflichtige Datensätze erst, wenn Sie es sagen.',
    ],
    'copied-spreadsheet': [
      'Dies ist eine Kopie',
      'Der im Original freigegebene Schlüssel wird hier nicht genutzt, damit niemand versehentlich zahlt. Geben Sie bei Bedarf erneut einen frei.',
    ],
    'damaged-sharing': [
      'Der freigegebene Schlüssel ist unbrauchbar',
      'Er ist beschädigt oder wurde verändert. Formeln und Aufträge senden nichts, bis Sie oder jemand anderes unten erneut einen Schlüssel freigeben.',
    ],
    'no-document': [
      'Einstellungen lassen sich nicht speichern',
      'Öffnen Sie die Datei als Google-Tabelle und versuchen Sie es erneut.',
    ],
    'store-full': [
      'Kein Speicherplatz für alle Antworten',
      'Der Speicher dieser Datei für Signals ist voll. Am längsten nicht verwendete Antworten bleiben nicht gespeichert und werden erneut bezahlt, wenn sie gebraucht werden. Frieren Sie Tabellen ein, die nicht aktualisiert werden müssen, oder entfernen Sie Aufträge.',
    ],
    'missing-scope': [
      'Eine Berechtigung fehlt',
      'Wählen Sie erneut Signals > Seitenleiste öffnen und erteilen Sie jede Berechtigung, die Google anfragt.',
    ],
    'no-job-permission': [
      'Ihre Aufträge laufen nicht',
      'Eine Berechtigung dafür fehlt: für die Tabelle oder für den Dienst. Wählen Sie erneut Signals > Seitenleiste öffnen und erteilen Sie jede Berechtigung, die Google anfragt. Danach laufen Ihre Aufträge innerhalb einer Stunde.',
    ],
    'no-trigger': [
      'Ihre Aufträge laufen nicht automatisch',
      'Google hat ihren Auslöser entfernt, deaktiviert oder nicht zugelassen. „Jetzt ausführen“ in einem Ihrer Aufträge legt ihn für alle wieder an. Eine Testbereitstellung des Add-ons hat keine Auslöser: Dort starten Sie Ihre Aufträge mit „Jetzt ausführen“.',
    ],
    'no-trigger-permission': [
      'Google lässt Signals Ihre Aufträge nicht ausführen',
      'Die Berechtigung für Auslöser fehlt. Wählen Sie erneut Signals > Seitenleiste öffnen, erteilen Sie jede Berechtigung, die Google anfragt, und speichern Sie dann einen Ihrer Aufträge erneut. Bis dahin starten Sie sie mit „Jetzt ausführen“.',
    ],
    'too-many-triggers': [
      'Ihre 20 Auslöser sind alle vergeben',
      'Jede Tabelle mit Aufträgen von Ihnen braucht einen. Entfernen Sie Ihre Aufträge aus einer Tabelle, in der Sie keine mehr brauchen, und speichern Sie dann hier einen erneut. Bis dahin starten Sie sie mit „Jetzt ausführen“.',
    ],
    'unknown-zone': [
      'Die Zeitzone ist unbekannt',
      'Mit der Zeitzone dieser Tabelle wären Tage falsch, deshalb melden Formeln und Aufträge sie als Fehler. Wählen Sie unter Datei > Einstellungen eine andere.',
    ],
    'view-only': [
      'Sie können nur lesen',
      'Dieses Blatt ist geschützt oder nur zum Lesen freigegeben. Bitten Sie den Eigentümer um Bearbeitungsrechte.',
    ],
  },
};
