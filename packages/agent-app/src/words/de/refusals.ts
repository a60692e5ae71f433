import type { Words } from '../en.ts'
import { count } from './grammar.ts'

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'gleich noch einmal'
  return seconds > 90
    ? `in ${count(Math.ceil(seconds / 60), 'Minute', 'Minuten')} noch einmal`
    : `in ${count(seconds, 'Sekunde', 'Sekunden')} noch einmal`
}
const notUnderstood = () => 'Etwas ist schiefgelaufen. Laden Sie die Seite neu und versuchen Sie es erneut.'

export const refusals: Words['refusals'] = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () =>
    'Mit diesem Schlüssel wurde bereits eine andere Nachricht gesendet. Schreiben Sie die Nachricht neu.',
  text_too_long: () => 'Eine Nachricht kann bis zu 10.000 Zeichen haben. Teilen Sie sie auf.',
  wrong_password: () => 'Das ist nicht Ihr aktuelles Passwort.',
  wrong_credentials: () => 'E-Mail oder Passwort ist falsch. Prüfen Sie beides und versuchen Sie es erneut.',
  signed_out: () => 'Sie wurden abgemeldet. Melden Sie sich wieder an.',
  forbidden: () => 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Inhaber oder Admin.',
  reauthenticate: () => 'Bestätigen Sie zuerst Ihr Passwort.',
  session_required: () => 'Dafür ist eine Anmeldung mit Ihrem Passwort nötig.',
  wrong_origin: () => 'Öffnen Sie Deskbell dafür unter seiner eigenen Adresse.',
  not_found: () => 'Das gibt es nicht mehr, oder Sie haben keinen Zugriff darauf.',
  closed: () => 'Der Chat ist geschlossen. Wenn der Besucher wieder schreibt, beginnt ein neuer.',
  taken: () => 'Ein anderer Agent hat diesen Chat.',
  not_yours: () => 'Noch kein Agent hat diesen Chat angenommen. Nehmen Sie ihn zuerst an.',
  not_failed: () => 'Diese Nachricht ist nicht fehlgeschlagen und muss nicht erneut gesendet werden.',
  blocked: () => 'Dieser Besucher ist blockiert.',
  no_card: () => 'Dieser Eintrag ist in diesem Chat nicht mehr verfügbar.',
  not_scheduled: () => 'Diese Nachricht wurde bereits gesendet oder verworfen.',
  too_many_scheduled: () => 'In einem Chat können höchstens 20 Nachrichten auf den Versand warten.',
  not_offered: () => 'Der Chat wird Ihnen nicht mehr angeboten.',
  too_late: () =>
    'Sie haben diesen Chat nicht mehr. Kollegen können Ihre Nachricht darin lesen; der Besucher sieht sie nicht.',
  too_many_colleagues: () => 'In einem Chat können höchstens 10 Kollegen mitschreiben.',
  call_over: () => 'Der Anruf ist beendet.',
  call_taken: () => 'Ein Teammitglied hat diesen Anruf schon.',
  call_elsewhere: () => 'Dieser Anruf klingelt nicht mehr bei Ihnen.',
  in_call: () => 'Sie sind bereits in einem Anruf. Beenden Sie ihn zuerst.',
  client_in_call: () => 'Dieser Kunde ist bereits in einem Anruf.',
  no_trunk: () =>
    'Für Anrufe zu Telefonen fehlt eine Amtsleitung. Inhaber und Admins richten sie in den Einstellungen der Anrufe ein.',
  trunk_not_ready: () =>
    'Der Telefonanbieter ist gerade nicht erreichbar. Inhaber und Admins sehen den Grund in den Einstellungen der Anrufe.',
  no_media_engine: () =>
    'Für Anrufe zu Telefonen fehlt rtpengine auf dem Server: apt install rtpengine-daemon. Sagen Sie es der Person, die den Server betreibt.',
  called_too_often: () =>
    'Diese Nummer wurde in 24 Stunden so oft angerufen, wie die Einstellungen der Anrufe erlauben.',
  no_visitor: () => 'Dieser Kontakt hat noch nicht geschrieben. Danach können Sie ihn anrufen.',
  not_in_call: () => 'Sie sind nicht in diesem Anruf.',
  not_talking: () => 'Zuerst müssen beide Seiten verbunden sein.',
  colleague_asked: () => 'Ein Teammitglied wird gerade gefragt. Warten Sie, oder nehmen Sie die Anfrage zurück.',
  colleague_away: () => 'Dieses Teammitglied ist nicht online oder in einem anderen Anruf.',
  recording_erased: () => 'Die Aufnahme wurde gelöscht.',
  no_own_phone: () =>
    'Tragen Sie in Ihrem Profil eine Telefonnummer ein, die angerufen werden darf: mit Landesvorwahl, oder eine Nebenstelle der Telefonanlage.',
  no_third: () =>
    'Bei einem Anruf mit einem Telefon kann eine dritte Person nur dazukommen, wenn Sie beide im Browser sprechen. Übergeben Sie den Anruf stattdessen.',
  test_runs: () => 'Ein Testanruf läuft schon. Beenden Sie ihn oder warten Sie eine Minute.',
  phone_only: () =>
    'Anrufe dieses Kontos gehen an die eigenen Telefone der Agenten. Wählen Sie Ihres in den Einstellungen der Anrufe, nehmen Sie ab und drücken Sie die 1. Fragen Sie nur Kollegen, die Anrufe an ihrem Telefon annehmen.',
  other_carrier: () => 'Anrufe laufen schon über einen anderen Weg: Entfernen Sie zuerst den Trunk oder den Anbieter.',
  calls_live: () => 'Über den Anbieter laufen gerade Anrufe. Warten Sie, bis sie vorbei sind.',
  email_taken: () => 'Ein anderer Agent meldet sich bereits mit dieser E-Mail-Adresse an.',
  too_many_invitations: () => 'Es gibt bereits 200 Einladungen. Widerrufen Sie zuerst einige.',
  link_ended: () => 'Dieser Link wurde bereits verwendet, wurde widerrufen oder ist zu alt. Bitten Sie um einen neuen.',
  name_taken: () => 'Dieser Name wird bereits verwendet.',
  changed_meanwhile: () =>
    'Das wurde inzwischen von jemand anderem geändert. Der jetzige Stand wird angezeigt: Nehmen Sie Ihre Änderung noch einmal vor.',
  last_owner: () => 'Ein Konto braucht einen Inhaber. Machen Sie zuerst einen anderen Agenten zum Inhaber.',
  not_replayable: () =>
    'Nur abgeschlossene Zustellungen, deren Empfänger noch eine Adresse hat, können erneut gesendet werden.',
  too_many_tags: () => 'Ein Chat hat höchstens 20 Tags und die Liste höchstens 200. Entfernen Sie zuerst eines.',
  too_many: () => 'Sie können bis zu 50 Chats gleichzeitig verfolgen.',
  files_full: () => 'Ihr Speicherplatz für Dateien ist voll. Nachrichten ohne Dateien können Sie weiterhin senden.',
  disk_full: () =>
    'Der Server hat kaum noch Speicherplatz, daher können keine Dateien gesendet werden. Nachrichten ohne Dateien können Sie weiterhin senden.',
  too_large: () => 'Diese Datei ist zu groß. Die Grenze liegt bei 25 MB.',
  rate_limited: ({ seconds }) => `Zu viele Anfragen auf einmal. Versuchen Sie es ${inTime(seconds)}.`,
  busy: ({ seconds }) => `Gerade werden viele Dateien gesendet. Versuchen Sie es ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `Das ist gerade nicht möglich. Versuchen Sie es ${inTime(seconds)}.`,
  fault: () =>
    'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es erneut; wenn es wieder passiert, wenden Sie sich an den Betreiber dieses Servers.',
}
