import { ANN, BOB } from '../../test-server.ts'
import { startBotApi, type BotRequest } from '../telegram/bot-api.ts'
import { SHOP_BOT, textOf } from '../telegram/world.ts'
import { type ChannelEnds } from './visitor-end.ts'

/** People on Telegram who write to the bot. */
export async function telegramEnds(): Promise<ChannelEnds> {
  const api = await startBotApi()
  const bot = api.addBot(SHOP_BOT)
  const isShown = ({ method }: BotRequest) => method === 'sendMessage' || method === 'sendPhoto'
  /** Resolves when the server has confirmed everything that was written. */
  const confirmed = async () => {
    while (bot.unconfirmed.length > 0) await bot.confirmed()
  }
  return {
    kind: 'telegram',
    options: {
      env: { TELEGRAM_API_ROOT: api.root },
      channels: [{ kind: 'telegram', name: 'Contract', agents: [ANN, BOB], telegram: { token: bot.token } }],
    },
    async open(_server, number) {
      const isToVisitor = ({ params }: BotRequest) => params['chat_id'] === String(number)
      const writes = async (text: string) => {
        bot.write(number, text)
        await confirmed()
      }
      return {
        writes,
        async sendsPicture(bytes, caption) {
          const photo = { file_id: bot.store(bytes), file_unique_id: 'u', width: 1, height: 1, file_size: bytes.length }
          bot.write(number, { photo: [photo], caption })
          await confirmed()
        },
        async sees() {
          const sent = await bot.nextWhere((request) => isShown(request) && isToVisitor(request))
          return { text: textOf(sent), ...(sent.file && { file: sent.file.bytes }) }
        },
        seesTyping: async () =>
          void (await bot.nextWhere((request) => request.method === 'sendChatAction' && isToVisitor(request))),
        writesInVain: writes,
        close: async () => {},
      }
    },
    close: () => api.close(),
  }
}
