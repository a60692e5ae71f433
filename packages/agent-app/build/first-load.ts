import { fileURLToPath } from 'node:url'

/** What Rolldown tells of a module while it divides them into files. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const PAGE = fileURLToPath(new URL('../src/main.tsx', import.meta.url))
const isLibrary = (id: string) => /[/\\]node_modules[/\\]/.test(id)

/**
 * The first screen is two files, of libraries and of our own code, instead of one for each set of screens that happens
 * to share something. An update of ours leaves the libraries in the browser's cache.
 */
export function firstLoad() {
  let first: ReadonlySet<string> | undefined
  const isFirst = (id: string, modules: Modules) => (first ??= reach(modules)).has(id)
  return [
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
