import { type Boot, prefixOf } from '../boot.ts'
import { start as startCore } from '../core/start.ts'
import { toMethods } from './methods.ts'
import { runRules } from './rules-runner.ts'

const started = new WeakSet<Boot>()

/** Puts `chat_api` on the page (W14), and performs the calls that the page made earlier. */
export function start(boot: Boot): void {
  if (started.has(boot)) return
  started.add(boot)
  const core = startCore(boot)
  const value = toMethods(core, runRules(core))
  const name = `${prefixOf(boot.script)}api`
  // A variable of the page with this name cannot be redefined, but it can be assigned.
  if (!Reflect.defineProperty(window, name, { value, writable: true, enumerable: true, configurable: true }))
    Object.assign(window, { [name]: value })
  value.setRules(boot.settings.rules)
  const byName: Record<string, (...args: unknown[]) => unknown> = { ...value }
  for (const [name, args] of boot.calls.splice(0)) byName[name]?.(...args)
}
