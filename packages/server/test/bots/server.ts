import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Setup } from '@deskbell/protocol/setup'
import type { MachineClock } from '../../src/platform/clock.ts'
import { atRest } from '../at-rest.ts'
import type { HandClock } from '../clock.ts'
import { startTestServer, type Answer, type TestServer, type TestServerOptions } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'

export const TOKEN = 'provider-token-1'
type SetupBot = NonNullable<Setup['bots']>[number]

export interface BotServerOptions extends TestServerOptions {
  clock: MachineClock
  bot?: Partial<SetupBot>
  /** The options of an earlier server, when it is restarted. */
  servers?: { provider: IntegratorServer; front: IntegratorServer }
}

/** The events that a provider got, parsed. */
export interface ReceivedEvent {
  event: string
  id: string
  client_id: string
  chat_id: string
  message?: { type: string; text: string; button_id?: string; timestamp: number }
}

/** A server with a channel that has a bot, the bot's provider, and the integrator's front end. */
export async function startBotServer({ bot = {}, servers, ...options }: BotServerOptions) {
  const { clock } = options
  const provider = servers?.provider ?? (await startIntegratorServer({ clock }))
  const front = servers?.front ?? (await startIntegratorServer({ clock }))
  const server = await startTestServer({
    ...options,
    channel: { serverUrl: front.url, ...options.channel },
    bots: [
      {
        name: 'Helper',
        providerId: 'helper',
        providerUrl: `${provider.url}/hook`,
        token: TOKEN,
        channels: ['App'],
        ...bot,
      },
      ...(options.bots ?? []),
    ],
  })
  const receivedEvents = () => provider.requests.map(({ body }) => JSON.parse(body) as ReceivedEvent)
  const chatOf = async (customer: string): Promise<number> => {
    const chats = await server.agent().chats('?limit=200')
    const chat = chats.find((one) => one.visitor.id === customer)
    if (!chat) throw new Error(`${customer} has no chat`)
    return chat.id
  }
  /** Waits, in real time, until sockets and the database are idle, without moving the clock. */
  const quiet = () => atRest([server], [provider, front])
  return {
    ...server,
    server,
    clock,
    provider,
    front,
    quiet,
    /** Moves a hand clock in steps and waits for idleness after each, so that due work begins before the next step. */
    async passes(ms: number, step = 1000): Promise<void> {
      const { move } = clock as HandClock
      await quiet()
      for (let gone = 0; gone < ms; gone += step) {
        await move(Math.min(step, ms - gone))
        await quiet()
        await move(0)
        await quiet()
      }
    },
    /** Moves a hand clock until no delivery is unfinished. */
    async ends(): Promise<void> {
      for (await quiet(); server.services.worker.leased > 0; await quiet()) await (clock as HandClock).move(1000)
    },
    receivedEvents,
    /** The events of one chat that the provider got, in order. */
    eventsOf: (chat: number) => receivedEvents().filter((one) => one.chat_id === String(chat)),
    /** The messages that one visitor was shown, in order. */
    shown: (customer: string): string[] =>
      front.requests
        .map(({ body }) => JSON.parse(body) as { recipient: { id: string }; message: { text: string } })
        .flatMap(({ recipient, message }) => (recipient.id === customer ? [message.text] : [])),
    /** A visitor writes, which opens a chat. */
    async opensChat(customer: string, text = 'hi'): Promise<number> {
      const answer = await server.visitor(customer).writes(text)
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      return chatOf(customer)
    },
    /** The provider posts an event. */
    posts: (event: unknown, how?: PostOptions) => post(server, event, how),
    says: (chat: number | undefined, text: string, more: object = {}) =>
      post(server, {
        event: 'BOT_MESSAGE',
        id: '1',
        ...(chat && { chat_id: String(chat) }),
        message: textOf(text),
        ...more,
      }),
    invites: (chat: number, id = '2') => post(server, { event: 'INVITE_AGENT', id, chat_id: String(chat) }),
    /** The newest chat of a visitor. */
    chatOf,
    /** The entries of a chat without results of deliveries: a bot's message is `bot`, a visitor's `visitor`. */
    async story(chat: number): Promise<string> {
      return (await server.agent().entries(chat))
        .filter((entry) => entry.type !== 'message.delivered')
        .map((entry) => (entry.type === 'message' ? entry.from : entry.type))
        .join(' ')
    },
    /** The last entry of a type in a chat. */
    async last<T extends Entry['type']>(chat: number, type: T): Promise<Entry & { type: T }> {
      const entry = (await server.agent().entries(chat)).findLast((one) => one.type === type)
      if (!entry) throw new Error(`nothing of ${type} in chat ${chat}`)
      return entry as Entry & { type: T }
    },
    /** Changes settings of the bot. */
    async sets(change: object, id = 1): Promise<void> {
      const answer = await server.agent().call('PATCH', `/bots/${id}`, change)
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    },
    async close() {
      await server.close()
      await provider.close()
      await front.close()
    },
  }
}
export type BotServer = Awaited<ReturnType<typeof startBotServer>>

export interface PostOptions {
  path?: string
  method?: string
  headers?: Record<string, string>
}

export const textOf = (text: string) => ({ type: 'TEXT', text, timestamp: 1_500_000_000 })

function post(
  server: TestServer,
  event: unknown,
  { path, method = 'POST', headers = {} }: PostOptions = {},
): Promise<Answer> {
  return server.ask(path ?? `/bot/webhooks/helper/${TOKEN}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: typeof event === 'string' ? event : JSON.stringify(event) }),
  })
}

/** Waits, in real time, until a provider or a front end has got this many requests. */
export const asked = (integrator: IntegratorServer, times: number): Promise<void> =>
  until(
    () => integrator.requests.length >= times,
    () => `asked ${integrator.requests.length} times, not ${times}`,
  )

/** Waits, in real time, until the condition holds. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  otherwise: () => string = () => 'it is not so',
): Promise<void> {
  for (let i = 0; !(await isSo()); i++) {
    if (i > 1000) throw new Error(otherwise())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
