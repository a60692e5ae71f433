import type { Language } from '@deskbell/protocol/languages'
import { languageFor } from '@deskbell/protocol/widget/labels'
import type { Directory } from '../../settings/directory.ts'
import { words as ar } from './ar.ts'
import { words as de } from './de.ts'
import { words as en } from './en.ts'
import { words as es } from './es.ts'
import { words as fr } from './fr.ts'
import { words as hi } from './hi.ts'
import { words as pt } from './pt.ts'
import { words as ru } from './ru.ts'
import { words as tr } from './tr.ts'
import { words as zh } from './zh.ts'
import type { InLanguage, MailWords } from './mail-words.ts'

const WORDS: Readonly<Record<Language, MailWords>> = { ar, de, en, es, fr, hi, pt, ru, tr, zh }

/**
 * The language of a mail: the one that the agent with this address chose; of other people and agents without a choice,
 * the one that an owner of the account chose; else English.
 */
export function wordsFor(directory: Pick<Directory, 'agents'>, account: number, recipient: string): InLanguage {
  const agents = directory.agents(account)
  const address = recipient.toLowerCase()
  const own = agents.find(({ email }) => email.toLowerCase() === address)?.language
  return wordsIn(own ?? ownersLanguage(directory, account))
}

/**
 * The language for a visitor: the one that the channel has for all, else that of their browser (`lang`, a tag such as `pt-BR`),
 * else that of an owner. A language without words is English for them, as in the widget.
 */
export function wordsForVisitor(
  directory: Pick<Directory, 'agents' | 'channel'>,
  { account, channel, lang }: { account: number; channel: number; lang: string | null },
): InLanguage {
  const fixed = directory.channel(account, channel)?.widget?.language ?? 'auto'
  if (fixed === 'auto' && !lang) return wordsIn(ownersLanguage(directory, account))
  return wordsIn(languageFor(fixed, [lang ?? '']))
}

const ownersLanguage = (directory: Pick<Directory, 'agents'>, account: number): Language =>
  directory.agents(account).find(({ role, language }) => role === 'owner' && language !== null)?.language ?? 'en'

/** The words of one language. */
export const wordsIn = (language: Language): InLanguage => ({ language, words: WORDS[language] })
