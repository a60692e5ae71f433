import type { Language } from '@deskbell/protocol/languages'
import type { Words } from './en.ts'
import type { Reasons } from './in-language.ts'
import { language } from './language.ts'
import type { LaterWords } from './part.ts'

/** All words of one language. `later`: those of screens that are not in the first load. */
export interface Translation {
  readonly words: Words
  readonly later: LaterWords
  readonly reasons: Reasons
}

/** English words are part of the screens that show them. Each of these is one file, loaded before the first screen. */
const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Translation }>>> = {
  ar: () => import('./ar/index.ts'),
  de: () => import('./de/index.ts'),
  es: () => import('./es/index.ts'),
  fr: () => import('./fr/index.ts'),
  hi: () => import('./hi/index.ts'),
  pt: () => import('./pt/index.ts'),
  ru: () => import('./ru/index.ts'),
  tr: () => import('./tr/index.ts'),
  zh: () => import('./zh/index.ts'),
}

let loaded: Translation | undefined

/** The words of this window's language; undefined in English. */
export const translation = (): Translation | undefined => loaded

let say: ((text: string) => string) | undefined

/** Why a delivery failed, in the language of this window. The words of other servers stay as they are. */
export const sayReason = (text: string): string => say?.(text) ?? text

/** Loads the words. Offline, without them, the window is English. */
export async function loadTranslation(): Promise<void> {
  if (language === 'en') return
  try {
    const [own, { saying }] = await Promise.all([TRANSLATIONS[language](), import('./in-language.ts')])
    loaded = own.default
    say = saying(language, loaded.reasons)
  } catch {
    // The window is English.
  }
}
