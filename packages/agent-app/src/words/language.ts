import { LANGUAGES, type Language } from '@deskbell/protocol/agent/languages'
import type { Words } from './en.ts'
import type { LaterWords } from './part.ts'

/** All words of one language. `later`: those of screens that are not in the first load. */
export interface Translation {
  readonly words: Words
  readonly later: LaterWords
}

/** English words are part of the screens that show them. Each of these is one file, loaded before the first screen. */
const TRANSLATIONS: Readonly<Partial<Record<Language, () => Promise<{ readonly default: Translation }>>>> = {}

/** Languages that an agent can choose. */
export const CHOICES: readonly Language[] = LANGUAGES.filter((tag) => tag === 'en' || tag in TRANSLATIONS)

const KEY = 'deskbell.language'

/** The first language of the browser that there is. */
export function ofBrowser(wanted: readonly string[] = globalThis.navigator?.languages ?? []): Language {
  const tags = wanted.map((tag) => tag.split('-')[0])
  return tags.flatMap((tag) => CHOICES.find((choice) => choice === tag) ?? [])[0] ?? 'en'
}

function stored(): Language | undefined {
  try {
    const tag = localStorage.getItem(KEY)
    return CHOICES.find((choice) => choice === tag)
  } catch {
    return undefined
  }
}

/** The language of this window: the one the agent chose, as this browser remembers it, else the browser's. */
export const language: Language = stored() ?? ofBrowser()

/**
 * Keeps the agent's choice for the next start in this browser; null is the browser's language. Returns whether this window
 * shows another language and must be loaded again.
 */
export function keepLanguage(chosen: Language | null): boolean {
  const before = stored()
  try {
    if (chosen === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, chosen)
  } catch {
    // Without storage, the window would load again and again.
    return false
  }
  const kept = chosen ?? undefined
  return before !== kept && (kept ?? ofBrowser()) !== language
}

let loaded: Translation | undefined

/** The words of this window's language; undefined in English. */
export const translation = (): Translation | undefined => loaded

/** Loads the words. Offline, without them, the window is English. */
export async function loadTranslation(): Promise<void> {
  loaded = (await TRANSLATIONS[language]?.().catch(() => undefined))?.default
}
