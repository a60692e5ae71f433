import { registerHooks } from 'node:module'

/**
 * Puts another module in the place of one of ours, in this thread, for everybody who imports it from now on. Loaded
 * with `--import` it works in worker threads and child processes too, because they inherit that.
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
