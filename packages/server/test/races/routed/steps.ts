import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { BOB, PUBLIC_ID, RANDOM } from '../../test-server.ts'
import type { Client, Step } from './client.ts'
import { AGENTS, CLEO, TOKEN } from './company.ts'

/** An offer that ends within this time is not accepted: another agent may have it by then (ms). */
const LEFT = 1000

export const count = (log: readonly Entry[], type: Entry['type']): number =>
  log.filter((one) => one.type === type).length
const isWritten = (text: string) => (log: readonly Entry[]) =>
  log.some((one) => one.type === 'message' && one.text === text)

interface Given {
  readonly client: Client
  /** The numbers of agents and departments. */
  readonly agents: Readonly<Record<string, number>>
  readonly departments: Readonly<Record<string, number>>
  /** Told of each text whose sender got a 200. */
  readonly onAcknowledged: (text: string) => void
}

/** A visitor's message to the channel. It opens a chat when there is none. */
export function visitorWrites({ client, onAcknowledged }: Given, visitor: string, words: string): Step {
  const text = `${visitor} ${words}`
  return {
    what: words,
    async act() {
      const body = { sender: { id: visitor }, message: { type: 'text', text } }
      const status = await client.post(`/${RANDOM}/${PUBLIC_ID}`, 'POST', body, { 'idempotency-key': text })
      if (status === 200) onAcknowledged(text)
    },
    done: isWritten(text),
  }
}

/** What a chat goes through, part by part. In the parts, every text is written after the one before. */
export function stepsOf(given: Given, visitor: string, chat: number) {
  const { client, agents, departments, onAcknowledged } = given
  const rowOf = () => client.look<ChatForMe>(`/chats/${chat}`)
  const emailOf = (id: number | undefined) => AGENTS.find((one) => agents[one] === id)
  const does = (email: string, method: string, path: string, body: object = {}, key?: string) =>
    client.as(email, method, `/chats/${chat}${path}`, body, key)
  const waits = () => pause(100)
  /** The agent whom the router asks, if there is time to answer. */
  async function asked(): Promise<string | undefined> {
    const { offer } = await rowOf()
    return offer && offer.until > Date.now() + LEFT ? emailOf(offer.to.id) : undefined
  }
  const holderDoes = async (act: (holder: string) => Promise<unknown>) => {
    const holder = emailOf((await rowOf()).agent?.id)
    if (holder !== undefined) await act(holder)
  }
  const isOffered: Step = {
    what: 'it is offered',
    act: waits,
    done: (_log, { offer }) => offer !== undefined && offer.by === undefined,
  }
  const accepts = (only?: string): Step => ({
    what: `${only ?? 'the agent who is asked'} accepts`,
    async act() {
      const agent = await asked()
      if (agent !== undefined && (only === undefined || agent === only)) await does(agent, 'POST', '/accept')
      else await waits()
    },
    done: (_log, row) => row.agent !== null && (only === undefined || row.agent.id === agents[only]),
  })
  const holderWrites = (words: string): Step => {
    const text = `${visitor} ${words}`
    return {
      what: words,
      act: () =>
        holderDoes(async (holder) => {
          if ((await does(holder, 'POST', '/messages', { text }, text)) === 200) onAcknowledged(text)
        }),
      done: isWritten(text),
    }
  }
  /** The visitor writes while a step happens. */
  const during = (step: Step, words: string): Step => {
    const writes = visitorWrites(given, visitor, words)
    return {
      what: `${step.what}, while the visitor writes`,
      act: () => Promise.all([writes.act(), step.act()]),
      done: (log, row) => writes.done(log, row) && step.done(log, row),
    }
  }
  const gives = (team: string): Step => ({
    what: `its agent gives it to ${team}`,
    act: () => holderDoes((holder) => does(holder, 'POST', '/hand-over', { department: departments[team] })),
    done: (log, { owner }) =>
      owner === 'queue' && log.some((one) => one.type === 'department.changed' && one.department.name === team),
  })
  const overflows = (times: number, to: string): Step => ({
    what: `it overflows to ${to}`,
    act: waits,
    done: (log) => count(log, 'chat.overflowed') >= times,
  })
  const invited: Step = {
    what: 'the bot calls an agent',
    act: () =>
      client.post(`/bot/webhooks/helper/${TOKEN}`, 'POST', { event: 'INVITE_AGENT', id: visitor, chat_id: chat }, {}),
    done: (log, { owner }) => owner === 'queue' && count(log, 'agent.invited') > 0,
  }
  return {
    /** An agent whom the router asks declines, one does not answer, one accepts; then the chat is given to Sales. */
    begins: [
      invited,
      isOffered,
      {
        what: 'the agent who is asked declines',
        async act() {
          const agent = await asked()
          if (agent !== undefined) await does(agent, 'POST', '/decline', { reason: 'busy' })
        },
        done: (log) => count(log, 'offer.declined') > 0,
      },
      isOffered,
      {
        what: 'the agent who is asked does not answer',
        act: waits,
        done: (log) => log.some((one) => one.type === 'offer.ended' && one.why === 'unanswered'),
      },
      during(accepts(), 'while it is offered'),
      holderWrites('from the first agent'),
      during(gives('Sales'), 'while it is given to Sales'),
      isOffered,
    ],
    /** Bob has gone: Cleo gets it, and gives it to Night. */
    toCleo: [accepts(CLEO), holderWrites('from Cleo'), during(gives('Night'), 'while it is given to Night')],
    /** Cleo has gone: it goes from Night to Support, where nobody answers, and on to Sales, where Bob gets it. */
    toBob: [
      overflows(1, 'Support'),
      overflows(2, 'Sales'),
      accepts(BOB),
      holderWrites('goodbye'),
      {
        what: 'Bob closes it',
        act: () => does(BOB, 'POST', '/close'),
        done: (_log, { state }) => state === 'closed',
      },
    ],
    invited: [invited],
    isOffered: [isOffered],
    accepted: [accepts()],
  } satisfies Record<string, readonly Step[]>
}

/** The texts of a chat that went through everything, in their order. */
export const TEXTS = [
  'hello',
  'while it is offered',
  'from the first agent',
  'while it is given to Sales',
  'from Cleo',
  'while it is given to Night',
  'goodbye',
]
/** Those that the integrator gets. */
export const OF_AGENTS = ['from the first agent', 'from Cleo', 'goodbye']
