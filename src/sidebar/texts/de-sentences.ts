/** The German sentences of the add-on's errors, by their keys: cells are shared and stay English, the sidebar is one person's. */
import type { ErrorKey } from '../../contract/error-texts.js';

/** Those that the texts of the page have a sentence for by their code. */
type ByCode = ErrorKey<'NO_KEY' | 'BAD_KEY' | 'NO_CREDITS' | 'TIMEOUT'>;

export const sentences: Readonly<Record<Exclude<ErrorKey, ByCode>, string>> = {
  fewCredits:
    'Die Credits reichen für diese Datensätze nicht. Setzen Sie „limit“ unter {1} oder fügen Sie Credits hinzu.',
  noGroup: 'Der Dienst kennt keine Gruppe „{1}“. Prüfen Sie die Schreibweise.',
  noGroupNear: 'Der Dienst kennt keine Gruppe „{1}“. Meinten Sie {2}?',
  busy: 'Eine andere Zelle holt diese Antwort gerade. Versuchen Sie es in einer Minute erneut.',
  jobUnclear:
    'Eine frühere Anfrage dieses Auftrags blieb ohne Antwort, und vielleicht wurden Credits abgebucht. Wählen Sie „Jetzt ausführen“ für einen neuen Versuch.',
  newerVersion:
    'Eine neuere Version von Signals hat diese Tabelle geändert. Schließen Sie sie und öffnen Sie sie wieder.',
  running: '„{1}“ führt diesen Auftrag gerade aus. Warten Sie, bis er endet.',
  runningBySomeone: 'Jemand anderes führt diesen Auftrag gerade aus. Warten Sie, bis er endet.',
  settingsBusy: 'Gerade ändert jemand anderes die Einstellungen dieser Tabelle. Versuchen Sie es erneut.',
  tabMoving:
    'Im Blatt „{1}“ werden gerade Spalten oder Zeilen verschoben. Der nächste Lauf macht dort weiter.',
  tabTaken: '„{1}“ führt gerade einen Auftrag mit demselben Blatt aus. Warten Sie, bis er endet.',
  tabTakenBySomeone:
    'Jemand anderes führt gerade einen Auftrag mit demselben Blatt aus. Warten Sie, bis er endet.',
  throttled: 'Der Dienst begrenzt die Zahl der Anfragen. Versuchen Sie es in einer Minute erneut.',
  budget:
    'Diese Frage kann mehr kosten als das Tagesbudget von {1} Credits. Senken Sie „limit“ oder erhöhen Sie das Budget.',
  budgetUsed:
    'Das Budget von {1} Credits für heute ist aufgebraucht. Erhöhen Sie es unter „Verlauf“ oder versuchen Sie es morgen erneut.',
  capReached:
    'Die Tagesgrenze des Schlüssels ist erreicht. Senken Sie „limit“ oder versuchen Sie es nach Mitternacht UTC erneut.',
  dayTooLarge:
    '{1} hat mehr Datensätze, als das Tagesbudget von {2} Credits erlaubt. Erhöhen Sie das Tagesbudget oder die Tagesgrenze.',
  dayTooLargeForJob:
    '{1} hat mehr Datensätze, als das Budget von {2} Credits erlaubt. Erhöhen Sie das Budget des Auftrags.',
  manual: 'Automatische Ausgaben sind in dieser Tabelle aus. Wählen Sie Signals > Auswahl aktualisieren.',
  google: 'Google Tabellen hat abgelehnt ({1}). Prüfen Sie das und versuchen Sie es erneut.',
  internal:
    'Im Add-on ist etwas schiefgegangen. Versuchen Sie es erneut und melden Sie es, wenn es wieder geschieht.',
  noSpreadsheetPermission:
    'Signals darf diese Tabelle nicht sehen. Wählen Sie Signals > Seitenleiste öffnen und erteilen Sie jede Berechtigung, die Google anfragt.',
  notJson: 'Die Antwort ist nicht lesbar („{1}“). Prüfen Sie die Adresse unter „Zugang“.',
  proxy: 'Ein Proxy hat mit Status {1} geantwortet. Prüfen Sie die Adresse unter „Zugang“.',
  status: 'Der Dienst meldet einen Fehler (Status {1}: {2}). Versuchen Sie es später erneut.',
  unreachable: 'Der Dienst hat nicht geantwortet ({1}). Prüfen Sie seine Adresse unter „Zugang“.',
  wrongAddress: 'Unter dieser Adresse gibt es keinen Signaldienst. Prüfen Sie die Adresse unter „Zugang“.',
  amountOrPair: '{1} „{2}“ kann eine Zahl bedeuten oder zwei. Schreiben Sie 1000 oder 1..1000.',
  asksForAll:
    'Es sind keine Firmen angegeben. Nennen Sie welche, oder verwenden Sie ={1}(, "limit", 100) für alle.',
  badAddress:
    'Die Adresse muss https://host lauten, ohne Benutzer, Abfrage und Fragment. Berichtigen Sie sie.',
  badAmount: '{1} versteht „{2}“ nicht. Verwenden Sie >=1000000, 10M..50M oder (10,50).',
  badBlock: 'Ein Bereich mit Optionen braucht zwei Spalten, Namen und Werte. Ergänzen Sie die zweite Spalte.',
  badCallback: 'Die Adresse muss https://host/pfad lauten, ohne Benutzer und Fragment. Berichtigen Sie sie.',
  badCap: 'Die Tagesgrenze ist eine ganze Zahl von Credits ab 1. Berichtigen Sie sie.',
  'badCell date': '{1} enthält ein Datum statt Text oder einer Zahl. Berichtigen Sie diese Zelle.',
  'badCell object': '{1} enthält ein Objekt statt Text oder einer Zahl. Berichtigen Sie diese Zelle.',
  badChoice: '{1} hat keinen Wert „{2}“. Wählen Sie einen unter „Formel“.',
  badChoiceNear: '{1} hat keinen Wert „{2}“. Meinten Sie {3}?',
  badChoiceOf: '{1} hat keinen Wert „{2}“. Verwenden Sie {3}.',
  badColumn: 'Es gibt keine Spalte „{1}“. Mit "columns", "all" sehen Sie alle.',
  badColumnNear: 'Es gibt keine Spalte „{1}“. Meinten Sie {2}?',
  badCompany: '{1} bezeichnet keine Firmen. Verwenden Sie Domains, Namen oder Firmen-Ids.',
  badDate: '{1} versteht „{2}“ nicht. Verwenden Sie eine Datumszelle, JJJJ-MM-TT, today oder -30d.',
  badDays: 'Eine Sendung umfasst 1 bis {1} Tage. Berichtigen Sie die Zahl der Tage.',
  badDestination: 'Diese Meldung braucht eine Adresse bei {1}. Kopieren Sie sie noch einmal.',
  badFlag: '{1} versteht „{2}“ nicht. Verwenden Sie TRUE oder FALSE.',
  badFormula: 'Eine Formel beginnt mit = und hat höchstens 8.000 Zeichen. Berichtigen Sie sie.',
  badGroupName:
    'Ein Gruppenname hat 1 bis 200 Zeichen. Geben Sie ihn so ein, wie er beim Dienst geschrieben ist.',
  'badJob budget': 'Das Budget des Auftrags ist ungültig. Berichtigen Sie es.',
  'badJob days of the week': 'Der Auftrag braucht einen Wochentag. Wählen Sie mindestens einen.',
  'badJob first day': 'Der erste Tag des Auftrags ist ungültig. Berichtigen Sie ihn.',
  'badJob hour': 'Die Stunde des Auftrags ist ungültig. Berichtigen Sie sie.',
  'badJob kind': 'Eine Angabe des Auftrags ist ungültig (kind). Laden Sie die Seitenleiste neu.',
  'badJob list of alerts':
    'Eine Angabe des Auftrags ist ungültig (list of alerts). Laden Sie die Seitenleiste neu.',
  'badJob mail address': 'Die Mailadresse des Auftrags ist ungültig. Berichtigen Sie sie.',
  'badJob name': 'Der Name des Auftrags ist ungültig. Berichtigen Sie ihn.',
  'badJob places': 'Es sind zu viele Blätter und Bereiche. Entfernen Sie einige.',
  'badJob schedule': 'Der Zeitplan des Auftrags ist ungültig. Berichtigen Sie ihn.',
  'badJob second alert to the same address': 'Zwei Meldungen haben dieselbe Adresse. Entfernen Sie eine.',
  'badJob tab': 'Der Name des Blatts ist ungültig. Berichtigen Sie ihn.',
  badKeyText:
    'Ein API-Schlüssel hat 8 bis 512 ASCII-Zeichen ohne Leerzeichen. Fügen Sie ihn noch einmal ein.',
  badPaste: 'Der eingefügte Text enthält keine Domain. Fügen Sie eine Spalte mit Domains ein.',
  badPayerName: 'Andere sehen Ihren Namen als Zahler. Geben Sie 1 bis 60 Zeichen ein.',
  badPush: 'Die Sendung weicht bei „{1}“ von der Spezifikation ab. Senden Sie group, postedDate und news.',
  badScore:
    '„{1}“ ist keine Regel mit Punkten. Schreiben Sie jobs >=100, place Texas oder days <=7, daneben eine Zahl.',
  badRules: 'Das Budget ist eine ganze Zahl, mindestens 0. Berichtigen Sie es.',
  badSheet:
    'Ein Blatt hat einen Namen mit 1 bis 100 Zeichen und höchstens 300 Zeilen und 40 Spalten. Verkleinern Sie es.',
  badStoredPair:
    'Die gespeicherte Adresse oder der Schlüssel ist ungültig. Speichern Sie beide unter „Zugang“ neu.',
  badTemplate: 'Eine Vorlage braucht einen Namen mit 1 bis 60 Zeichen und eine Formel. Geben Sie beides ein.',
  badWhole: '{1} versteht „{2}“ nicht. Verwenden Sie eine ganze Zahl von {3} bis {4}.',
  badWholeLeast: '{1} versteht „{2}“ nicht. Verwenden Sie eine ganze Zahl ab {3}.',
  beforeFirstDay: '{1} {2} liegt vor dem ersten Tag der Daten, {3}. Verwenden Sie einen späteren Tag.',
  cellError: '{1} enthält eine Zelle, die {2} zeigt. Berichtigen Sie diese Zelle.',
  companiesTwice: 'Firmen sind zweimal gewählt, beim zweiten Mal durch {1}. Behalten Sie eines von beiden.',
  currencyAlone:
    '„currency“ kann nur zusammen mit „investment“ „any“ sein. Ergänzen Sie „investment“ oder entfernen Sie „currency“.',
  currencyWanted:
    'Der Dienst verlangt zu „investment“ eine Währung. Setzen Sie „currency“, zum Beispiel auf „USD“.',
  damagedSharing:
    'Der freigegebene Schlüssel ist beschädigt oder wurde verändert. Geben Sie unter „Zugang“ erneut einen frei.',
  dateBesideRange: '„date“ ist ein einzelner Tag. Entfernen Sie „date“ oder „from“ und „to“.',
  dayFirst: '„{1}“ ist ein Tag, keine Firma. Schreiben Sie „from“ davor.',
  emptyCompanies: 'Die Liste der Firmen ist leer. Tragen Sie Firmen ein.',
  emptyGroup: 'Die Gruppe „{1}“ enthält keine Firmen. Fügen Sie beim Dienst welche hinzu.',
  groupUnchanged: 'Der Dienst hat die Gruppe nicht geändert ({1}). Berichtigen Sie das.',
  headerTwice: 'Zeile 1 des Blatts „{1}“ enthält „{2}“ zweimal. Benennen Sie Ihre eigene Spalte um.',
  jobChanged: 'Jemand anderes hat diesen Auftrag geändert. Prüfen Sie ihn und versuchen Sie es dann erneut.',
  joinedChoices: '{1} hat keinen Wert „{2}“. Setzen Sie | zwischen mehrere Werte.',
  lowLimit: 'Das Limit {1} ist für so viele Firmen zu niedrig. Setzen Sie es auf {2} oder mehr.',
  mayNotTrack:
    'Dieser API-Schlüssel darf keine Gruppen ändern. Bitten Sie den Betreiber des Dienstes, es zu erlauben.',
  menuOnly: 'Das geht nur über das Menü. Wählen Sie es im Menü „Signals“.',
  nameGroup:
    'Es ist keine Gruppe angegeben. Ergänzen Sie eine, zum Beispiel =TRACKED_COMPANIES("Key accounts").',
  noAlertAddress: 'Die Adresse dieser Meldung kennt nur, wer sie eingegeben hat. Geben Sie sie erneut ein.',
  noCell: 'Es ist keine Zelle ausgewählt. Wählen Sie eine aus und versuchen Sie es erneut.',
  noCurrency: 'Zu „investment“ gehört eine Währung. Ergänzen Sie "currency", "USD" oder "currency", "any".',
  noDocument:
    'Diese Datei kann keine Einstellungen speichern. Öffnen Sie sie in Google Tabellen und versuchen Sie es erneut.',
  noIdColumn:
    'In Zeile 1 des Blatts „{1}“ fehlt die Spalte „{2}“. Stellen Sie sie wieder her oder wählen Sie ein leeres Blatt.',
  noJob: 'Diesen Auftrag gibt es nicht mehr. Laden Sie die Seitenleiste neu.',
  noJobFormula:
    'Ein Abgleich braucht eine Formel mit EXPANSIONS, HIRINGS oder EXEC_CHANGES. Berichtigen Sie sie.',
  noName: 'Vor dem Wert „{1}“ fehlt der Name der Option. Ergänzen Sie ihn oder entfernen Sie den Wert.',
  noReceiver: 'Diese Tabelle empfängt keine Nachrichten. Erzeugen Sie im Bereich „Aufträge“ eine Adresse.',
  noReference:
    'Die Vorschau kann den Bezug „{1}“ nicht lesen. Fügen Sie die Formel ein, um ihr Ergebnis zu sehen.',
  noRoom:
    'Der Speicher der Tabelle ist voll, es wurde nichts bezahlt. Entfernen Sie Aufträge oder Vorlagen oder frieren Sie Tabellen ein.',
  noSignalsFormula: 'Diese Formel enthält keine Signals-Funktion. Wählen Sie eine unter „Formel“.',
  noSuchSheet: 'Das Blatt „{1}“ gibt es nicht mehr. Wählen Sie erneut eine Zelle aus.',
  noTab: 'Das Blatt „{1}“ wurde gelöscht. Wählen Sie für den Auftrag ein anderes.',
  noValue: 'Der Option {1} fehlt der Wert. Ergänzen Sie ihn dahinter oder entfernen Sie die Option.',
  notForJobs: 'Ein Abgleich setzt {1} selbst. Entfernen Sie diese Option aus seiner Formel.',
  nothingToShow:
    'Im Blatt „{1}“ gibt es weder Datumsangaben noch Länder. Nehmen Sie zuerst eine dieser Spalten in den Abgleich auf.',
  notYours: '„{1}“ gibt diesen Schlüssel frei. Nur diese Person kann die Freigabe beenden.',
  oneValue: 'Die Option {1} nimmt nur einen Wert. Entfernen Sie die übrigen.',
  onlyOwnerRaises:
    'Nur der Eigentümer der Tabelle zahlt hier und kann das Tagesbudget erhöhen. Bitten Sie darum oder senken Sie das Budget.',
  onlyOwnerReleases:
    'Nur der Eigentümer der Tabelle zahlt hier und kann Credits freigeben. Bitten Sie darum.',
  onlyPayerRaises:
    'Nur „{1}“ zahlt hier und kann das Tagesbudget erhöhen. Bitten Sie darum oder senken Sie das Budget.',
  onlyPayerReleases: 'Nur „{1}“ zahlt hier und kann Credits freigeben. Bitten Sie darum.',
  otherPayer:
    'Hier zahlt ein anderer Schlüssel, es wurde nichts abgefragt. Bitten Sie dessen Eigentümer, ihn freizugeben, oder übernehmen Sie den Auftrag.',
  otherService:
    '„{1}“ gibt einen Schlüssel für eine andere Adresse frei. Speichern Sie diesen Auftrag erneut, um ihn zu nutzen.',
  ownTab: 'Das Blatt „{1}“ ist für Signals reserviert. Wählen Sie ein anderes.',
  pushedToday:
    'Die Nachrichten von heute wurden bereits gesendet, möglicherweise ohne Bestätigung. Senden Sie sie bei Bedarf im Bereich „News“ erneut.',
  pushTooLarge: 'Eine Sendung hat höchstens 2 MB. Senden Sie weniger Tage.',
  refused: 'Der Dienst lehnt die Frage ab ({1}). Berichtigen Sie diese Option.',
  samplesOnly:
    '„demo“ zeigt Beispieldaten, bis ein Schlüssel gespeichert ist; nennen Sie Ihre Firmen, oder entfernen Sie es',
  sharedElsewhere:
    '„{1}“ gibt einen Schlüssel für eine andere Adresse frei. Nur diese Person kann die Freigabe beenden.',
  sidebarOnly: 'Das geht nur in der Seitenleiste. Wählen Sie Signals > Seitenleiste öffnen.',
  spreadsheetFull:
    'Die Tabelle hat nur noch für {1} Zeilen Platz. Löschen Sie Blätter oder Spalten, die Sie nicht brauchen.',
  startAfterEnd:
    '„from“ ({1}) liegt nach „to“ ({2}). Vertauschen Sie die beiden, oder wählen Sie ein späteres „to“.',
  'storeFull formulas at once': 'Für so viele Formeln auf einmal ist kein Platz. Wählen Sie weniger aus.',
  'storeFull groups': 'Für weitere Gruppen ist kein Platz. Entfernen Sie zuerst eine.',
  'storeFull jobs': 'Für weitere Aufträge ist kein Platz. Entfernen Sie zuerst einen.',
  'storeFull templates': 'Für weitere Vorlagen ist kein Platz. Entfernen Sie zuerst eine.',
  'storeFull words in this job': 'Für so viel Text ist in diesem Auftrag kein Platz. Kürzen Sie ihn.',
  tooLarge:
    '{1} Zeilen mit {2} Spalten sind zu viel für Google Tabellen; setzen Sie „limit“ auf {3}, oder nennen Sie weniger Spalten',
  tooLong: '{1} enthält „{2}“, das länger ist als {3} Zeichen. Kürzen Sie den Text.',
  tooMany: '{1} hat {2} Werte, mehr als {3}. Verwenden Sie einen kleineren Bereich.',
  tooManyJobs: 'Eine Tabelle hat höchstens {1} Aufträge. Entfernen Sie zuerst einen.',
  triggerOnly:
    'Diese Funktion kann nur ihr Auslöser starten. Wählen Sie Signals > Aufträge, um einen Auftrag jetzt auszuführen.',
  unknownOption: '{1} hat keine Option „{2}“. Sehen Sie in der Hilfe der Funktion nach.',
  unknownOptionNear: '{1} hat keine Option „{2}“. Meinten Sie {3}?',
  unknownZone: 'Die Zeitzone „{1}“ ist unbekannt; wählen Sie unter Datei > Einstellungen eine andere.',
  unresolved:
    'Nicht gefunden: „{1}“. Verwenden Sie Firmen-Ids oder mit „group“ eine Gruppe, die sie enthält.',
  unresolvedMany:
    'Nicht gefunden: „{1}“ und {2} weitere. Verwenden Sie Firmen-Ids oder mit „group“ eine Gruppe, die sie enthält.',
};
