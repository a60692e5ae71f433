import type { Boot } from '../boot.ts'
import type { WidgetCore } from './core.ts'
import { openCore } from './open-core.ts'

const cores = new WeakMap<Boot, WidgetCore>()

/** Takes over from the loader. Returns the same core on every call. */
export function start(boot: Boot): WidgetCore {
  let core = cores.get(boot)
  if (!core) {
    boot.taken = true
    core = openCore(boot)
    cores.set(boot, core)
    live(core)
    // The loader's hello does not say that this tab carries the voices of a call.
    if (core.session.get('call')) boot.socket?.close()
    core.link.start(boot.socket, boot.heard ?? [])
  }
  return core
}

/** The connection follows the life of the page: sleep, wake-up, back-forward cache. */
function live(core: WidgetCore): void {
  const { link } = core
  setInterval(core.second, 1000)
  addEventListener('online', link.nudge)
  // No ping is answered: the break is noticed and shown now.
  addEventListener('offline', link.nudge)
  addEventListener('pageshow', link.nudge)
  addEventListener('pagehide', () => {
    core.leaves?.()
    link.leave()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    core.second()
    link.nudge()
  })
}
