import { Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'
import { makeAtOnce, type Bound } from '../platform/at-once.ts'
import type { Disk } from './disk.ts'
import type { FileLimits } from '../platform/file-limits.ts'
import type { FileOwner } from './owner.ts'
import { makeQuota, type Held } from './quota.ts'
import type { Stored } from './stored.ts'

/** A reservation for one arriving file. */
export interface Admitted {
  /** Must be called once in any case, with the number of bytes kept. */
  settle(kept: number): void
}

export interface Intake {
  /**
   * Reserves space for a file of at most `bytes`, before any of it is read. Throws Refused: `rate_limited` for an
   * owner, an address or a network, `busy` for the server, `files_full` for an account, `disk_full` for the disk.
   */
  admit(owner: FileOwner, bytes: number): Promise<Admitted>
}

const HOUR = 3600 * 1000
const SOON = 5
/** Concurrent uploads of one agent, and of all agents. */
const OF_AGENT = 20
const OF_AGENTS = 200

export interface IntakeOptions {
  readonly clock: Clock
  readonly limits: FileLimits
  readonly disk: Disk
  readonly stored: Stored
}

/** Limits arriving files (T48, T49): by number at once, by bytes per hour, and by free space. */
export function makeIntake({ clock, limits, disk, stored }: IntakeOptions): Intake {
  const slots = makeAtOnce()
  const perAddress = makeQuota(clock, { most: limits.perAddress, within: HOUR })
  const perNetwork = makeQuota(clock, { most: limits.perNetwork, within: HOUR })

  return {
    async admit(owner, bytes) {
      const held: ((kept: number) => void)[] = []
      const settle = (kept: number) => {
        for (const give of held.splice(0)) give(kept)
      }
      try {
        held.push(slots.enter(ownBounds(owner, limits.atOnce)) ?? tooMany())
        held.push(slots.enter(sharedBounds(owner, limits.atOnce)) ?? busy())
        if (owner.from) {
          const { address, network } = owner.from
          held.push(orTooMuch(perAddress(address, bytes), 'address')) // guard T49
          held.push(orTooMuch(perNetwork(network, bytes), 'network')) // guard T49
        }
        if (owner.kind !== 'agent') held.push(await stored(owner.account, bytes)) // guard T49
        held.push(await disk.hold(bytes)) // guard T49
        return { settle }
      } catch (error) {
        settle(0)
        throw error
      }
    },
  }
}

/** A visitor has a third of the limit of an address, so that one of many visitors behind it cannot use it all. */
function ownBounds({ kind, name, from }: FileOwner, atOnce: number): Bound[] {
  if (kind === 'agent') return [[name, OF_AGENT]]
  if (!from || atOnce === 0) return []
  return [
    [name, Math.ceil(atOnce / 3)],
    [`address ${from.address}`, atOnce],
    [`network ${from.network}`, 2 * atOnce],
  ]
}

function sharedBounds({ kind, from }: FileOwner, atOnce: number): Bound[] {
  if (kind === 'agent') return [['agents', OF_AGENTS]]
  return from && atOnce > 0 ? [['visitors', 5 * atOnce]] : []
}

function tooMany(): never {
  throw new Refused(
    'rate_limited',
    'Too many files are being sent at once. Send this file when the others have finished.',
    {
      retryAfter: SOON,
    },
  )
}

function busy(): never {
  throw new Refused('busy', 'The server is receiving too many files. Try again in a moment.', { retryAfter: SOON })
}

function orTooMuch(held: Held, who: 'address' | 'network'): (kept: number) => void {
  if (held.ok) return held.settle
  const message = `Visitors of this ${who} have reached the hourly limit for files. Send a smaller file, or try again later.`
  throw new Refused('rate_limited', message, { retryAfter: held.retryAfter })
}
