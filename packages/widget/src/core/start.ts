import type { Boot } from '../boot.ts'
import type { Desk } from './desk.ts'
import { openDesk } from './open-desk.ts'

const desks = new WeakMap<Boot, Desk>()

/** Takes over from the loader. The same desk, however often it is started. */
export function start(boot: Boot): Desk {
  let desk = desks.get(boot)
  if (!desk) {
    boot.taken = true
    desk = openDesk(boot)
    desks.set(boot, desk)
    live(desk)
    desk.link.start(boot.socket, boot.heard ?? [])
  }
  return desk
}

/** The line follows what happens to the page: it sleeps, it wakes, it goes into the back-forward cache and returns. */
function live(desk: Desk): void {
  const { link } = desk
  setInterval(desk.second, 1000)
  addEventListener('online', link.nudge)
  addEventListener('pageshow', link.nudge)
  addEventListener('pagehide', link.leave)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    desk.second()
    link.nudge()
  })
}
