import type { ClientFrame, ServerFrame } from '@deskbell/protocol/agent/socket'
import type { PageSignal } from '@deskbell/protocol/bus/page-signal'
import { readCall, type CallRead } from '../../conversation/calls/read.ts'
import { Refused } from '../../platform/errors.ts'
import { warning } from '../../platform/log.ts'
import type { ChangedCall } from '../../realtime/call-events.ts'
import type { Services } from '../../services.ts'
import { notFound } from '../../settings/change.ts'
import { maySeeCall } from '../access.ts'
import type { Connection } from './connection.ts'

const SECOND = 1000

type Needs = Pick<Services, 'callEvents' | 'clock' | 'db' | 'directory' | 'log'>

/** The frames of calls on the agents' sockets. */
export interface CallFrames {
  /** Passes on what a page of an agent tells another page. Throws Refused unless both talk in the call. */
  signal(from: Connection, frame: ClientFrame & { type: 'signal' }): Promise<void>
  close(): void
}

/** Pushes calls to the connections that may see them, and what pages tell each other to the agents whom it is for. */
export function makeCallFrames(needs: Needs, connectionsOf: (account: number) => Iterable<Connection>): CallFrames {
  const { callEvents, clock, db, directory, log } = needs
  const onError = warning(log, 'a call could not be pushed to agents; the server tries again')
  /** Calls that are being read; `again`: they have changed meanwhile. */
  const reading = new Map<string, { again: boolean }>()

  const read = (account: number, call: number): Promise<CallRead | undefined> =>
    db.asAccount(account, (tx) => readCall(tx, account, call))

  async function push({ account, call }: ChangedCall): Promise<void> {
    const name = `${account}:${call}`
    const running = reading.get(name)
    if (running) return void (running.again = true)
    const one = { again: false }
    reading.set(name, one)
    try {
      do {
        one.again = false
        const found = await read(account, call)
        if (found) spread(account, found)
      } while (one.again)
    } catch (error) {
      onError(error)
      clock.after(SECOND, () => void push({ account, call, channel: 0, visitor: 0 }))
    } finally {
      reading.delete(name)
    }
  }

  function spread(account: number, found: CallRead): void {
    const text = JSON.stringify({ type: 'call', call: found.call } satisfies ServerFrame)
    for (const connection of connectionsOf(account)) {
      const agent = directory.agent(account, connection.agentId)
      if (agent && maySeeCall(directory, agent, found)) connection.push(text) // guard T21
    }
  }

  function onSignal({ account, call, from, to, signal }: PageSignal): void {
    if (!('agent' in to)) return
    const who = 'agent' in from ? from.agent : 'visitor'
    for (const connection of connectionsOf(account))
      if (connection.agentId === to.agent) connection.push({ type: 'signal', call, from: who, signal }) // guard T21
  }

  const stop = callEvents.subscribe({
    onChanged(changed) {
      if (![...connectionsOf(changed.account)].length) return
      void push(changed)
    },
    onSignal,
  })

  return {
    async signal({ account, agentId }, { call, to, signal }) {
      const found = await read(account, call)
      if (!found) throw notFound('call')
      const talks = (id: number) => found.call.agents.some((one) => one.id === id)
      if (!talks(agentId) || (to !== 'visitor' && !talks(to)))
        throw new Refused('not_in_call', 'Only pages of agents who talk in the call can be reached, from each other.') // guard T18
      const visitor = { visitor: Number(found.call.visitor.number) }
      const other = found.call.carrier === 'direct' ? visitor : ({ engine: true } as const)
      const party = to === 'visitor' ? other : { agent: to }
      callEvents.signal({ account, call, from: { agent: agentId }, to: party, signal })
    },
    close: stop,
  }
}
