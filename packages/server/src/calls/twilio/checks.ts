import { makeSweeps } from '../../platform/sweeps.ts'
import type { Services } from '../../services.ts'
import type { Driver } from './driver.ts'
import { CHECK_AFTER, type Leg, type LegRows } from './leg-rows.ts'
import type { Lines } from './lines.ts'
import { isFinalStatus } from './outcomes.ts'
import type { Providers } from './providers.ts'
import type { Account } from './rest.ts'

/** How often it is looked for what a process that was killed has left (ms). */
const EVERY = 2000
/** The clocks of the provider and of the database differ by less (ms). */
const CLOCKS = 60_000

type Needs = Pick<Services, 'clock'> & {
  readonly driver: Pick<Driver, 'follow'>
  readonly lines: Lines
  readonly providers: Providers
  readonly rows: LegRows
  readonly onError: (error: unknown) => void
}

export interface Checks {
  /** Asks the provider for a telephone now. */
  check(leg: Leg): Promise<void>
  start(): () => Promise<void>
}

/**
 * Asks the provider for telephones of which nothing was heard: its request may have met a process that was killed. The first
 * look after the start asks for all of them.
 */
export function makeChecks({ clock, driver, lines, providers, rows, onError }: Needs): Checks {
  let isFirst = true
  const running = new Set<Promise<unknown>>()

  async function check(leg: Leg): Promise<void> {
    const of = providers.of(leg.account)
    if (!of) return
    if (leg.sid === null) return find(of, leg)
    if (leg.state === 'ending') return
    const said = await providers.rest.read(of, leg.sid)
    if (said.ok) return lines.heard(leg, { sid: leg.sid, status: said.value.status })
    if (said.how === 'refused' && said.status === 404) await lines.heard(leg, { sid: leg.sid, status: 'completed' })
  }

  /** The provider was asked for it, and its answer is not known: it is looked for among the newest calls to that number. */
  async function find(of: Account, leg: Leg): Promise<void> {
    const said = await providers.rest.list(of, leg.number)
    if (!said.ok) return
    const fresh = said.value.filter(({ date_created: at }) => {
      const made = Date.parse(at ?? '')
      return Number.isNaN(made) || made > leg.asked - CLOCKS
    })
    const known = await rows.known(
      leg.account,
      fresh.map(({ sid }) => sid),
    )
    const orphans = fresh.filter(({ sid }) => !known.has(sid))
    const found = orphans.find(({ status }) => !isFinalStatus(status)) ?? orphans[0]
    if (found) await lines.heard(leg, found)
    else await lines.lost(leg)
  }

  async function sweep(): Promise<void> {
    await providers.ready
    if (providers.count === 0) return
    const now = clock.now()
    const due = await rows.takeDue(now, isFirst ? now : now - CHECK_AFTER)
    isFirst = false
    for (const leg of due) run(check(leg).then(() => driver.follow(leg.account, leg.call)))
    // Those of one call do not wait for those of another one, whose provider may be slow.
    for (const { account, call } of await rows.live()) void driver.follow(account, call)
  }

  function run(work: Promise<unknown>): void {
    const one: Promise<unknown> = work.catch(onError).finally(() => running.delete(one))
    running.add(one)
  }

  const sweeps = makeSweeps({ clock, every: EVERY, sweep, onError })
  return {
    check,
    start() {
      const stop = sweeps.start()
      return async () => {
        await stop()
        await Promise.all(running)
      }
    },
  }
}
