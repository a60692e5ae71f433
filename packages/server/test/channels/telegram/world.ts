import type { Setup } from '@deskbell/protocol/setup'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ANN, BOB, startTestServer, tokenOf, type TestServerOptions } from '../../test-server.ts'
import { startBotApi, textIn, type BotFacts, type BotRequest } from './bot-api.ts'

export const SHOP_BOT: BotFacts = { id: 700_100_200, name: 'Shop Bot', username: 'shop_bot' }
export const TELEGRAM_ID = 'Tg3dEf6hIj'
export const SECRET = 'TelegramTelegramTelegramTelegram'

/** A server with one Telegram channel, and Telegram. */
export async function startTelegram(
  options: TestServerOptions = {},
  telegram: NonNullable<Setup['channels']>[number]['telegram'] = {},
) {
  const api = await startBotApi()
  const bot = api.addBot(SHOP_BOT)
  const channel = {
    kind: 'telegram' as const,
    name: 'Telegram',
    publicId: TELEGRAM_ID,
    random: SECRET,
    agents: [ANN, BOB],
    telegram: { token: bot.token, ...telegram },
  }
  const testServer = await startTestServer({
    ...options,
    channels: [channel, ...(options.channels ?? [])],
    env: { TELEGRAM_API_ROOT: api.root, ...options.env },
  })
  const watcher = await testServer.agent().connects()
  return {
    api,
    bot,
    testServer,
    watcher,
    /** The chat of a visitor, as soon as it is there. */
    async chatOf(visitor: number): Promise<ChatForMe> {
      const { id } = await watcher.seesChat((chat) => chat.visitor.id === String(visitor))
      return testServer.agent().chat(id)
    },
    /** The first entry of the chat that matches, as soon as it is there. */
    async sees(chat: number, matches: (entry: Entry) => boolean): Promise<Entry> {
      watcher.send({ type: 'follow', chat, after: 0 })
      const frame = await watcher.sees(
        (one) => one.type === 'entries' && one.chat === chat && one.entries.some(matches),
      )
      const found = frame.type === 'entries' ? frame.entries.find(matches) : undefined
      if (!found) throw new Error('no such entry')
      return found
    },
    /** An agent sends a file, with a text. */
    async sendsFile(chat: number, name: string, bytes: Uint8Array<ArrayBuffer>, text = ''): Promise<void> {
      const form = new FormData()
      if (text !== '') form.set('text', text)
      form.set('file', new Blob([bytes]), name)
      const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
      const answer = await testServer.ask(`/api/chats/${chat}/files`, { method: 'POST', headers, body: form })
      if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
    },
    async close(): Promise<void> {
      watcher.close()
      await testServer.close()
      await api.close()
    },
  }
}

export type Telegram = Awaited<ReturnType<typeof startTelegram>>

export const textOf = ({ params }: BotRequest): string => textIn(params, 'text') || textIn(params, 'caption')
