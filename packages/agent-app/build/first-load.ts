import { fileURLToPath } from 'node:url'

/** What Rolldown tells of a module while it divides them into files. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const PAGE = fileURLToPath(new URL('../src/start.tsx', import.meta.url))
/** What the script of the page and each translation share, which must not wait for the first screen's script. */
const SHARED =
  /\/agent-app\/src\/words\/(?:isolate|language|listing|once-made|plural|translation)\.ts$|vite\/preload-helper/
/** English is not a translation: its words are part of the screens. */
const TRANSLATION = /\/agent-app\/src\/words\/(?!en\/)([a-z]{2})\//
/** The names of emoji in a language, a file of their own. */
const EMOJI_NAMES = /\/agent-app\/src\/emoji\/names\/([a-z]{2})\.txt/
/** How the files of translations begin, followed by the language's tag. */
export const LANGUAGE_FILE = 'translation-'
const isLibrary = (id: string) => /[/\\]node_modules[/\\]/.test(id)

/**
 * The first screen is two files besides the page's script, of libraries and of our own code, instead of one for each set of screens that happens
 * to share something. An update of ours leaves the libraries in the browser's cache.
 */
export function firstLoad() {
  let first: ReadonlySet<string> | undefined
  const isFirst = (id: string, modules: Modules) => (first ??= reach(modules)).has(id)
  return [
    { name: (id: string) => (SHARED.test(id) ? 'language' : null), priority: 4 },
    {
      name: (id: string) => {
        const tag = TRANSLATION.exec(id)?.[1]
        return tag === undefined ? null : `${LANGUAGE_FILE}${tag}`
      },
      priority: 3,
    },
    {
      name: (id: string) => {
        const tag = EMOJI_NAMES.exec(id)?.[1]
        return tag === undefined ? null : `${LANGUAGE_FILE}${tag}-emoji`
      },
      priority: 3,
    },
    {
      name: (id: string, modules: Modules) => (isLibrary(id) && isFirst(id, modules) ? 'libraries' : null),
      priority: 2,
    },
    { name: (id: string, modules: Modules) => (isFirst(id, modules) ? 'first' : null), priority: 1 },
  ]
}

/** All modules that the page's script imports without waiting, itself included. */
function reach(modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const wanted = [PAGE]
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (found.has(id)) continue
    found.add(id)
    wanted.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
