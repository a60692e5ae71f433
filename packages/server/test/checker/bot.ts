import { setTimeout as pause } from 'node:timers/promises'
import type { Setup } from '@deskbell/protocol/setup'
import { startIntegratorServer } from '../integrator-server.ts'
import type { History } from './judge.ts'
import { sendAsCustomer, type Writers } from './writers.ts'

const TOKEN = 'provider-token-1'
/** How long it tries to post one answer (ms). */
const TRIES_FOR = 120_000
/** Questions of one customer. */
const QUESTIONS = 100
/** Between two of them (ms): a chat goes to agents when both sides write more than 20 messages in a minute. */
const ASKS_AFTER = [4000, 6000] as const

export const BOT_CHANNEL = { publicId: 'Bc3dEf6hIj', random: '0123456789abcdefghijKLMNOPQRBOTS' }

/** The setup's part for the bot. */
export const botAt = (url: string, channel: string): NonNullable<Setup['bots']> => [
  {
    ...{ name: 'Helper', providerId: 'helper', providerUrl: url, token: TOKEN, channels: [channel] },
    ...{ attempts: 3, silenceLimit: 60 },
  },
]

const echoOf = (text: string) => `echo of ${text}`

/** A bot's provider: accepts each event, and answers a visitor's message by its echo, posted until Deskbell takes it. */
export async function startBot(url: () => string) {
  const integrator = await startIntegratorServer()
  const answering = new Set<Promise<void>>()
  let answered = 0
  integrator.behaves((request, response) => {
    const { event, id, chat_id: chat, message } = JSON.parse(request.body)
    response.writeHead(200).end()
    integrator.requests.length = 0
    if (event !== 'CLIENT_MESSAGE') return
    const said = { type: 'TEXT', text: echoOf(message.text), timestamp: message.timestamp }
    const posting = posts(JSON.stringify({ event: 'BOT_MESSAGE', id, chat_id: chat, message: said }))
    answering.add(posting)
    void posting.finally(() => answering.delete(posting))
  })

  async function posts(body: string): Promise<void> {
    for (const end = Date.now() + TRIES_FOR; Date.now() < end; await pause(100)) {
      const headers = { 'content-type': 'application/json' }
      const sent = fetch(`${url()}/bot/webhooks/helper/${TOKEN}`, {
        ...{ method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) },
      })
      const answer = await sent.then(
        async (one) => {
          await one.text()
          return one
        },
        () => undefined,
      )
      // A refusal is an answer as well: the chat may have left the bot.
      if (answer && answer.status < 500) return void answered++
    }
  }

  return {
    url: `${integrator.url}/hook`,
    /** How many answers Deskbell has taken or refused. */
    answered: () => answered,
    /** Resolves when no answer is left to post. */
    rests: async () => void (await Promise.all(answering)),
    close: () => integrator.close(),
  }
}

/** Customers of the bot, one after the other: each asks many questions. */
export async function askBot(writers: Writers, name: string): Promise<void> {
  const { stopping, random, server } = writers
  const channelUrl = `${server.url}/${BOT_CHANNEL.random}/${BOT_CHANNEL.publicId}`
  for (let i = 1; !stopping.aborted; i++)
    for (let k = 1; k <= QUESTIONS && !stopping.aborted; k++) {
      await sendAsCustomer({ ...writers, channelUrl }, `asks-${name}-${i}`, 'keyed', k)
      await pause(random.between(...ASKS_AFTER))
    }
}

export const isOfBot = (customer: string): boolean => customer.startsWith('asks-')

/** Whether every question has its answer, in chats that the bot has not left. */
export const hasAnswered = (histories: readonly History[]): boolean => judgeBot(histories).length === 0

/** Each question has one answer of the bot, unless the bot has left the chat; no answer is there twice. */
export function judgeBot(histories: readonly History[]): string[] {
  return histories
    .filter(({ customer }) => isOfBot(customer))
    .flatMap(({ chat, entries }) => {
      const hasLeft = entries.some(({ type }) => type === 'bot.left')
      const answers = new Map<string, number>()
      for (const entry of entries)
        if (entry.type === 'message' && entry.from === 'bot')
          answers.set(entry.text, (answers.get(entry.text) ?? 0) + 1)
      return entries.flatMap((entry) => {
        if (entry.type !== 'message' || entry.from !== 'visitor') return []
        const times = answers.get(echoOf(entry.text)) ?? 0
        if (times === 1 || (times === 0 && hasLeft)) return []
        return [`I2 chat ${chat}, n ${entry.n}: the bot's answer is there ${times} times`]
      })
    })
}
