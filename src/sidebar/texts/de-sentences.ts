/**
 * The German sentences of the add-on's errors, by the English ones: cells are shared and stay English, the sidebar is
 * one person's. {1} stands for what the sentence names, [1] for a part that is in the list too. Where the code says
 * enough, its sentence is in `errors`.
 */
import type { ErrorSentences } from './en-errors.js';

export const sentences: ErrorSentences = {
  'not enough credits for these records; set "limit" below {1} or add credits':
    'Die Credits reichen für diese Datensätze nicht. Setzen Sie „limit“ unter {1} oder fügen Sie Credits hinzu.',
  'the service has no group "{1}"; [2]': 'Der Dienst kennt keine Gruppe „{1}“. [2]',
  'another cell is fetching this answer; recalculate in a minute':
    'Eine andere Zelle holt diese Antwort gerade. Versuchen Sie es in einer Minute erneut.',
  'a newer version of Signals has changed this spreadsheet; close and reopen it':
    'Eine neuere Version von Signals hat diese Tabelle geändert. Schließen Sie sie und öffnen Sie sie wieder.',
  'the service limits the rate of requests; recalculate in a minute':
    'Der Dienst begrenzt die Zahl der Anfragen. Versuchen Sie es in einer Minute erneut.',
  'this query could exceed the daily budget of {1} credits; lower "limit" or raise the budget':
    'Diese Frage kann mehr kosten als das Tagesbudget von {1} Credits. Senken Sie „limit“ oder erhöhen Sie das Budget.',
  "today's budget of {1} credits is used up; raise it in the sidebar, or recalculate tomorrow":
    'Das Budget von {1} Credits für heute ist aufgebraucht. Erhöhen Sie es unter „Verlauf“ oder versuchen Sie es morgen erneut.',
  'the key\'s cap for the day is used up; lower "limit", or recalculate after midnight UTC':
    'Die Tagesgrenze des Schlüssels ist erreicht. Senken Sie „limit“ oder versuchen Sie es nach Mitternacht UTC erneut.',
  'automatic spending is off in this spreadsheet; choose Signals > Refresh selection':
    'Automatische Ausgaben sind in dieser Tabelle aus. Wählen Sie Signals > Auswahl aktualisieren.',
  'the service did not answer ({1}); check its address in the sidebar':
    'Der Dienst hat nicht geantwortet ({1}). Prüfen Sie seine Adresse unter „Zugang“.',
  'the service failed with status {1} ({2}); try again later':
    'Der Dienst meldet einen Fehler (Status {1}: {2}). Versuchen Sie es später erneut.',
  'there is no signals service at this address; check the address in Signals > Open sidebar':
    'Unter dieser Adresse gibt es keinen Signaldienst. Prüfen Sie die Adresse unter „Zugang“.',
  'a proxy answered with status {1}; check the address in Signals > Open sidebar':
    'Ein Proxy hat mit Status {1} geantwortet. Prüfen Sie die Adresse unter „Zugang“.',
  'the service rejected the query ({1}); correct that option':
    'Der Dienst lehnt die Frage ab ({1}). Berichtigen Sie diese Option.',
  'the answer cannot be read ("{1}"); check the address in the sidebar':
    'Die Antwort ist nicht lesbar („{1}“). Prüfen Sie die Adresse unter „Zugang“.',

  '{1} has no option "{2}"; [3]': '{1} hat keine Option „{2}“. [3]',
  'option {1} has no value; add one after it or remove it':
    'Der Option {1} fehlt der Wert. Ergänzen Sie ihn dahinter oder entfernen Sie die Option.',
  'the value "{1}" has no option name before it; add one or remove it':
    'Vor dem Wert „{1}“ fehlt der Name der Option. Ergänzen Sie ihn oder entfernen Sie den Wert.',
  'a range of options needs two columns, names and values; add the second column':
    'Ein Bereich mit Optionen braucht zwei Spalten, Namen und Werte. Ergänzen Sie die zweite Spalte.',
  'companies are chosen twice, the second time by {1}; keep one of the two':
    'Firmen sind zweimal gewählt, beim zweiten Mal durch {1}. Behalten Sie eines von beiden.',
  'companies cannot be {1}; use website domains, names or company ids':
    '{1} bezeichnet keine Firmen. Verwenden Sie Domains, Namen oder Firmen-Ids.',
  '"{1}" is a day, not a company; write "from" before it':
    '„{1}“ ist ein Tag, keine Firma. Schreiben Sie „from“ davor.',
  '{1} has {2} values, more than {3}; use a smaller range':
    '{1} hat {2} Werte, mehr als {3}. Verwenden Sie einen kleineren Bereich.',
  '{1} contains "{2}", longer than {3} characters; shorten it':
    '{1} enthält „{2}“, das länger ist als {3} Zeichen. Kürzen Sie den Text.',
  'limit {1} is too low for so many companies; set it to {2} or more':
    'Das Limit {1} ist für so viele Firmen zu niedrig. Setzen Sie es auf {2} oder mehr.',
  'option {1} takes one value; remove the others':
    'Die Option {1} nimmt nur einen Wert. Entfernen Sie die übrigen.',
  '{1} has no value "{2}"; put | between several values':
    '{1} hat keinen Wert „{2}“. Setzen Sie | zwischen mehrere Werte.',
  '{1} has no value "{2}"; [3]': '{1} hat keinen Wert „{2}“. [3]',
  '{1} cannot read "{2}"; use [3]': '{1} versteht „{2}“ nicht. Verwenden Sie [3].',
  '"from" ({1}) is after "to" ({2}); swap them, or choose a later "to"':
    '„from“ ({1}) liegt nach „to“ ({2}). Vertauschen Sie die beiden, oder wählen Sie ein späteres „to“.',
  '{1} {2} is before the first day of the data, {3}; use a later day':
    '{1} {2} liegt vor dem ersten Tag der Daten, {3}. Verwenden Sie einen späteren Tag.',
  '"date" is a single day; remove it, or remove "from" and "to"':
    '„date“ ist ein einzelner Tag. Entfernen Sie „date“ oder „from“ und „to“.',
  '{1} "{2}" can mean one number or two; write 1000 or 1..1000':
    '{1} „{2}“ kann eine Zahl bedeuten oder zwei. Schreiben Sie 1000 oder 1..1000.',
  'investment needs a currency; add "currency", "USD", or "currency", "any"':
    'Zu „investment“ gehört eine Währung. Ergänzen Sie "currency", "USD" oder "currency", "any".',
  'the service requires a currency with investment; set "currency", for example to "USD"':
    'Der Dienst verlangt zu „investment“ eine Währung. Setzen Sie „currency“, zum Beispiel auf „USD“.',
  'currency "any" works only with investment; add investment or remove currency':
    '„currency“ kann nur zusammen mit „investment“ „any“ sein. Ergänzen Sie „investment“ oder entfernen Sie „currency“.',
  'there is no column "{1}"; [2]': 'Es gibt keine Spalte „{1}“. [2]',
  '{1} contains a cell that shows {2}; correct that cell':
    '{1} enthält eine Zelle, die {2} zeigt. Berichtigen Sie diese Zelle.',
  '{1} contains [2] instead of text or a number; correct that cell':
    '{1} enthält [2] statt Text oder einer Zahl. Berichtigen Sie diese Zelle.',
  'not found: "{1}" and {2} more; use company ids or a "group" that contains them':
    'Nicht gefunden: „{1}“ und {2} weitere. Verwenden Sie Firmen-Ids oder mit „group“ eine Gruppe, die sie enthält.',
  'not found: "{1}"; use company ids or a "group" that contains them':
    'Nicht gefunden: „{1}“. Verwenden Sie Firmen-Ids oder mit „group“ eine Gruppe, die sie enthält.',
  '{1} rows of {2} columns are too many for Sheets; set "limit" to {3} or use fewer columns':
    '{1} Zeilen mit {2} Spalten sind zu viel für Google Tabellen; setzen Sie „limit“ auf {3}, oder nennen Sie weniger Spalten',
  'the time zone "{1}" is unknown; choose another in File > Settings':
    'Die Zeitzone „{1}“ ist unbekannt; wählen Sie unter Datei > Einstellungen eine andere.',
  '"demo" shows sample records until a key is saved; name your companies, or remove it':
    '„demo“ zeigt Beispieldaten, bis ein Schlüssel gespeichert ist; nennen Sie Ihre Firmen, oder entfernen Sie es',
  'no companies are given; name some, or use ={1}(, "limit", 100) for all':
    'Es sind keine Firmen angegeben. Nennen Sie welche, oder verwenden Sie ={1}(, "limit", 100) für alle.',
  'the list of companies is empty; enter companies in it':
    'Die Liste der Firmen ist leer. Tragen Sie Firmen ein.',
  'the group "{1}" has no companies; add companies at the service':
    'Die Gruppe „{1}“ enthält keine Firmen. Fügen Sie beim Dienst welche hinzu.',
  'no group is given; add one, for example =TRACKED_COMPANIES("Key accounts")':
    'Es ist keine Gruppe angegeben. Ergänzen Sie eine, zum Beispiel =TRACKED_COMPANIES("Key accounts").',

  'the address must be https://host, without user, query or fragment; correct the address':
    'Die Adresse muss https://host lauten, ohne Benutzer, Abfrage und Fragment. Berichtigen Sie sie.',
  'the API key must be 8 to 512 ASCII characters without spaces; paste it again':
    'Ein API-Schlüssel hat 8 bis 512 ASCII-Zeichen ohne Leerzeichen. Fügen Sie ihn noch einmal ein.',
  'colleagues see your name as the payer; enter 1 to 60 characters':
    'Andere sehen Ihren Namen als Zahler. Geben Sie 1 bis 60 Zeichen ein.',
  'the daily cap must be a whole number of credits, 1 or more; correct it':
    'Die Tagesgrenze ist eine ganze Zahl von Credits ab 1. Berichtigen Sie sie.',
  '"{1}" shares this key; only that person can stop sharing':
    '„{1}“ gibt diesen Schlüssel frei. Nur diese Person kann die Freigabe beenden.',
  '"{1}" shares a key for another address; only that person can stop sharing it':
    '„{1}“ gibt einen Schlüssel für eine andere Adresse frei. Nur diese Person kann die Freigabe beenden.',
  '"{1}" shares a key for another address; save this job again to use it':
    '„{1}“ gibt einen Schlüssel für eine andere Adresse frei. Speichern Sie diesen Auftrag erneut, um ihn zu nutzen.',
  'the shared key is damaged or was changed; share a key again in Signals > Open sidebar':
    'Der freigegebene Schlüssel ist beschädigt oder wurde verändert. Geben Sie unter „Zugang“ erneut einen frei.',
  'the saved address or key is not valid; save both again in Signals > Open sidebar':
    'Die gespeicherte Adresse oder der Schlüssel ist ungültig. Speichern Sie beide unter „Zugang“ neu.',
  'only [1] pays here and can [2]': 'Nur [1] zahlt hier und kann [2]',
  'a colleague has changed this job; check it in the sidebar, then try again':
    'Jemand anderes hat diesen Auftrag geändert. Prüfen Sie ihn und versuchen Sie es dann erneut.',
  'this file cannot store settings; open it in Google Sheets and try again':
    'Diese Datei kann keine Einstellungen speichern. Öffnen Sie sie in Google Tabellen und versuchen Sie es erneut.',
  'a group name has 1 to 200 characters; enter it as it is spelled at the service':
    'Ein Gruppenname hat 1 bis 200 Zeichen. Geben Sie ihn so ein, wie er beim Dienst geschrieben ist.',
  'a template needs a name of 1 to 60 characters and a formula; enter both':
    'Eine Vorlage braucht einen Namen mit 1 bis 60 Zeichen und eine Formel. Geben Sie beides ein.',
  'there is no space for more jobs; remove one first':
    'Für weitere Aufträge ist kein Platz. Entfernen Sie zuerst einen.',
  'there is no space for more words in this job; remove one first':
    'Für so viel Text ist in diesem Auftrag kein Platz. Kürzen Sie ihn.',
  'there is no space for more formulas at once; remove one first':
    'Für so viele Formeln auf einmal ist kein Platz. Wählen Sie weniger aus.',
  'there is no space for more groups; remove one first':
    'Für weitere Gruppen ist kein Platz. Entfernen Sie zuerst eine.',
  'there is no space for more templates; remove one first':
    'Für weitere Vorlagen ist kein Platz. Entfernen Sie zuerst eine.',
  "the spreadsheet's store is full; nothing was paid: remove jobs or templates, or freeze tables":
    'Der Speicher der Tabelle ist voll, es wurde nichts bezahlt. Entfernen Sie Aufträge oder Vorlagen oder frieren Sie Tabellen ein.',
  'a formula starts with = and has at most 8,000 characters; correct it':
    'Eine Formel beginnt mit = und hat höchstens 8.000 Zeichen. Berichtigen Sie sie.',
  'this formula has no Signals function; use EXPANSIONS, HIRINGS, EXEC_CHANGES or TRACKED_COMPANIES':
    'Diese Formel enthält keine Signals-Funktion. Verwenden Sie EXPANSIONS, HIRINGS, EXEC_CHANGES oder TRACKED_COMPANIES.',
  'a sheet has a name of 1 to 100 characters and at most 300 rows and 40 columns; make it smaller':
    'Ein Blatt hat einen Namen mit 1 bis 100 Zeichen und höchstens 300 Zeilen und 40 Spalten. Verkleinern Sie es.',
  'the preview cannot read the reference "{1}"; insert the formula to see its result':
    'Die Vorschau kann den Bezug „{1}“ nicht lesen. Fügen Sie die Formel ein, um ihr Ergebnis zu sehen.',
  'no cell is selected; select one and try again':
    'Es ist keine Zelle ausgewählt. Wählen Sie eine aus und versuchen Sie es erneut.',
  'the sheet "{1}" no longer exists; select a cell again':
    'Das Blatt „{1}“ gibt es nicht mehr. Wählen Sie erneut eine Zelle aus.',
  'a push covers 1 to {1} days of news; correct the number of days':
    'Eine Sendung umfasst 1 bis {1} Tage. Berichtigen Sie die Zahl der Tage.',
  'the {1} address must be https://host/path, without user or fragment; correct it':
    'Die Adresse muss https://host/pfad lauten, ohne Benutzer und Fragment. Berichtigen Sie sie.',
  'this alert needs an address at {1}; copy it again':
    'Diese Meldung braucht eine Adresse bei {1}. Kopieren Sie sie noch einmal.',
  'only the person who entered the address of this alert has it; enter it again':
    'Die Adresse dieser Meldung kennt nur, wer sie eingegeben hat. Geben Sie sie erneut ein.',
  'the budget is a whole number, 0 or more; correct it':
    'Das Budget ist eine ganze Zahl, mindestens 0. Berichtigen Sie es.',
  'the pasted text has no website domain; paste a column of domains':
    'Der eingefügte Text enthält keine Domain. Fügen Sie eine Spalte mit Domains ein.',
  'another user is changing the settings of this spreadsheet; try again':
    'Gerade ändert jemand anderes die Einstellungen dieser Tabelle. Versuchen Sie es erneut.',
  'Google Sheets refused ({1}); check and try again':
    'Google Tabellen hat abgelehnt ({1}). Prüfen Sie das und versuchen Sie es erneut.',
  'Signals may not see this spreadsheet; choose Signals > Open sidebar and tick every permission Google asks for':
    'Signals darf diese Tabelle nicht sehen. Wählen Sie Signals > Seitenleiste öffnen und erteilen Sie jede Berechtigung, die Google anfragt.',
  'this works only in the sidebar; open Signals > Open sidebar':
    'Das geht nur in der Seitenleiste. Wählen Sie Signals > Seitenleiste öffnen.',

  'a sync needs an EXPANSIONS, HIRINGS or EXEC_CHANGES formula; correct it':
    'Ein Abgleich braucht eine Formel mit EXPANSIONS, HIRINGS oder EXEC_CHANGES. Berichtigen Sie sie.',
  'a sync sets {1} itself; remove that option from its formula':
    'Ein Abgleich setzt {1} selbst. Entfernen Sie diese Option aus seiner Formel.',
  "the job's name is not valid; correct it": 'Der Name des Auftrags ist ungültig. Berichtigen Sie ihn.',
  "the job's mail address is not valid; correct it":
    'Die Mailadresse des Auftrags ist ungültig. Berichtigen Sie sie.',
  "the job's schedule is not valid; correct it":
    'Der Zeitplan des Auftrags ist ungültig. Berichtigen Sie ihn.',
  "the job's hour is not valid; correct it": 'Die Stunde des Auftrags ist ungültig. Berichtigen Sie sie.',
  "the job's days of the week is not valid; correct it":
    'Der Auftrag braucht einen Wochentag. Wählen Sie mindestens einen.',
  "the job's tab is not valid; correct it": 'Der Name des Blatts ist ungültig. Berichtigen Sie ihn.',
  "the job's first day is not valid; correct it":
    'Der erste Tag des Auftrags ist ungültig. Berichtigen Sie ihn.',
  "the job's budget is not valid; correct it": 'Das Budget des Auftrags ist ungültig. Berichtigen Sie es.',
  "the job's places is not valid; correct it": 'Es sind zu viele Blätter und Bereiche. Entfernen Sie einige.',
  "the job's second alert to the same address is not valid; correct it":
    'Zwei Meldungen haben dieselbe Adresse. Entfernen Sie eine.',
  "the job's {1} is not valid; correct it":
    'Eine Angabe des Auftrags ist ungültig ({1}). Laden Sie die Seitenleiste neu.',
  'another key pays here; nothing was asked: have its owner share it, or take over this job':
    'Hier zahlt ein anderer Schlüssel, es wurde nichts abgefragt. Bitten Sie dessen Eigentümer, ihn freizugeben, oder übernehmen Sie den Auftrag.',
  'this job no longer exists; reload the sidebar':
    'Diesen Auftrag gibt es nicht mehr. Laden Sie die Seitenleiste neu.',
  'a spreadsheet has at most {1} jobs; remove one first':
    'Eine Tabelle hat höchstens {1} Aufträge. Entfernen Sie zuerst einen.',
  'row 1 of the tab "{1}" has no column "{2}"; restore it or choose an empty tab':
    'In Zeile 1 des Blatts „{1}“ fehlt die Spalte „{2}“. Stellen Sie sie wieder her oder wählen Sie ein leeres Blatt.',
  'the tab "{1}" was deleted; choose another tab for the job':
    'Das Blatt „{1}“ wurde gelöscht. Wählen Sie für den Auftrag ein anderes.',
  '{1} has more records than the budget of {2} credits; raise the budget of the job':
    '{1} hat mehr Datensätze, als das Budget von {2} Credits erlaubt. Erhöhen Sie das Budget des Auftrags.',
  '{1} has more records than the daily budget of {2} credits; raise the daily budget or cap':
    '{1} hat mehr Datensätze, als das Tagesbudget von {2} Credits erlaubt. Erhöhen Sie das Tagesbudget oder die Tagesgrenze.',
  'an earlier request of this job got no answer and may have been charged; choose Run now to retry':
    'Eine frühere Anfrage dieses Auftrags blieb ohne Antwort, und vielleicht wurden Credits abgebucht. Wählen Sie „Jetzt ausführen“ für einen neuen Versuch.',
  'the tab "{1}" is reserved for Signals; choose another tab':
    'Das Blatt „{1}“ ist für Signals reserviert. Wählen Sie ein anderes.',
  '[1] is running a job with the same tab; wait until it ends':
    '[1] führt gerade einen Auftrag mit demselben Blatt aus. Warten Sie, bis er endet.',
  'columns or rows of the tab "{1}" are being moved; the next run continues':
    'Im Blatt „{1}“ werden gerade Spalten oder Zeilen verschoben. Der nächste Lauf macht dort weiter.',
  'row 1 of the tab "{1}" has "{2}" twice; rename your own column':
    'Zeile 1 des Blatts „{1}“ enthält „{2}“ zweimal. Benennen Sie Ihre eigene Spalte um.',
  'the spreadsheet has space for only {1} more rows; delete unused tabs or columns':
    'Die Tabelle hat nur noch für {1} Zeilen Platz. Löschen Sie Blätter oder Spalten, die Sie nicht brauchen.',
  '[1] is running this job; wait until it ends':
    '[1] führt diesen Auftrag gerade aus. Warten Sie, bis er endet.',
  "today's news was already pushed, or may have been; push it again in the section News":
    'Die Nachrichten von heute wurden bereits gesendet, möglicherweise ohne Bestätigung. Senden Sie sie bei Bedarf im Bereich „News“ erneut.',
  'the tab "{1}" has no dates and no countries; sync one of these columns first':
    'Im Blatt „{1}“ gibt es weder Datumsangaben noch Länder. Nehmen Sie zuerst eine dieser Spalten in den Abgleich auf.',
  'this spreadsheet receives no news; create an address in the section Jobs':
    'Diese Tabelle empfängt keine Nachrichten. Erzeugen Sie im Bereich „Aufträge“ eine Adresse.',
  'a push has at most 2 MB; push fewer days': 'Eine Sendung hat höchstens 2 MB. Senden Sie weniger Tage.',
  'the push does not match the specification at "{1}"; send group, postedDate and news':
    'Die Sendung weicht bei „{1}“ von der Spezifikation ab. Senden Sie group, postedDate und news.',
  'only its trigger can run this function; choose Signals > Scheduled jobs to run a job now':
    'Diese Funktion kann nur ihr Auslöser starten. Wählen Sie Signals > Aufträge, um einen Auftrag jetzt auszuführen.',
  'this works only from the menu; choose it in the Signals menu':
    'Das geht nur über das Menü. Wählen Sie es im Menü „Signals“.',
  'something went wrong in the add-on; try again, and report it if it happens again':
    'Im Add-on ist etwas schiefgegangen. Versuchen Sie es erneut und melden Sie es, wenn es wieder geschieht.',

  'did you mean {1}?': 'Meinten Sie {1}?',
  'check its spelling': 'Prüfen Sie die Schreibweise.',
  "see the function's help": 'Sehen Sie in der Hilfe der Funktion nach.',
  'use "columns", "all" to see them': 'Mit "columns", "all" sehen Sie alle.',
  'choose one in Signals > Build a formula': 'Wählen Sie einen unter „Formel“.',
  'use {1}': 'Verwenden Sie {1}.',
  'a date cell, YYYY-MM-DD, today or -30d': 'eine Datumszelle, JJJJ-MM-TT, today oder -30d',
  '>=1000000, 10M..50M or (10,50)': '>=1000000, 10M..50M oder (10,50)',
  'a whole number of at least {1}': 'eine ganze Zahl ab {1}',
  'a whole number from {1} to {2}': 'eine ganze Zahl von {1} bis {2}',
  'TRUE or FALSE': 'TRUE oder FALSE',
  'a date': 'ein Datum',
  'an object': 'ein Objekt',
  "the spreadsheet's owner": 'der Eigentümer der Tabelle',
  'raise the daily budget; ask for it, or lower the budget':
    'das Tagesbudget erhöhen. Bitten Sie darum oder senken Sie das Budget.',
  'release credits; ask for it': 'Credits freigeben. Bitten Sie darum.',
  'another user': 'Jemand anderes',
  '"{1}"': '„{1}“',
};
