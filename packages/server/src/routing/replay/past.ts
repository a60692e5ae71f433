import type { RoutingSettings } from '../settings.ts'
import { isOpen, priorityOf, type Past, type PastChat, type Presence, type ReplayPolicies } from '@deskbell/rules'
import { toPolicies } from '../policies.ts'
import type { Company } from './company.ts'
import { teamPlaces } from './team-places.ts'

/** A wait as its row has it (times in ms). */
export interface WaitRow {
  readonly chat: number
  readonly channel: number
  /** The team for which it began. */
  readonly team: number | null
  /** Where it went on to, in this order. */
  readonly overflowed: readonly ('department' | 'bot' | 'form')[] | null
  readonly tags: readonly number[] | null
  readonly began: number
  readonly ended: number
  readonly agent: number | null
  readonly heldUntil: number | null
  readonly contact: number | null
  readonly page: string | null
  readonly fields: readonly { readonly title?: string; readonly content?: string }[] | null
}

/** An agent came online, or went. */
export interface PresenceRow {
  readonly agent: number
  readonly at: number
  readonly online: boolean
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** How long an agent has a chat when none was ever held (ms). */
const USUAL = 10 * 60_000
const QUARTER = 15 * 60_000

/** What is replayed under these settings. Rows in the order in which the waits began. */
export function toPast(
  { waits, presence, span }: { waits: readonly WaitRow[]; presence: readonly PresenceRow[]; span: Span },
  company: Company,
  routing: RoutingSettings,
): { past: Past; policies: ReplayPolicies } {
  const { agents, channels, teams } = company
  const { capacityOf, priorities } = toPolicies(routing)
  const channelOf = new Map(channels.map((one) => [one.id, one]))
  const found = teamPlaces(company, routing)
  const waited = priorities.flatMap(({ when, priority }) => ('waited' in when ? { waited: when.waited, priority } : []))
  const hoursOf = new Map(agents.map(({ id, hours }) => [id, hours]))
  const limited = teams.filter(({ hours }) => hours !== null)
  const usual = usualOf(waits, span)
  const holders = new Map<number, number>()
  const seen = new Set<number>()
  const chats = waits.map((wait, place): PastChat => {
    const channel = channelOf.get(wait.channel)
    // A bot takes no chat that an agent has had.
    const isFirst = !seen.has(wait.chat)
    seen.add(wait.chat)
    const last = wait.contact === null ? undefined : holders.get(wait.contact)
    if (wait.contact !== null && wait.agent !== null) holders.set(wait.contact, wait.agent)
    return {
      // A chat may wait several times.
      id: place,
      kind: channel?.kind ?? '',
      at: wait.began,
      lasted: wait.agent === null ? usual : (wait.heldUntil ?? span.to) - wait.ended,
      ...(wait.agent === null && { missedAt: wait.ended }),
      priority: priorityOf(priorities, {
        tags: wait.tags ?? [],
        page: wait.page ?? '',
        fields: wait.fields ?? [],
        waited: 0,
      }),
      ...found.placeOf(wait.channel, wait.team),
      ...(last !== undefined && { last }),
      channel: wait.channel,
      ...(isFirst && channel?.bot && { bot: true }),
      ...(channel?.form && { form: true }),
    }
  })
  return {
    past: { chats, presence: toSpans(presence, span), looks: looksIn(span), to: span.to },
    policies: {
      ...{ policies: found.policies, pools: found.pools, capacityOf, waited },
      inTeam: found.inTeam,
      isOnDuty(agent, now) {
        const hours = hoursOf.get(agent)
        return !hours || isOpen(hours, now)
      },
      closedTeams: (now) => limited.flatMap(({ id, hours }) => (hours && !isOpen(hours, now) ? id : [])),
    },
  }
}

/** Hours begin on a quarter of an hour, mostly. */
function looksIn({ from, to }: Span): number[] {
  const first = Math.ceil(from / QUARTER) * QUARTER
  return Array.from({ length: Math.max(0, Math.floor((to - first) / QUARTER) + 1) }, (_, i) => first + i * QUARTER)
}

/** How long agents had a chat on average (ms). */
function usualOf(waits: readonly WaitRow[], { to }: Span): number {
  const held = waits.flatMap(({ agent, ended, heldUntil }) => (agent === null ? [] : (heldUntil ?? to) - ended))
  return held.length === 0 ? USUAL : held.reduce((sum, one) => sum + one, 0) / held.length
}

/** When agents were online. Rows in the order of their times; those before the span say who was online at its start. */
export function toSpans(rows: readonly PresenceRow[], { from, to }: Span): Presence[] {
  const since = new Map<number, number>()
  const spans: Presence[] = []
  for (const { agent, at, online } of rows) {
    const began = since.get(agent)
    if (online && began === undefined) since.set(agent, Math.max(at, from))
    if (online || began === undefined) continue
    since.delete(agent)
    if (at > began) spans.push({ agent, from: began, to: at })
  }
  for (const [agent, began] of since) if (to > began) spans.push({ agent, from: began, to })
  return spans
}
