import type { Language } from '@deskbell/protocol/languages'
import { notices as ar } from './ar/notices.ts'
import { notices as de } from './de/notices.ts'
import { notices as es } from './es/notices.ts'
import { notices, type Notices } from './en/notices.ts'
import { notices as fr } from './fr/notices.ts'
import { notices as hi } from './hi/notices.ts'
import { notices as pt } from './pt/notices.ts'
import { notices as ru } from './ru/notices.ts'
import { notices as tr } from './tr/notices.ts'
import { notices as zh } from './zh/notices.ts'

/** The notifications of alerts in each language. */
const NOTICES: Readonly<Record<Language, Notices>> = { en: notices, ar, de, es, fr, hi, pt, ru, tr, zh }

/** In the agent's language; null is the first of the browser's that there is. */
export function noticesIn(language: string | null): Notices {
  const wanted = language === null ? navigator.languages.map((tag) => tag.split('-')[0]) : [language]
  return wanted.flatMap((tag) => NOTICES[tag as Language] ?? [])[0] ?? notices
}
