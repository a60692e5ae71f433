import type { Entry, EntryType } from '../entries.ts'
import { inTeam, wentOn, type OverflowedWait } from '../overflowing.ts'

/** The entries that begin or end a wait for an agent, or change for whom a visitor waits. */
export const WAIT_TYPES = [
  'agent.invited',
  'agent.joined',
  'agent.left',
  'bot.joined',
  'bot.left',
  'chat.closed',
  'chat.overflowed',
  'department.changed',
  'department.chosen',
] as const satisfies readonly EntryType[]

/** What of such an entry decides. */
export interface WaitMark {
  readonly type: (typeof WAIT_TYPES)[number]
  readonly at: number
  /** Who joined. */
  readonly agent?: number | null
  readonly department?: number | null
  /** Where it overflowed to. */
  readonly to?: OverflowedWait['to'][number] | null
}

/** A visitor waited for an agent from `at` on (ms). */
export interface Wait {
  readonly at: number
  /** When an agent joined or the chat was closed; null: the visitor still waits. */
  readonly until: number | null
  /** Who joined; null: the chat ended without an agent. */
  readonly agent: number | null
  /** When the agent no longer had the chat; null: they have it, or none joined. */
  readonly heldUntil: number | null
  /** The team that the visitor waited for last. */
  readonly team: number | null
  /** It overflowed: as it was before. */
  readonly overflowed?: OverflowedWait
}

/**
 * The waits of a chat, from its entries of `WAIT_TYPES` in their order. `begun`: since when it waited before them, as it does when
 * it is opened, for which team, and as it was before it overflowed. A wait that ends with the bot is none: the bot answers. But one
 * that overflowed goes on until an agent joins, wherever it went, so that it can be replayed as if it had not. A chat that goes
 * from one agent to another without waiting counts as held by the first until then.
 */
export function waitsOf(
  begun: Pick<Wait, 'team' | 'overflowed'> & { readonly at: number | null },
  marks: readonly WaitMark[],
): Wait[] {
  const waits: Wait[] = []
  let { at: since, team, overflowed } = begun
  let held: Omit<Wait, 'heldUntil'> | undefined
  const release = (at: number | null) => {
    if (held) waits.push({ ...held, heldUntil: at })
    held = undefined
  }
  const waited = () => {
    const at = overflowed?.at ?? since
    return at === null ? undefined : { at, team, ...(overflowed && { overflowed }) }
  }
  for (const { type, at, agent = null, department = null, to = null } of marks) {
    if (type === 'chat.overflowed' && to)
      overflowed = wentOn(overflowed, { at: since ?? at, team: team ?? undefined }, to)
    if (department !== null) {
      team = department
      if (type === 'department.changed' && overflowed) overflowed = inTeam(overflowed, department)
    }
    const wait = waited()
    switch (type) {
      case 'chat.overflowed':
      case 'department.chosen':
        break
      case 'agent.joined':
        release(at)
        if (wait) held = { ...wait, until: at, agent }
        since = null
        overflowed = undefined
        break
      case 'bot.joined':
        release(at)
        since = null
        break
      case 'chat.closed':
        release(at)
        if (wait) waits.push({ ...wait, until: at, agent: null, heldUntil: null })
        since = null
        overflowed = undefined
        break
      case 'agent.invited':
      case 'agent.left':
        release(at)
        since = at
        break
      // A chat that waits already goes on to.
      case 'bot.left':
      case 'department.changed':
        release(at)
        since ??= at
    }
  }
  release(null)
  const wait = waited()
  if (wait) waits.push({ ...wait, until: null, agent: null, heldUntil: null })
  return waits
}

/** When the agent who held the chat before these entries no longer had it; null: they still have it. */
export const releasedAt = (marks: readonly WaitMark[]): number | null =>
  marks.find(({ type }) => type !== 'department.chosen')?.at ?? null

/** What of an entry decides about waits; undefined: nothing. */
export function waitMarkOf(entry: Entry): WaitMark | undefined {
  const { type, at } = entry
  if (!isWaitType(type)) return undefined
  return {
    ...{ type, at },
    agent: 'agent' in entry ? (entry.agent?.id ?? null) : null,
    department: 'department' in entry ? (entry.department?.id ?? null) : null,
    ...(type === 'chat.overflowed' && { to: entry.to }),
  }
}

const isWaitType = (type: EntryType): type is WaitMark['type'] => (WAIT_TYPES as readonly EntryType[]).includes(type)
