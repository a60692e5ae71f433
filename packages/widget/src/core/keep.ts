import { keyOf, read } from '../boot.ts'

/** What lasts over pages: texts by name. Where the browser forbids storage, they last as long as the page. */
export interface Keep {
  get: (what: string) => string | undefined
  set: (what: string, text: string | undefined) => void
}

export function openKeep(id: string, storage: 'localStorage' | 'sessionStorage'): Keep {
  const memory = new Map<string, string | undefined>()
  return {
    get: (what) => memory.get(what) ?? read(storage, keyOf(id, what)),
    set: (what, text) => {
      try {
        if (text === undefined) window[storage].removeItem(keyOf(id, what))
        else window[storage].setItem(keyOf(id, what), text)
        // What is in the storage is not in memory: another tab may change it.
        memory.delete(what)
      } catch {
        memory.set(what, text)
      }
    },
  }
}
