import type { FieldWords } from '@deskbell/protocol/agent/field-words'
import type { TextForm } from '@deskbell/protocol/text-forms'
import { listing } from '../listing.ts'

const TYPES = {
  string: 'Text',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  boolean: 'true oder false',
  object: 'ein Objekt',
  array: 'eine Liste',
  null: 'null',
} as const
const FORMS: Readonly<Record<TextForm, string>> = {
  email: 'eine E-Mail-Adresse wie ann@shop.example',
  mail_address: 'eine E-Mail-Adresse wie ann@shop.example',
  date: 'ein Datum wie 2026-12-24',
  time: 'eine Uhrzeit wie 09:30',
  colour: 'eine Farbe wie #2f6fed',
  header_name: "ein Header-Name aus Buchstaben, Ziffern und -_.!#$%&'*+^`|~",
  client_id: 'druckbare ASCII-Zeichen',
  provider_id: 'Buchstaben, Ziffern, Punkte, Bindestriche, Unterstriche oder Tilden, und mehr als ein oder zwei Punkte',
  bot_token: 'ASCII-Zeichen ohne Leerzeichen',
  telegram_token: 'ein Bot-Token von Telegram wie 123456789:AAF-Buchstaben-und-Ziffern',
  upload: 'die ID einer hochgeladenen Datei',
  signed_token: 'ein Token des Servers',
  device_key: '22 Buchstaben, Ziffern, Bindestriche und Unterstriche',
  web_address: 'eine Adresse, die mit https:// oder http:// beginnt',
  base64url: 'Bytes als base64url',
  phone: 'eine Telefonnummer wie +31 20 555 0100',
  ice_server: 'eine Adresse wie stun:stun.example.org:3478 oder turn:turn.example.org',
  caller_id: 'eine Nummer aus 3 bis 15 Ziffern, mit oder ohne +',
  provider_account: 'die Kennung des Kontos beim Anbieter: höchstens 64 Buchstaben, Ziffern und Bindestriche',
  country: 'ein Ländercode aus zwei Großbuchstaben wie DE',
  task_assignee: 'me, nobody oder die Nummer eines Agenten',
  shortcut: 'höchstens 32 Buchstaben, Ziffern, Bindestriche und Unterstriche',
}
const HOST_ALONE = 'nur einen Hostnamen oder eine IP-Adresse ein, zum Beispiel shop.example'
const any = listing('de', 'disjunction')

