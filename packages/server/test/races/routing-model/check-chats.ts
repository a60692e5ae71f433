import type pg from 'pg'
import { rowsOf } from './rows.ts'

interface EntryRow {
  chat: number
  n: number
  type: string
  at: number
  /** Of an entry that names an agent: who gets, has or had the chat. */
  agent: number | null
  until: number | null
  why: string | null
  channel: number
  opened: number
}
interface Line {
  readonly agent: number
  readonly at: number
  readonly online: boolean
}
/** A visitor waited, and no agent was asked. `passed`: the agents who had declined or not answered. */
interface Unasked {
  readonly chat: number
  readonly channel: number
  readonly from: number
  readonly to: number
  readonly passed: readonly number[]
}

/** An agent has one chat more or less. `by`: who made it so. */
type Change = readonly [at: number, by: 1 | -1, who: 'router' | 'agent']
/**
 * A chat that an agent takes by hand may come above their capacity. So may one that the router gives within this time after it: it
 * had read what the agent had before (ms).
 */
const TAKEN_BEFORE = 2000

const ENTRIES = `select e.chat_id as chat, e.n, e.type, (extract(epoch from e.at) * 1000)::float8 as at,
    coalesce((e.body->'to'->>'id')::int, (e.body->'agent'->>'id')::int) as agent, (e.body->>'until')::float8 as until,
    case when e.type = 'offer.ended' then e.body->>'why' end as why,
    c.channel_id as channel, (extract(epoch from c.opened_at) * 1000)::float8 as opened
  from entry e join chat c on c.account_id = e.account_id and c.id = e.chat_id
  where e.type in ('chat.routed', 'offer.ended', 'offer.declined', 'agent.joined', 'agent.left', 'chat.closed')
  order by e.chat_id, e.n`

/** What became of the chats: how many each agent had at each moment, and whether a visitor waited while one was free. */
export async function checkChats(
  client: pg.Client,
  given: {
    readonly lines: readonly Line[]
    readonly capacityOf: (agent: number) => number | undefined
    /** How long a visitor may wait while an agent is free (ms). */
    readonly within: number
  },
) {
  const { lines, capacityOf, within } = given
  const wrong: string[] = []
  const loads = new Map<number, Change[]>()
  const unasked: Unasked[] = []
  const channels = await channelsOf(client)
  let [count, last] = [0, 0]
  let chat: ReturnType<typeof follow> | undefined
  const add: Add = (agent, ...change) => {
    const known = loads.get(agent)
    if (known) known.push(change)
    else loads.set(agent, [change])
  }
  for await (const row of rowsOf<EntryRow>(client, ENTRIES)) {
    if (row.chat !== last) {
      chat = follow(row, add, unasked)
      last = row.chat
      count++
    }
    chat?.(row)
  }

  const frees = new Map<number, [from: number, to: number][]>()
  for (const [agent, changes] of loads) {
    const capacity = capacityOf(agent)
    if (capacity === undefined) {
      wrong.push(`agent ${agent} is in no turn`)
      continue
    }
    // At one moment a chat ends before another one is given.
    changes.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    let [load, takenAt] = [0, -Infinity]
    for (const [at, by, who] of changes) {
      load += by
      if (who === 'agent' && by === 1) takenAt = at
      if (who === 'router' && load > capacity && at - takenAt > TAKEN_BEFORE)
        wrong.push(`agent ${agent} has ${load} chats at ${at}, at most ${capacity}`)
    }
  }
  for (const [agent, spans] of onlineOf(lines))
    frees.set(agent, freeIn(spans, loads.get(agent) ?? [], capacityOf(agent) ?? 0))

  const late = unasked.filter(({ from, to }) => to - from > within)
  const waits: Wait[] = []
  for (const { chat: number, channel, from, to, passed } of late) {
    const agents = (channels.get(channel) ?? []).filter((agent) => !passed.includes(agent))
    const spans = agents.map((agent) => longest(frees.get(agent) ?? [], from, to))
    const span = Math.max(0, ...spans)
    if (span > within) waits.push({ chat: number, agent: agents[spans.indexOf(span)]!, from, to, span })
  }
  const taken = [...loads.values()].flat().filter(([, by, who]) => by === 1 && who === 'agent').length
  return { count, taken, late: late.length, wrong, waits }
}

