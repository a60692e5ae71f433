import { BOT_STARTS, BOT_TIMEOUT } from '@deskbell/protocol/limits'
import { startingAt, type Policy } from '../deliveries/policy.ts'

/** B8. The bot's setting says how many of the starts are used. */
export const botPolicy: Policy = {
  next: startingAt(BOT_STARTS),
  timeout: BOT_TIMEOUT,
  concurrency: 256,
  backlog: 2000,
  abortedCounts: true,
}

export const botEndpoint = (bot: number): string => `bot:${bot}`
