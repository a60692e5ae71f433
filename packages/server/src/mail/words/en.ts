import type { MailWords } from './mail-words.ts'

/** English. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `Visitor ${number}`,
  invitation: {
    subject: (by, company) => `${by} invites you to ${company}`,
    lines: (by, company) => [
      `${by} invites you to answer the chats of ${company} in Deskbell.`,
      'Follow the link to set your name and your password.',
    ],
    open: 'Accept the invitation',
  },
  password: {
    subject: (company) => `Set a new password for ${company}`,
    asked: (company) => `You, or another person, asked for a new password at ${company}.`,
    made: (by, company) => `${by} made this link, so that you can set a new password at ${company}.`,
    follow: 'Follow the link to set it. If you did not want this, ignore this mail: your password stays as it is.',
    open: 'Set a new password',
  },
  linkEnds: (until) => `The link can be used once, until ${until}. Do not forward it: it gives access.`,
  alert: {
    waiting: (who) => `${who} is waiting`,
    message: (who) => `${who} wrote to you`,
    handed: 'A chat was handed over to you',
    woken: 'A snoozed chat is back',
    mention: 'A colleague mentioned you',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'No device on which you are alerted showed it in time. You can change in your settings how you are alerted.',
    open: 'Open the chat',
  },
  webhook: {
    disabled: (name) => `The webhook “${name}” was disabled`,
    failing: (name) => `The webhook “${name}” is failing`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `Why: ${reason}.`,
    disabledHelp:
      'Nothing is sent there until an owner or admin enables it. Missed events can be sent then, for 30 days.',
    failingHelp:
      'Deskbell retries at growing intervals, and disables the webhook after five days. Missed events can be sent again for 30 days.',
    open: 'Open the webhook',
  },
  log: {
    subject: (chat, who) => `Chat ${chat} with ${who}`,
    visitor: 'Visitor',
    numbered: (who, number) => `${who} (number ${number})`,
    email: 'E-mail',
    phone: 'Phone',
    about: 'About',
    channel: 'Channel',
    agents: 'Agents',
    began: 'Began',
    ended: 'Ended',
    rating: 'Rating',
    ratings: { positive: 'positive', negative: 'negative' },
    blocked: 'Blocked',
    isBlocked: 'yes: this visitor cannot write',
    open: 'Open the chat',
  },
}
