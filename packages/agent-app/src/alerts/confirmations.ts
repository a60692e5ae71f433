import type { Link } from '../live/link.ts'
import { throttled } from '../live/throttled.ts'

type Step = 'shown' | 'opened'

/** Alerts come in bursts, and the server closes the socket of a client that sends too many frames. */
const PACE = 250
/** Alerts in one frame, besides the first. */
const MORE = 100

/** Gathers the confirmations of alerts and sends them together, a few times a second. */
export function makeConfirmations(link: Pick<Link, 'send'>) {
  const waiting: Record<Step, string[]> = { shown: [], opened: [] }
  const send = (): void => {
    for (const step of ['shown', 'opened'] as const)
      while (waiting[step].length > 0) {
        const [alert = '', ...more] = waiting[step].splice(0, MORE + 1)
        link.send({ type: 'alerted', alert, ...(more.length > 0 && { more }), step })
      }
  }
  const soon = throttled(send, PACE)
  return {
    add(alert: string, step: Step): void {
      waiting[step].push(alert)
      soon.ask()
    },
    /** Sends what waits. */
    send,
  }
}
