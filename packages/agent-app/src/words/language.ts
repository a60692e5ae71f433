import { LANGUAGES, type Language } from '@deskbell/protocol/languages'

const KEY = 'deskbell.language'

/** The first language of the browser that the application has. */
export function ofBrowser(wanted: readonly string[] = globalThis.navigator?.languages ?? []): Language {
  const tags = wanted.map((tag) => tag.split('-')[0])
  return tags.flatMap((tag) => LANGUAGES.find((choice) => choice === tag) ?? [])[0] ?? 'en'
}

function stored(): Language | undefined {
  try {
    const tag = localStorage.getItem(KEY)
    return LANGUAGES.find((choice) => choice === tag)
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
