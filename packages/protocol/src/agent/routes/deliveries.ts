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
      'Newest first, for 30 days or as long as the operator keeps them. A delivery is found if it meets all given conditions. `message` is an id from the receiver’s log: the `id` of a message, or the `webhook-id` or `id` of the request.',
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
      'Makes a new delivery. To a bot: the same event with the same event id, with one attempt; a failure does not change the chat, and what the bot answers is added to it. To a webhook: the same `webhook-id` and the same bytes with a new signature, on the schedule of other events.',
    may: 'delivery.replay',
    params: DeliveryPath,
    answers: { 201: Delivery },
  }),
  readDelivery: route({
    method: 'GET',
    path: '/deliveries/:delivery',
    tag,
    summary: 'Read a delivery with its attempts',
    description: 'The request and the answer of each attempt. Secrets are masked.',
    may: 'delivery.see',
    params: DeliveryPath,
    answers: { 200: DeliveryWithAttempts },
  }),
}