/** A visitor waited while this agent was free. Unix ms; `span`: for how long the agent was free (ms). */
export interface Wait {
  readonly chat: number
  readonly agent: number
  readonly from: number
  readonly to: number
  readonly span: number
}

type Add = (agent: number, ...change: Change) => void

/** Follows the entries of one chat. */
function follow({ chat, channel, opened }: EntryRow, add: Add, unasked: Unasked[]): (row: EntryRow) => void {
  let since: number | null = opened
  let passed: number[] = []
  /** Who is asked, and who has it. */
  let asked: number | null = null
  let holder: number | null = null
  /** To whom the router gives it without asking: their entry comes next. */
  let given: number | null = null
  const isAsked = (at: number) => {
    if (since !== null) unasked.push({ chat, channel, from: since, to: at, passed })
    since = null
  }
  return ({ type, at, agent, until, why }) => {
    if (type === 'chat.routed' && agent !== null) {
      isAsked(at)
      if (passed.includes(agent)) passed = []
      if (until === null) {
        given = agent
        return
      }
      asked = agent
      add(agent, at, 1, 'router')
    } else if (type === 'offer.ended' || type === 'offer.declined') {
      if (asked === null) return
      add(asked, at, -1, 'agent')
      if (type === 'offer.declined' || why === 'unanswered') passed = [...passed, asked]
      asked = null
      since = at
    } else if (type === 'agent.joined' && agent !== null) {
      isAsked(at)
      if (asked !== null && asked !== agent) add(asked, at, -1, 'agent')
      if (holder !== null) add(holder, at, -1, 'agent')
      if (asked !== agent) add(agent, at, 1, given === agent ? 'router' : 'agent')
      given = null
      asked = null
      holder = agent
      passed = []
    } else if (type === 'agent.left' || type === 'chat.closed') {
      if (asked !== null) add(asked, at, -1, 'agent')
      if (holder !== null) add(holder, at, -1, 'agent')
      if (type === 'agent.left') since = at
      else isAsked(at)
      asked = holder = null
    }
  }
}

async function channelsOf(client: pg.Client): Promise<Map<number, number[]>> {
  const { rows } = await client.query<{ channel_id: number; agents: number[] }>(
    'select channel_id, array_agg(agent_id) as agents from channel_agent group by 1',
  )
  return new Map(rows.map(({ channel_id, agents }) => [channel_id, agents]))
}

/** When agents were online, for certain: from their greeting to the moment in which they began to go. */
function onlineOf(lines: readonly Line[]): Map<number, [from: number, to: number][]> {
  const spans = new Map<number, [number, number][]>()
  const since = new Map<number, number>()
  for (const { agent, at, online } of lines) {
    const began = since.get(agent)
    if (online) {
      since.set(agent, at)
      continue
    }
    since.delete(agent)
    if (began !== undefined) spans.set(agent, [...(spans.get(agent) ?? []), [began, at]])
  }
  return spans
}

/** The parts of the spans in which the load is below the capacity. */
function freeIn(
  spans: readonly [number, number][],
  changes: readonly Change[],
  capacity: number,
): [from: number, to: number][] {
  const free: [number, number][] = []
  let load = 0
  let place = 0
  for (const [from, to] of spans) {
    for (; place < changes.length && changes[place]![0] <= from; place++) load += changes[place]![1]
    let since = load < capacity ? from : null
    for (; place < changes.length && changes[place]![0] < to; place++) {
      const [at, by] = changes[place]!
      load += by
      if (load >= capacity && since !== null) {
        free.push([since, at])
        since = null
      } else if (load < capacity) since ??= at
    }
    if (since !== null) free.push([since, to])
  }
  return free
}

/** The longest time within a span in which one of the ordered parts holds (ms). */
function longest(parts: readonly [number, number][], from: number, to: number): number {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (parts[middle]![1] < from) low = middle + 1
    else high = middle
  }
  let most = 0
  for (let place = low; place < parts.length && parts[place]![0] < to; place++)
    most = Math.max(most, Math.min(parts[place]![1], to) - Math.max(parts[place]![0], from))
  return most
}
