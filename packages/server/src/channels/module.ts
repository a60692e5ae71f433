import { CHANNEL_STARTS, CHANNEL_TIMEOUT } from '@deskbell/protocol/limits'
import { undelivered } from '@deskbell/protocol/channel/reply'
import { startingAt, type Policy } from '../deliveries/policy.ts'
import type { Handler } from '../deliveries/handler.ts'
import { withoutRequest } from '../deliveries/record.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { channelAgentRoutes } from './agent-routes.ts'
import { mediaFetch } from './media-fetch.ts'
import type { Connector, Delivered, MessageForVisitor, Outcome } from './connector.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

// A24. Order is kept by lanes; the concurrency limit only protects the endpoint.
const POLICY: Policy = {
  next: startingAt(CHANNEL_STARTS),
  timeout: CHANNEL_TIMEOUT,
  concurrency: 256,
  backlog: 2000,
}

const MEDIA: Policy = { next: startingAt([0, 5000, 30_000]), timeout: 20_000, concurrency: 4, backlog: 200 }

type Needs = Pick<
  Services,
  | ('clock' | 'config' | 'db' | 'directory' | 'availability' | 'settingsContext')
  | ('commit' | 'files' | 'sender' | 'keys')
> & {
  readonly connectorOf: (kind: string) => Connector | undefined
}

/** Messages to visitors: the connector of the channel delivers them, and the result is committed to the chat. */
export function channels(needs: Needs): Module {
  const { clock, directory, commit, connectorOf } = needs
  const handler: Handler = {
    async attempt(delivery, number) {
      const channel = directory.channel(delivery.account, delivery.channel ?? 0)
      if (!channel) return cannotDeliver(number, REASONS.channel_removed, clock.now())
      const deliver = connectorOf(channel.kind)?.deliver
      if (!deliver) return cannotDeliver(number, REASONS.channel_takes_none, clock.now())
      return deliver({ channel, delivery, message: delivery.body as MessageForVisitor, number })
    },
    async conclude({ account, chat, of }, attempted, settlement) {
      const command = toCommand(of ?? 0, attempted?.result as Outcome | undefined)
      await commit({ account, target: { chat: chat ?? 0 }, command, settles: settlement })
    },
  }
  return {
    name: 'channels',
    agentRoutes: (api) => channelAgentRoutes(api, needs),
    deliveries: {
      agent_message: {
        policy: POLICY,
        policyOf: ({ account, channel }) => connectorOf(directory.channel(account, channel ?? 0)?.kind ?? '')?.policy,
        endpoint: (channel) => `channel:${channel}`,
        handler,
      },
      media_fetch: { policy: MEDIA, endpoint: (channel) => `media_fetch:${channel}`, handler: mediaFetch(needs) },
    },
  }
}

/** A final failure without a request. */
export function cannotDeliver(number: number, why: string, at: number): Delivered {
  const result = { outcome: 'final', code: '', text: undelivered(why) } as const
  return withoutRequest(result, { number, at, reason: why })
}

/** The command for a settled delivery. Without an outcome it is a dead letter. A silent code shows the agent nothing (A26). */
function toCommand(of: number, outcome: Outcome | undefined) {
  if (!outcome) return { type: 'delivery.failed', of, text: undelivered(REASONS.every_attempt) } as const
  if (outcome.outcome === 'ok') return { type: 'delivery.succeeded', of } as const
  const text = outcome.outcome === 'final' ? outcome.text : (outcome.text ?? undelivered(outcome.reason))
  if (text === '') return { type: 'delivery.succeeded', of } as const
  return { type: 'delivery.failed', of, text, ...(outcome.code && { code: outcome.code }) } as const
}
