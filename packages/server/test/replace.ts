import { registerHooks } from 'node:module'

/**
 * Replaces one of our modules by another one in this thread, for all later imports. Loaded with `--import`, it also
 * works in worker threads and child processes, which inherit that option.
 */
export function replaceModule(pathEnd: string, substitute: URL): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const replaced = found.url.endsWith(pathEnd) && context.parentURL !== substitute.href
      return replaced ? { ...found, url: substitute.href, shortCircuit: true } : found
    },
  })
}
