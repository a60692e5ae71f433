import type { WidgetServices } from './services.ts'
import type { SeatsOptions } from './seats.ts'

/** An operator is told once in this time (ms), whatever an attacker does. */
const EVERY = 10 * 60_000

/** Logs that visitors are refused, and what an operator can do about it. */
export function fullNotes({ clock, log }: Pick<WidgetServices, 'clock' | 'log'>): SeatsOptions['onFull'] {
  let last = -Infinity
  return (setting, of) => {
    const now = clock.now()
    if (now - last < EVERY) return
    last = now
    log.warn(
      { setting, of },
      'too many pages with the widget are open from one place: further ones are refused. Where this is a proxy of yours, name it in TRUST_PROXY; where it is many visitors, raise the setting',
    )
  }
}
