import { deliveriesOf } from '@deskbell/rules'
import { newDelivery } from '../../deliveries/new-delivery.ts'
import type { Effect } from './effects.ts'

/**
 * Writes the deliveries that the rules name for each entry: to bots and to the integrator's server. `endpointOf`
 * returns the endpoint of a kind and of the id of a bot or channel.
 */
export function ruleDeliveries(endpointOf: (kind: string, to: number) => string): Effect {
  return {
    name: 'deliveries of the rules',
    plan({ made }) {
      if (made.length === 0) return undefined
      return {
        write({ deliver }) {
          for (const { draft, conversation, entry, command, followsLog } of made) {
            const { account, channel, key: recipient } = conversation
            const where = { channel, followsLog, visitor: conversation.numbered, chat: draft.number }
            for (const one of deliveriesOf(draft.state, entry, command, where)) {
              const { kind, lane, of, body } = one
              const bot = 'bot' in one ? one.bot : null
              const endpoint = endpointOf(kind, bot ?? channel)
              const fields = { kind, endpoint, account, lane, channel, bot, chat: where.chat, of, recipient, body }
              deliver([newDelivery(fields)])
            }
          }
        },
      }
    },
  }
}
