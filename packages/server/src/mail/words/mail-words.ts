import type { Language } from '@deskbell/protocol/languages'

/** The texts of mails in one language. Names and values are inserted as they are: the caller escapes the whole line. */
export interface MailWords {
  readonly dir: 'ltr' | 'rtl'
  /** A visitor who gave no name. */
  readonly visitor: (number: number) => string
  readonly invitation: {
    readonly subject: (by: string, company: string) => string
    readonly lines: (by: string, company: string) => readonly string[]
    readonly open: string
  }
  readonly password: {
    readonly subject: (company: string) => string
    /** The person asked for the link. */
    readonly asked: (company: string) => string
    /** An admin made it. */
    readonly made: (by: string, company: string) => string
    readonly follow: string
    readonly open: string
  }
  /** How long a link is valid, and that it gives access. */
  readonly linkEnds: (until: string) => string
  readonly alert: {
    readonly waiting: (who: string) => string
    readonly message: (who: string) => string
    readonly handed: string
    readonly woken: string
    readonly offered: string
    readonly asked: string
    readonly returned: string
    readonly unattended: string
    readonly mention: string
    readonly task: string
    readonly assigned: string
    readonly missed_call: string
    /** The subject as a sentence, with the channel of the chat. */
    readonly inChannel: (subject: string, channel: string) => string
    readonly why: string
    readonly open: string
    readonly openContact: string
    readonly openMissed: string
  }
  readonly webhook: {
    readonly disabled: (name: string) => string
    readonly failing: (name: string) => string
    readonly sentence: (subject: string) => string
    readonly why: (reason: string) => string
    readonly disabledHelp: string
    readonly failingHelp: string
    readonly open: string
  }
  readonly log: {
    readonly subject: (chat: number, who: string) => string
    readonly visitor: string
    readonly numbered: (who: string, number: number) => string
    readonly email: string
    readonly phone: string
    readonly about: string
    readonly channel: string
    readonly agents: string
    readonly began: string
    readonly ended: string
    readonly rating: string
    readonly ratings: { readonly positive: string; readonly negative: string }
    readonly blocked: string
    readonly isBlocked: string
    readonly open: string
  }
  /** The mail to a visitor that asks for a rating, and the pages that it leads to. */
  readonly rating: {
    readonly good: string
    readonly bad: string
    readonly letter: {
      readonly subject: (company: string) => string
      readonly ask: (company: string, day: string) => string
      readonly ends: (until: string) => string
      readonly why: (company: string) => string
      readonly stop: string
    }
    readonly page: {
      readonly title: (company: string) => string
      readonly text: string
      readonly send: string
      readonly choose: string
      readonly tooLong: (most: number) => string
      readonly thanks: string
      readonly change: string
      readonly tooOften: string
    }
    readonly stopped: {
      readonly title: string
      readonly ask: (company: string) => string
      readonly do: string
      readonly done: (company: string) => string
    }
    readonly problem: {
      readonly unknown: string
      readonly ended: string
      readonly busy: string
    }
  }
}

/** Texts and the language that they and their times are in. */
export interface InLanguage {
  readonly language: Language
  readonly words: MailWords
}
