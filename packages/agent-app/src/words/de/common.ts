import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './grammar.ts'

export const common: Words['common'] = {
  save: 'Speichern',
  saved: 'Gespeichert',
  cancel: 'Abbrechen',
  close: 'Schließen',
  back: 'Zurück',
  retry: 'Erneut versuchen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  loading: 'Wird geladen',
  remove: 'Entfernen',
  more: 'Mehr laden',
  never: 'nie',
  yes: 'Ja',
  no: 'Nein',
  optional: 'optional',
  you: 'Sie',
  skip: 'Zum Inhalt springen',
}

export const problem: Words['problem'] = {
  unreachable: 'Deskbell ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  unknown: 'Etwas ist schiefgelaufen. Versuchen Sie es erneut.',
  status: (status) =>
    status >= 500
      ? `Auf dem Server ist ein Fehler aufgetreten (${status}). Versuchen Sie es gleich noch einmal.`
      : `Das hat nicht funktioniert (${status}). Laden Sie die Seite neu und versuchen Sie es erneut.`,
  crashed: 'Auf dieser Seite ist ein Fehler aufgetreten',
  crashedHelp: 'Ihre Nachrichten und Entwürfe sind gespeichert. Laden Sie die Seite neu, um fortzufahren.',
  reload: 'Neu laden',
  forbidden: 'Kein Zugriff',
  forbiddenHelp: 'Bitten Sie einen Inhaber oder Admin um Zugriff.',
  missing: 'Unter dieser Adresse gibt es keine Seite',
  missingHelp: 'Die Adresse ist vielleicht veraltet, oder der Eintrag wurde entfernt.',
  toInbox: 'Zum Posteingang',
  offline: 'Sie sind offline',
  offlineHelp: 'Diese Seite braucht eine Verbindung. Sie wird geladen, sobald Sie wieder online sind.',
  old: 'Es gibt eine neue Version. Laden Sie die Seite neu, um fortzufahren.',
}

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  busy: 'Anmeldung läuft…',
  wait: (time) => `Zu viele Versuche. Warten Sie ${time} und versuchen Sie es dann erneut.`,
  ended: 'Sie wurden abgemeldet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  show: 'Passwort anzeigen',
  hide: 'Passwort verbergen',
  forgot: 'Passwort vergessen?',
  first: 'Zum ersten Mal hier? Der Server hat die Anmeldedaten des Inhabers beim Start ausgegeben.',
}

export const nav: Words['nav'] = {
  label: 'Hauptmenü',
  inbox: 'Posteingang',
  search: 'Suche',
  live: 'Live',
  visitors: 'Besucher',
  contacts: 'Kontakte',
  tasks: 'Aufgaben',
  tasksDue: (n) => `Fällige Aufgaben: ${n}`,
  calls: 'Anrufe',
  callsMissed: (n) => `Verpasste Anrufe: ${n}`,
  offlineAll: 'Offline-Nachrichten',
  archive: 'Archiv',
  more: 'Mehr',
  me: 'Ihr Profil',
  settings: 'Einstellungen',
  menu: 'Ihr Menü',
  signOut: 'Abmelden',
  commandMenu: 'Befehlsmenü',
  shortcuts: 'Tastenkürzel',
  theme: 'Darstellung',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  presence: 'Verfügbarkeit',
  presences: { online: 'Online', away: 'Abwesend' },
  presenceHelp: { online: 'Sie erhalten neue Chats', away: 'Sie erhalten keine neuen Chats' },
  unsent: 'Einige Nachrichten sind noch nicht gesendet',
  unsentHelp: (n) =>
    `${count(n, 'nicht gesendete Nachricht geht', 'nicht gesendete Nachrichten gehen')} verloren, wenn Sie sich jetzt abmelden.`,
  signOutAnyway: 'Trotzdem abmelden',
}

export const connection: Words['connection'] = {
  connecting: 'Verbindung wird hergestellt…',
  lost: 'Verbindung wird wiederhergestellt…',
  lostHelp: 'Ihre Nachrichten werden gesendet, sobald die Verbindung wieder da ist.',
  offline: 'Sie sind offline',
  offlineHelp: 'Ihre Nachrichten werden gesendet, sobald Sie wieder online sind.',
  retry: 'Jetzt versuchen',
  back: 'Wieder verbunden',
}

export const leave: Words['leave'] = {
  title: 'Ein Link von einem Besucher',
  help: 'Ein Besucher oder seine Seite hat diesen Link geschickt. Er wurde nicht geprüft.',
  host: 'Öffnet',
  reads: 'angezeigt als',
  address: 'Vollständige Adresse',
  advice: 'Öffnen Sie den Link nur, wenn Sie diesem Host vertrauen. Geben Sie dort nie ein Firmenpasswort ein.',
  back: 'Zurück',
  open: (host) => `${isolate(host)} öffnen`,
  refused: 'Dieser Link kann nicht geöffnet werden',
  refusedHelp: 'Nur Webseiten können geöffnet werden (https oder http).',
}

export const announce: Words['announce'] = {
  message: (name) => `Neue Nachricht von ${isolate(name)}`,
  messages: (n, chats) => `${count(n, 'neue Nachricht', 'neue Nachrichten')} in ${count(chats, 'Chat', 'Chats')}`,
  waiting: (name) => `${isolate(name)} wartet auf einen Agenten`,
  waitingMany: (chats) => `${count(chats, 'Besucher wartet', 'Besucher warten')} auf einen Agenten`,
  failure: (name) => `Eine Nachricht an ${isolate(name)} wurde nicht zugestellt`,
}
