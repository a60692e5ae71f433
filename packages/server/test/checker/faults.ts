import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { ServerProcess } from './server-process.ts'
import type { Tap } from './tap.ts'

/** A process with its own ways to the database and to the bus. */
export interface Member {
  readonly process: ServerProcess
  readonly database: Tap
  readonly bus: Tap | undefined
}

export interface Desk {
  readonly members: readonly Member[]
  /** A Postgres that the test may stop; undefined: it may not. */
  readonly postgres: { start(): Promise<unknown>; stop(mode: 'fast' | 'immediate'): Promise<unknown> } | undefined
}

/** Who is struck, and for how long (ms). */
interface Strike {
  readonly member: Member
  readonly members: readonly Member[]
  readonly postgres: NonNullable<Desk['postgres']>
  readonly lasts: number
}

const during = async (ms: number, tap: Tap | undefined, how: 'drop' | 'silence') => {
  tap?.[how]()
  await pause(ms)
  tap?.back()
}

/** What goes wrong, by name. Each resolves when it is over, though the process may still be recovering. */
export const FAULTS = {
  async 'a process is killed'({ member: { process } }: Strike) {
    await process.kill()
    process.launch()
    await process.up
  },
  async 'a process freezes'({ member: { process }, lasts }: Strike) {
    process.signal('SIGSTOP')
    await pause(lasts)
    process.signal('SIGCONT')
  },
  async 'a process freezes and is killed'({ member: { process }, lasts }: Strike) {
    process.signal('SIGSTOP')
    await pause(lasts)
    await process.kill()
    process.launch()
    await process.up
  },
  async 'a process is replaced'({ member: { process } }: Strike) {
    process.signal('SIGTERM')
    const code = await process.ended()
    if (code !== 0) process.deaths.push(`ended with ${code} after SIGTERM`)
    process.launch()
    await process.up
  },
  'a process loses NATS': ({ member, lasts }: Strike) => during(lasts, member.bus, 'drop'),
  'NATS is silent for a process': ({ member, lasts }: Strike) => during(lasts, member.bus, 'silence'),
  async 'all lose NATS'({ members, lasts }: Strike) {
    await Promise.all(members.map(({ bus }) => during(lasts, bus, 'drop')))
  },
  'a process loses Postgres': ({ member, lasts }: Strike) => during(lasts, member.database, 'drop'),
  'Postgres is silent for a process': ({ member, lasts }: Strike) => during(lasts, member.database, 'silence'),
  async 'Postgres restarts'({ postgres, lasts }: Strike) {
    await postgres.stop('fast')
    await pause(Math.min(lasts, 3000))
    await postgres.start()
  },
  async 'Postgres crashes'({ postgres }: Strike) {
    await postgres.stop('immediate')
    await postgres.start()
  },
} satisfies Record<string, (strike: Strike) => Promise<void>>

export type FaultName = keyof typeof FAULTS

/** The faults that can happen to this desk. */
export function faultsOf({ postgres, members }: Desk): FaultName[] {
  return (Object.keys(FAULTS) as FaultName[]).filter((name) => {
    if (/Postgres (restarts|crashes)/.test(name)) return postgres !== undefined
    return !name.includes('NATS') || members.every(({ bus }) => bus !== undefined)
  })
}

/** All faults, in an order from the seed, again and again. */
export function* schedule(names: readonly FaultName[], random: Random): Generator<FaultName> {
  for (;;) {
    const left = [...names]
    while (left.length > 0) yield left.splice(random.between(0, left.length - 1), 1)[0]!
  }
}

/** Causes one fault, at one member from the seed. */
export async function cause(name: FaultName, desk: Desk, random: Random, longest: number): Promise<void> {
  const { members, postgres } = desk
  const member = members[random.between(0, members.length - 1)]!
  const never = () => Promise.reject(new Error('this desk has no Postgres of its own'))
  await FAULTS[name]({
    ...{ member, members, lasts: random.between(1000, longest) },
    postgres: postgres ?? { start: never, stop: never },
  })
}
