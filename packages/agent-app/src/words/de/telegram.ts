import type { Words } from '../en.ts'
import { count } from './grammar.ts'

export const telegram: Words['telegram'] = {
  token: 'Bot-Token',
  tokenHelp: 'Fügen Sie das Token ein, das Sie von @BotFather erhalten haben. Es wird nicht mehr angezeigt.',
  tokenLooks: 'Ein Token sieht so aus: 123456789:AAF-Buchstaben-und-Ziffern.',
  tokenShow: 'Token anzeigen',
  tokenHide: 'Token verbergen',
  tokenKept: 'Verschlüsselt gespeichert. Wenn Sie es bei @BotFather widerrufen, geben Sie hier das neue ein.',
  tokenReplace: 'Token ersetzen',
  freshToken: 'Neues Bot-Token',
  connection: 'Verbindung',
  connectedAs: 'Verbunden als',
  notAsked: 'Telegram wurde noch nicht nach dem Bot gefragt.',
  link: 'Unter dieser Adresse schreiben Besucher dem Bot. Verlinken Sie sie auf Ihrer Website, in E-Mails und Profilen.',
  copyLink: 'Bot-Adresse kopieren',
  open: 'In Telegram öffnen',
  check: 'Verbindung prüfen',
  checkHelp: 'Fragt Telegram, ob die Nachrichten des Bots hier ankommen. Besucher sehen davon nichts.',
  outcomes: { good: 'Funktioniert', bad: 'Funktioniert noch nicht', unreachable: 'Telegram ist nicht erreichbar' },
  meaning: {
    good: 'Telegram kennt den Bot, und Nachrichten kommen wie unten eingestellt an.',
    bad: 'Telegram hat geantwortet, aber Nachrichten kommen nicht wie unten eingestellt an.',
    unreachable: 'Nachrichten warten bei Telegram und kommen an, sobald es wieder erreichbar ist.',
  },
  arranging:
    'Vielleicht vereinbart der Server noch mit Telegram, wie Nachrichten ankommen. Prüfen Sie in einer Minute erneut.',
  said: { good: 'Telegram meldet', bad: 'Telegram meldet', unreachable: 'Grund' },
  waiting: 'Wartet bei Telegram',
  messages: (n) => (n === 0 ? 'keine Nachrichten' : count(n, 'Nachricht', 'Nachrichten')),
  updates: 'Wie Nachrichten ankommen',
  updatesHelp: 'Wirkt sofort. Nachrichten, die bei Telegram warten, gehen nicht verloren.',
  ways: { polling: 'Der Server fragt Telegram', webhook: 'Telegram ruft den Server auf' },
  waysHelp: {
    polling: 'Funktioniert hinter jeder Firewall und braucht keine öffentliche Adresse.',
    webhook: 'Braucht eine Adresse dieses Servers, die aus dem Internet über https erreichbar ist.',
  },
  online: 'Agenten sind für Besucher verfügbar, die dem Bot schreiben.',
  offline: 'Kein Agent ist verfügbar. Nachrichten werden trotzdem angenommen.',
  enabledHelp: 'Ist der Kanal nicht aktiv, ist er offline. Nachrichten werden trotzdem angenommen.',
  deliveriesHelp: 'Jede Anfrage an Telegram, mit der Antwort.',
  notesHelp: 'Probleme mit der Verbindung zu Telegram und mit Nachrichten erscheinen hier.',
  removeHelp:
    'Nachrichten an den Bot werden nicht mehr empfangen. Chats bleiben lesbar. Der Bot selbst bleibt bei Telegram bestehen.',
}
