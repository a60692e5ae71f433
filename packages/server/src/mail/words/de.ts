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
    offered: 'Ihnen wird ein Chat angeboten',
    asked: 'Sie werden gebeten, in einem Chat mitzuschreiben',
    returned: 'Ein Chat bleibt bei Ihnen',
    unattended: 'Ein Chat ist unbetreut: niemand online kann antworten',
    mention: 'Ein Teammitglied hat Sie erwähnt',
    task: 'Eine Aufgabe ist fällig',
    assigned: 'Sie haben eine Aufgabe bekommen',
    missed_call: 'Ein Anruf wurde verpasst',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Keines Ihrer Geräte hat die Benachrichtigung rechtzeitig angezeigt. In Ihren Einstellungen können Sie ändern, wie Sie benachrichtigt werden.',
    open: 'Chat öffnen',
    openContact: 'Kontakt öffnen',
    openMissed: 'Verpasste Anrufe öffnen',
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
  rating: {
    good: 'Gut',
    bad: 'Nicht gut',
    letter: {
      subject: (company) => `Wie war Ihr Chat mit ${company}?`,
      ask: (company, day) => `Am ${day} haben Sie mit ${company} gechattet. Wie war es?`,
      ends: (until) => `Die Links funktionieren bis ${until}. Bis dahin können Sie Ihre Bewertung ändern.`,
      why: (company) => `Sie erhalten diese E-Mail, weil ${company} diese Adresse aus Ihrem Chat kennt.`,
      stop: 'Keine solchen E-Mails mehr',
    },
    page: {
      title: (company) => `Wie war Ihr Chat mit ${company}?`,
      text: 'Was war gut, und was könnte besser sein? (freiwillig)',
      send: 'Senden',
      choose: 'Wählen Sie eine der beiden Möglichkeiten.',
      tooLong: (most) => `Der Text darf höchstens ${most} Zeichen haben.`,
      thanks: 'Danke für Ihre Bewertung.',
      change: 'Bewertung ändern',
      tooOften: 'Diese Bewertung wurde zu oft geändert.',
    },
    stopped: {
      title: 'Keine solchen E-Mails mehr?',
      ask: (company) => `${company} bittet Sie dann nicht mehr per E-Mail, einen Chat zu bewerten.`,
      do: 'Nicht mehr senden',
      done: (company) => `${company} bittet Sie nicht mehr per E-Mail, einen Chat zu bewerten.`,
    },
    problem: {
      unknown: 'Dieser Link ist ungültig.',
      ended: 'Dieser Link ist abgelaufen. Ein Chat kann nach der E-Mail 30 Tage lang bewertet werden.',
      busy: 'Das geht gerade nicht. Versuchen Sie es gleich noch einmal.',
    },
  },
}
