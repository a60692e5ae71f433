import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count, until } from './grammar.ts'

const entry: LaterWords['start']['entry'] = {
  invitation: 'Willkommen im Team',
  invitedTo: (by, company) =>
    `${isolate(by)} lädt Sie ein, ${company === '' ? 'Chats' : `die Chats von ${isolate(company)}`} zu beantworten.`,
  email: 'E-Mail',
  emailHelp: 'Mit dieser Adresse melden Sie sich an.',
  name: 'Ihr Name',
  nameHelp: 'Besucher sehen ihn bei Ihren Antworten.',
  password: 'Passwort',
  passwordHelp: 'Mindestens 10 Zeichen.',
  join: 'Beitreten',
  newPassword: 'Neues Passwort festlegen',
  newPasswordFor: (name, company) =>
    company === '' ? `Für ${isolate(name)}.` : `Für ${isolate(name)} bei ${isolate(company)}.`,
  newPasswordHelp: 'Mindestens 10 Zeichen. Sie werden überall sonst abgemeldet, und Ihre API-Tokens werden ungültig.',
  setPassword: 'Passwort festlegen und anmelden',
  ended: 'Dieser Link funktioniert nicht mehr',
  endedHelp: 'Er wurde bereits verwendet, wurde widerrufen oder ist zu alt.',
  endedInvitation: 'Bitten Sie die Person, die Sie eingeladen hat, um einen neuen.',
  endedPassword: 'Fordern Sie auf der Anmeldeseite einen neuen Link an.',
  toSignIn: 'Zur Anmeldung',
  failed: 'Der Link konnte nicht geprüft werden',
  forgotTitle: 'Passwort vergessen?',
  forgotHelp:
    'Geben Sie Ihre E-Mail-Adresse ein. Wenn es einen Agenten mit dieser Adresse gibt, senden wir einen Link, mit dem Sie ein neues Passwort festlegen.',
  forgotSend: 'Link senden',
  forgotSent: (email) =>
    `Wenn ${isolate(email)} zu einem Agenten gehört, ist ein Link unterwegs. Er funktioniert einmal und eine Stunde lang. Nach ein paar Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse.`,
  forgotNoMail:
    'Dieser Server kann keine E-Mails versenden. Wenden Sie sich an einen Inhaber oder Admin: Unter „Team“ lässt sich ein Link erstellen, mit dem Sie ein neues Passwort festlegen.',
  back: 'Zurück zur Anmeldung',
}

const invite: LaterWords['start']['invite'] = {
  invite: 'Teammitglied einladen',
  title: 'Teammitglied einladen',
  help: 'Die Person erhält einen Link, über den sie ihren Namen und ihr Passwort festlegt.',
  email: 'E-Mail',
  role: 'Rolle',
  channels: 'Kanäle',
  channelsHelp: 'Kanäle, deren Chats das Teammitglied beantwortet. Inhaber und Admins sehen alle Chats.',
  noChannels: 'Es gibt noch keine Kanäle. Sie können das Teammitglied später zuweisen.',
  noneChosen: 'Ohne Kanal sieht das Teammitglied keine Chats.',
  departments: 'Abteilungen',
  make: 'Link erstellen',
  send: 'Einladung senden',
  sentTitle: 'Einladung gesendet',
  sent: (email) => `${isolate(email)} erhält eine E-Mail mit einem Link. Er funktioniert einmal und 7 Tage lang.`,
  linkTitle: 'Geben Sie diesen Link weiter',
  linkHelp: (email) =>
    `Dieser Server kann keine E-Mails versenden. Geben Sie den Link daher selbst an ${isolate(email)} weiter. Er funktioniert einmal und 7 Tage lang und wird nur jetzt angezeigt.`,
  link: 'Einladungslink',
  copy: 'Link kopieren',
  done: 'Fertig',
  list: 'Einladungen',
  listHelp: 'Personen, die noch nicht beigetreten sind.',
  invitedBy: (by, when) => (by === '' ? `Gültig ${until(when)}` : `Eingeladen von ${isolate(by)} · ${until(when)}`),
  expired: 'Abgelaufen',
  assigned: (channels, departments) =>
    [
      channels > 0 && count(channels, 'Kanal', 'Kanäle'),
      departments > 0 && count(departments, 'Abteilung', 'Abteilungen'),
    ]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'Die Einladungen konnten nicht geladen werden',
  actions: (email) => `Aktionen für die Einladung von ${isolate(email)}`,
  again: 'Erneut senden',
  newLink: 'Neuer Link',
  revoke: 'Widerrufen',
  revokeTitle: (email) => `Einladung von ${isolate(email)} widerrufen?`,
  revokeHelp: 'Der Link funktioniert sofort nicht mehr.',
  reset: 'Link zum Zurücksetzen',
  resetTitle: (name) => `Neues Passwort für ${isolate(name)}?`,
  resetMail: (name) =>
    `${isolate(name)} erhält eine E-Mail mit einem Link zum Festlegen eines neuen Passworts. Er funktioniert einmal und eine Stunde lang.`,
  resetAsk: (name) =>
    `Deskbell erstellt einen Link zum Festlegen eines neuen Passworts, und Sie geben ihn an ${isolate(name)} weiter. Er funktioniert einmal und eine Stunde lang.`,
  resetSend: 'Link senden',
  resetSent: 'Die E-Mail ist unterwegs.',
  resetLink: 'Link zum Festlegen eines neuen Passworts',
  resetShown: 'Wird nur jetzt angezeigt. Geben Sie ihn an keine andere Person weiter.',
}

const company: LaterWords['start']['company'] = {
  title: 'Unternehmen',
  help: 'Besucher lesen den Namen in Widgets ohne eigenen Titel und in E-Mails.',
  name: 'Name',
  nameHelp: 'Ohne Namen lesen Besucher „Chat“ in ihrer Sprache.',
  timeZone: 'Zeitzone',
  timeZoneHelp: 'Für Zeiten in E-Mails. Servicezeiten haben in jedem Kanal eine eigene Zeitzone.',
  logoAlt: 'Logo des Unternehmens',
  logoNone: 'Kein Logo',
  logoChoose: 'Logo wählen',
  logoChange: 'Logo ändern',
  logoRemove: 'Entfernen',
  logoHelp: 'Im Kopf der Widgets und auf den Seiten der Einladungen. PNG, JPEG, GIF oder WebP.',
}

/** Agents who are on no channel receive no chats. */
const onChannels: LaterWords['start']['onChannels'] = {
  none: 'Auf keinem Kanal: Diesen Agenten erreichen keine Chats.',
  title: (name) => `Kanäle von ${isolate(name)}`,
  legend: 'Kanäle',
  help: 'Der Agent erhält die Chats dieser Kanäle.',
  yours: 'Sie sind noch auf keinem Kanal',
  yoursHelp: 'Sie erreichen keine Chats. Bitten Sie einen Inhaber oder Admin, Sie zu einem Kanal hinzuzufügen.',
  others: (names) => `${names}: auf keinem Kanal, dort kommen also keine Chats an.`,
  choose: 'Kanäle wählen',
}

export const start: LaterWords['start'] = { entry, invite, company, onChannels }
