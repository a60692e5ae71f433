import { TelegramCheck } from '../telegram.ts'
import { ChannelPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Channels'

/** The route that only Telegram channels have. */
export const TELEGRAM_ROUTES = {
  checkTelegram: route({
    method: 'POST',
    path: '/channels/:channel/telegram/check',
    tag,
    summary: 'Check the connection to Telegram',
    description:
      'Asks Telegram for the bot and for the way in which its messages are fetched. The request changes nothing, and visitors do not see it.',
    may: 'channel.check',
    params: ChannelPath,
    answers: { 200: TelegramCheck },
  }),
}
