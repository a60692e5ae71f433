import type { MailWords } from './mail-words.ts'

/** German. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `Besucher ${number}`,
  invitation: {
    subject: (by, company) => `${by} lädt Sie zu ${company} ein`,
    lines: (by, company) => [
      `${by} lädt Sie ein, die Chats von ${company} in Deskbell zu beantworten.`,
      'Folgen Sie dem Link, um Ihren Namen und Ihr Passwort festzulegen.',
    ],
    open: 'Einladung annehmen',
  },
  password: {
    subject: (company) => `Neues Passwort für ${company} festlegen`,
    asked: (company) => `Sie oder eine andere Person haben ein neues Passwort bei ${company} angefordert.`,
    made: (by, company) =>
      `${by} hat diesen Link erstellt, damit Sie bei ${company} ein neues Passwort festlegen können.`,
    follow:
      'Folgen Sie dem Link, um es festzulegen. Wenn Sie das nicht wollten, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    open: 'Neues Passwort festlegen',
  },
  linkEnds: (until) =>
    `Der Link kann einmal verwendet werden, bis ${until}. Leiten Sie ihn nicht weiter: Er gewährt Zugang.`,
  alert: {
    waiting: (who) => `${who} wartet`,
    message: (who) => `${who} hat Ihnen geschrieben`,
    handed: 'Ihnen wurde ein Chat übergeben',
    woken: 'Ein zurückgestellter Chat ist wieder da',
    mention: 'Ein Teammitglied hat Sie erwähnt',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Keines Ihrer Geräte hat die Benachrichtigung rechtzeitig angezeigt. In Ihren Einstellungen können Sie ändern, wie Sie benachrichtigt werden.',
    open: 'Chat öffnen',
  },
  webhook: {
    disabled: (name) => `Der Webhook „${name}“ wurde deaktiviert`,
    failing: (name) => `Der Webhook „${name}“ schlägt fehl`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `Grund: ${reason}.`,
    disabledHelp:
      'Es wird nichts mehr dorthin gesendet, bis ein Inhaber oder Admin ihn aktiviert. Verpasste Ereignisse können dann noch 30 Tage lang gesendet werden.',
    failingHelp:
      'Deskbell versucht es in wachsenden Abständen erneut und deaktiviert den Webhook nach fünf Tagen. Verpasste Ereignisse können 30 Tage lang erneut gesendet werden.',
    open: 'Webhook öffnen',
  },
  log: {
    subject: (chat, who) => `Chat ${chat} mit ${who}`,
    visitor: 'Besucher',
    numbered: (who, number) => `${who} (Nummer ${number})`,
    email: 'E-Mail',
    phone: 'Telefon',
    about: 'Beschreibung',
    channel: 'Kanal',
    agents: 'Agenten',
    began: 'Beginn',
    ended: 'Ende',
    rating: 'Bewertung',
    ratings: { positive: 'gut', negative: 'nicht gut' },
    blocked: 'Blockiert',
    isBlocked: 'ja: dieser Besucher kann nicht schreiben',
    open: 'Chat öffnen',
  },
}
