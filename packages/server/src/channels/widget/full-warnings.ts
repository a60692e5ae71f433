import type { Services } from '../../services.ts'
import type { PageLimitsOptions } from './page-limits.ts'

/** The shortest time between two warnings, so that an attacker cannot flood the log (ms). */
const EVERY = 10 * 60_000

/** Logs that pages are refused, and which setting the operator can change. */
export function warnWhenFull({ clock, log }: Pick<Services, 'clock' | 'log'>): PageLimitsOptions['onFull'] {
  let last = -Infinity
  return (setting, of) => {
    const now = clock.now()
    if (now - last < EVERY) return
    last = now
    log.warn(
      { setting, of },
      'too many pages with the widget are open from one address or network; the server refuses further ones. If the address is your proxy, name it in TRUST_PROXY; if it is many visitors, raise the setting',
    )
  }
}