/** The clause for each reason why a field is refused. */
export const fields: FieldWords = {
  unknown_field: () => 'dieses Feld gibt es nicht',
  required: () => 'dieses Feld ist erforderlich',
  wrong_type: ({ type }) => `erwartet wird: ${TYPES[type]}`,
  wrong_types: ({ types }) => `erwartet wird: ${any.format(types.map((type) => TYPES[type]))}`,
  not_allowed: ({ allowed }) => `erlaubt ist nur ${any.format(allowed)}`,
  wrong_form: ({ form }) => `erwartet wird: ${FORMS[form]}`,
  empty: () => 'dieses Feld darf nicht leer sein',
  too_short: ({ least }) => `dieses Feld muss mindestens ${least} Zeichen lang sein`,
  too_long: ({ most }) => `dieses Feld darf höchstens ${most} Zeichen lang sein`,
  too_few: ({ least }) => `die Liste muss mindestens ${least} Einträge haben`,
  too_many: ({ most }) => `die Liste darf höchstens ${most} Einträge haben`,
  repeated: () => 'die Liste darf keine Wiederholungen enthalten',
  too_small: ({ least }) => `der Wert muss mindestens ${least} sein`,
  too_large: ({ most }) => `der Wert darf höchstens ${most} sein`,
  no_url: () => 'das ist keine Webadresse',
  no_web_url: () => 'nur http- und https-Adressen sind erreichbar',
  url_with_password: () => 'eine Adresse darf weder Benutzernamen noch Passwort enthalten',
  own_server: ({ host }) => `${host} ist dieser Server selbst`,
  this_machine: ({ host }) => `${host} ist dieser Rechner selbst: Der Betreiber muss ihn in ALLOW_TARGETS nennen`,
  not_public: ({ host }) => `${host} ist keine öffentliche Adresse: Der Betreiber muss sie in ALLOW_TARGETS nennen`,
  closed_port: ({ port, host }) =>
    `Anfragen an Port ${port} von ${host} sind nicht erlaubt, es sei denn, der Betreiber nennt beides in ALLOW_TARGETS`,
  not_https: ({ host }) =>
    `${host} muss über https erreicht werden, es sei denn, der Betreiber nennt den Host in ALLOW_TARGETS`,
  no_server_url: () => 'dieser Kanal hat noch keine Server-URL: Geben Sie eine ein, um zu prüfen',
  header_name: () => "ein Header-Name darf nur Buchstaben, Ziffern und -_.!#$%&'*+^`|~ enthalten",
  header_of_connection: ({ name }) => `der Header ${name} wird von der Verbindung selbst gesetzt`,
  header_value: ({ name }) =>
    `der Wert des Headers ${name} enthält einen Zeilenumbruch oder ein anderes Zeichen, das HTTP verbietet`,
  secret_dots: () => 'die Punkte stehen für den gespeicherten Schlüssel: Geben Sie den Schlüssel selbst ein',
  secret_missing: () => 'dieser Bot hat noch kein Client-Secret: Geben Sie eines ein',
  secret_elsewhere: () =>
    'die Token-Adresse liegt jetzt auf einem anderen Server: Geben Sie das Client-Secret erneut ein',
  given_elsewhere: () => 'die Adresse liegt jetzt auf einem anderen Server: Geben Sie dies erneut ein',
  secret_short: ({ least, given }) => `mindestens ${least} Zeichen sind nötig; eingegeben sind ${given}`,
  secret_no_base64: () => 'Ein Schlüssel besteht aus whsec_ und base64.',
  secret_size: ({ least, most, given }) => `Ein Schlüssel hat ${least} bis ${most} Bytes; dieser hat ${given}.`,
  token_taken: () => 'ein anderer Bot hat dieses Token bereits: Bitten Sie den Anbieter um ein anderes',
  token_signs: () => 'das Token ist Teil einer Adresse: Es darf kein / ? # oder % enthalten',
  token_dots: () => 'das Token ist Teil einer Adresse: Es darf nicht aus nur einem oder zwei Punkten bestehen',
  other_kind: ({ kind }) => `dieser Kanal ist von der Art ${kind}`,
  telegram_refused: ({ said }) =>
    `Telegram kennt dieses Token nicht (${said}): Kopieren Sie es noch einmal von @BotFather`,
  telegram_unreachable: ({ said }) => `Telegram konnte nicht gefragt werden: ${said}; versuchen Sie es später erneut`,
  telegram_taken: ({ channel }) =>
    `dieser Bot ist bereits mit „${channel}“ verbunden: Ein Bot kann nur mit einem Kanal verbunden sein`,
  telegram_https: () =>
    'Telegram ruft nur https-Adressen auf, und PUBLIC_URL ist keine: Lassen Sie stattdessen den Server Telegram fragen',
  no_agent: ({ number }) => `es gibt keinen Agenten mit der Nummer ${number}`,
  is_you: () => 'das sind Sie selbst: wählen Sie einen Kollegen',
  no_phone_known: () => 'von diesem Kontakt ist keine Telefonnummer bekannt: Geben Sie eine an',
  no_country_called: () =>
    'noch darf kein Land angerufen werden: Ein Admin legt die Länder in den Einstellungen der Anrufe fest',
  country_not_called: ({ country, allowed }) =>
    `Nummern aus ${country} werden nicht angerufen; die Einstellungen der Anrufe erlauben ${allowed.join(', ')}`,
  kind_not_called: () => 'Nummern dieser Art werden nicht angerufen: Geben Sie eine andere an',
  no_tag: ({ number }) => `es gibt kein Tag mit der Nummer ${number}`,
  no_view: ({ number }) => `es gibt keine gespeicherte Ansicht mit der Nummer ${number}`,
  agent_not_here: ({ number }) => `Agent ${number} darf diesen Chat nicht sehen`,
  agent_not_contact: ({ number }) => `Agent ${number} darf diesen Kontakt nicht sehen`,
  no_department: ({ number }) => `es gibt keine Abteilung mit der Nummer ${number}`,
  own_department: () => 'das ist die Abteilung, aus der die Chats weitergehen würden',
  no_channel: ({ number }) => `es gibt keinen Kanal mit der Nummer ${number}`,
  channel_has_bot: ({ channel }) => `auf „${channel}“ antwortet ein anderer Bot: Lösen Sie ihn zuerst`,
  not_of_kind: ({ kind }) => `ein Kanal der Art ${kind} hat diese Einstellung nicht: Lassen Sie sie weg`,
  no_host: ({ given }) => `„${given}“ ist kein Host: Geben Sie ${HOST_ALONE}`,
  site_no_host: ({ given }) => `„${given}“ ist kein Host, wie Browser ihn schreiben: Geben Sie ${HOST_ALONE}`,
  site_spelling: ({ given, wanted }) =>
    `„${given}“ ist kein Host, wie Browser ihn schreiben: Geben Sie „${wanted}“ ein`,
  no_time_zone: ({ given }) => `„${given}“ ist keine Zeitzone; ein Beispiel ist Europe/Berlin`,
  range_start: () => 'ein Zeitraum muss zwischen 00:00 und 23:59 beginnen',
  range_end: () =>
    'ein Zeitraum muss spätestens um 24:00 enden; ein Zeitraum über Mitternacht endet mit einer Zeit des nächsten Tages',
  range_empty: () => 'ein Zeitraum darf nicht enden, wenn er beginnt; der ganze Tag ist 00:00 bis 24:00',
  webhook_without_url: () =>
    'setzen Sie den Webhook zuerst fort: Ereignisse warten nur auf einen Webhook mit einer Adresse',
  no_name: () => 'geben Sie einen Namen ein',
  in_future: () => 'der Zeitpunkt darf nicht in der Zukunft liegen',
  in_past: () => 'der Zeitpunkt muss in der Zukunft liegen',
  too_far: ({ days }) => `der Zeitpunkt darf höchstens ${days} Tage in der Zukunft liegen`,
  not_beside: ({ field }) => `geben Sie entweder dies oder \`${field}\` an`,
  after_end: () => 'der Beginn darf nicht nach `to` liegen',
  unknown_rule_part: ({ name }) => `es gibt keine Bedingung und keinen Befehl „${name}“`,
  no_cursor: () => 'erwartet wird: `next` der vorherigen Seite',
  unknown_variable: ({ name }) => `es gibt keine Variable {${name}}`,
  variable_missing: ({ name }) =>
    `{${name}} hat hier keinen Wert; schreiben Sie andere Wörter dafür, wie in {${name}|zusammen}`,
  step_after: ({ step }) => `nach \`${step}\` kann kein Schritt dieser Art folgen`,
  step_twice: ({ step }) => `\`${step}\` kann nur einmal ein Schritt sein`,
  shortcut_taken: ({ title }) => `„${title}“ hat dieses Kürzel bereits`,
  limit_reached: ({ most }) => `es gibt bereits ${most}: Entfernen Sie zuerst einen Eintrag`,
  message_empty: () => 'eine Nachricht braucht Text',
  no_file: () => 'das Formular enthält keine Datei',
  no_upload: () =>
    'in diesem Chat gibt es keine solche hochgeladene Datei von Ihnen, oder sie ist abgelaufen: Laden Sie die Datei erneut hoch',
  canned_file_gone: () =>
    'diese Datei gehört zu keinem Ihrer Textbausteine oder ist abgelaufen: Laden Sie sie erneut hoch',
  canned_files_large: ({ most }) =>
    `die Dateien der Textbausteine dürfen zusammen höchstens ${most} MB haben: Entfernen Sie zuerst welche`,
  file_empty: () => 'die Datei ist leer',
  no_picture: () => 'erwartet wird ein Bild: JPEG, PNG, GIF oder WebP',
  file_elsewhere: () => 'die Datei muss im Feld „file“ stehen',
  several_files: () => 'senden Sie jeweils nur eine Datei',
  form_too_large: () => 'das Formular hat zu viele Teile',
  form_incomplete: () => 'das Formular ist unvollständig',
}
