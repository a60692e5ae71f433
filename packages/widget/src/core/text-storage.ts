import { keyOf, read } from '../boot.ts'

/** Texts by name that outlast the page. Where the browser denies storage, they last as long as the page. */
export interface TextStorage {
  get: (what: string) => string | undefined
  set: (what: string, text: string | undefined) => void
}

export function openTextStorage(id: string, storage: 'localStorage' | 'sessionStorage'): TextStorage {
  const memory = new Map<string, string | undefined>()
  return {
    get: (what) => memory.get(what) ?? read(storage, keyOf(id, what)),
    set: (what, text) => {
      try {
        if (text === undefined) window[storage].removeItem(keyOf(id, what))
        else window[storage].setItem(keyOf(id, what), text)
        // A stored value is not kept in memory, because another tab may change it.
        memory.delete(what)
      } catch {
        memory.set(what, text)
      }
    },
  }
}
