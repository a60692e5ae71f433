import { DeliveriesPage, DeliveriesQuery, Delivery, DeliveryLogQuery, DeliveryWithAttempts } from '../channel.ts'
import { BotPath, ChannelPath, DeliveryPath, WebhookPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Delivery log'

/** The delivery log: the requests to channel servers, bot providers and webhooks, with their results. */
export const DELIVERY_ROUTES = {
  searchDeliveries: route({
    method: 'GET',
    path: '/deliveries',
    tag,
    summary: 'Search the delivery log',
    description:
      'Newest first, for 30 days. What is asked for must all fit. `message` is an id as the receiver’s own log has it: the `id` of a message, or the `webhook-id` or `id` that a message or an event came with.',
    may: 'delivery.see',
    query: DeliveryLogQuery,
    answers: { 200: DeliveriesPage },
  }),
  listChannelDeliveries: route({
    method: 'GET',
    path: '/channels/:channel/deliveries',
    tag,
    summary: 'List a channel’s deliveries',
    description: 'Newest first.',
    may: 'delivery.see',
    params: ChannelPath,
    query: DeliveriesQuery,
    answers: { 200: DeliveriesPage },
  }),
  listBotDeliveries: route({
    method: 'GET',
    path: '/bots/:bot/deliveries',
    tag,
    summary: 'List a bot’s deliveries',
    description: 'Newest first.',
    may: 'delivery.see',
    params: BotPath,
    query: DeliveriesQuery,
    answers: { 200: DeliveriesPage },
  }),
  listWebhookDeliveries: route({
    method: 'GET',
    path: '/webhooks/:webhook/deliveries',
    tag,
    summary: 'List a webhook’s deliveries',
    description: 'Newest first.',
    may: 'delivery.see',
    params: WebhookPath,
    query: DeliveriesQuery,
    answers: { 200: DeliveriesPage },
  }),
  replayDelivery: route({
    method: 'POST',
    path: '/deliveries/:delivery/replay',
    tag,
    summary: 'Send a delivery again',
    description:
      'What a bot was sent, once more with the same event id, as a delivery of its own: one attempt, and nothing follows for the chat but what the bot then says. What a webhook was sent, with the same `webhook-id` and the same bytes, signed anew, on the schedule of any other event.',
    may: 'delivery.replay',
    params: DeliveryPath,
    answers: { 201: Delivery },
  }),
  readDelivery: route({
    method: 'GET',
    path: '/deliveries/:delivery',
    tag,
    summary: 'Read a delivery with its attempts',
    description: 'What was sent and what came back each time. Secrets are masked.',
    may: 'delivery.see',
    params: DeliveryPath,
    answers: { 200: DeliveryWithAttempts },
  }),
}
