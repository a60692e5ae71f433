import type pg from 'pg'
import { rowsOf } from './rows.ts'

interface Agent {
  id: number
  capacity: { total: number; kinds: Record<string, number> }
  load: Record<string, number>
  idleSince: number
}
interface Chat {
  id: number
  kind: string
  waitingSince: number
  priority: number
  policy: number
  pool: number
  passed?: number[]
}
interface TurnRow {
  id: string
  input: { policies: { distribution: string }[]; pools: number[][]; agents: Agent[]; chats: Chat[] }
  routed: { chat: number; to: number }[]
}

const loadOf = ({ load }: Agent) => Object.values(load).reduce((sum, count) => sum + count, 0)
const isFree = (agent: Agent, kind: string) =>
  loadOf(agent) < agent.capacity.total && (agent.load[kind] ?? 0) < (agent.capacity.kinds[kind] ?? Infinity)

/**
 * Each stored decision by itself: nobody above their capacity, the chat that waits longest first, the least busy agent or the one
 * who is idle longest, and no chat left waiting while an agent had room.
 */
export async function checkTurns(client: pg.Client) {
  const wrong: string[] = []
  /** As the newest turn has it. */
  const capacities = new Map<number, number>()
  let [count, decisions] = [0, 0]
  for await (const { id, input, routed } of rowsOf<TurnRow>(client, 'select id, input, routed from routing_turn')) {
    count++
    decisions += routed.length
    const agents = new Map(input.agents.map((agent) => [agent.id, { ...agent, load: { ...agent.load } }]))
    for (const { id: agent, capacity } of input.agents) capacities.set(agent, capacity.total)
    /** The place in the turn at which each agent got a chat last. */
    const given = new Map<number, number>()
    const left = new Map(input.chats.map((chat) => [chat.id, chat]))
    const candidatesOf = ({ pool, kind, passed = [] }: Chat): Agent[] => {
      const free = (input.pools[pool] ?? []).flatMap((one) => agents.get(one) ?? []).filter((one) => isFree(one, kind))
      const fresh = free.filter(({ id: one }) => !passed.includes(one))
      return fresh.length > 0 ? fresh : free
    }
    for (const [place, { chat: number, to }] of routed.entries()) {
      const chat = left.get(number)
      const agent = agents.get(to)
      if (!chat || !agent) {
        wrong.push(`turn ${id}: chat ${number} and agent ${to} are not both in its input`)
        continue
      }
      const candidates = candidatesOf(chat)
      if (!candidates.includes(agent)) wrong.push(`turn ${id}: agent ${to} could not get chat ${number}`)
      const isFirst = (one: Chat) =>
        one.priority > chat.priority || (one.priority === chat.priority && one.waitingSince < chat.waitingSince)
      for (const one of left.values())
        if (one.pool === chat.pool && isFirst(one) && candidatesOf(one).length > 0)
          wrong.push(`turn ${id}: chat ${one.id} came after chat ${number}`)
      const share = (one: Agent) => loadOf(one) / one.capacity.total
      const before = (one: Agent) => given.get(one.id) ?? -1
      const isIdleLonger = (one: Agent) =>
        before(one) < before(agent) || (before(one) === before(agent) && one.idleSince < agent.idleSince)
      const isLeast = input.policies[chat.policy]?.distribution === 'least-busy'
      for (const one of candidates)
        if (isLeast ? share(one) < share(agent) - 1e-9 : isIdleLonger(one))
          wrong.push(`turn ${id}: agent ${one.id} should have got chat ${number}, not ${to}`)
      agent.load[chat.kind] = (agent.load[chat.kind] ?? 0) + 1
      given.set(to, place)
      left.delete(number)
    }
    for (const chat of left.values())
      if (candidatesOf(chat).length > 0) wrong.push(`turn ${id}: chat ${chat.id} waits on although an agent has room`)
  }
  return { count, decisions, wrong, capacityOf: (agent: number) => capacities.get(agent) }
}
