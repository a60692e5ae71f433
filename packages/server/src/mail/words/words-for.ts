import type { Language } from '@deskbell/protocol/languages'
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
  const owner = agents.find(({ role, language }) => role === 'owner' && language !== null)?.language
  const language = own ?? owner ?? 'en'
  return { language, words: WORDS[language] }
}
