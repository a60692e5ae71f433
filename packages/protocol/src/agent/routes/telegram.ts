import { TelegramCheck } from '../telegram.ts'
import { ChannelPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Channels'

/** What only Telegram channels have. */
export const TELEGRAM_ROUTES = {
  checkTelegram: route({
    method: 'POST',
    path: '/channels/:channel/telegram/check',
    tag,
    summary: 'Check the connection to Telegram',
    description:
      'Asks Telegram for the bot and for how its messages are fetched. Changes nothing and shows visitors nothing.',
    may: 'channel.check',
    params: ChannelPath,
    answers: { 200: TelegramCheck },
  }),
}
