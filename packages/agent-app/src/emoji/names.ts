import { language } from '../words/language.ts'

/** The names of emoji in each language, a file each, which is loaded with the list. English ones are in `emoji.txt`. */
const FILES: Readonly<Record<string, () => Promise<string>>> = import.meta.glob<string>('./names/*.txt', {
  query: '?raw',
  import: 'default',
})

let loading: Promise<string | undefined> | undefined

/** The names in the language of this window. Undefined in English, and where they cannot be loaded: offline. */
export function loadNames(): Promise<string | undefined> {
  const load = FILES[`./names/${language}.txt`]
  loading ??= load?.().catch(() => {
    loading = undefined
    return undefined
  })
  return loading ?? Promise.resolve(undefined)
}
