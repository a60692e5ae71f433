import { Delivery } from '../channel.ts'
import {
  NewWebhook,
  Replayed,
  ReplayRange,
  StreamToken,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookTest,
} from '../webhook.ts'
import { WebhookPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Webhooks'

/** The receivers of events. */
export const WEBHOOK_ROUTES = {
  listWebhooks: route({
    method: 'GET',
    path: '/webhooks',
    tag,
    summary: 'List webhooks',
    may: 'webhook.see',
    answers: { 200: WebhookList },
  }),
  addWebhook: route({
    method: 'POST',
    path: '/webhooks',
    tag,
    summary: 'Add a webhook',
    description:
      'Owners and admins. A webhook without an address has its events only in the pull stream. The address must be https, unless the operator of the server allows its host.',
    may: 'webhook.create',
    body: NewWebhook,
    answers: { 201: Webhook },
  }),
  readWebhook: route({
    method: 'GET',
    path: '/webhooks/:webhook',
    tag,
    summary: 'Read a webhook',
    may: 'webhook.see',
    params: WebhookPath,
    answers: { 200: Webhook },
  }),
  changeWebhook: route({
    method: 'PATCH',
    path: '/webhooks/:webhook',
    tag,
    summary: 'Change a webhook',
    description:
      'Fields that are left out stay unchanged. Events for a paused webhook are kept for at most 30 days and sent when it is active again.',
    may: 'webhook.change',
    params: WebhookPath,
    body: WebhookChange,
    answers: { 200: Webhook },
  }),
  removeWebhook: route({
    method: 'DELETE',
    path: '/webhooks/:webhook',
    tag,
    summary: 'Remove a webhook',
    description: 'The server sends no more events to it, and ends its stream. Its delivery log stays.',
    may: 'webhook.remove',
    params: WebhookPath,
    answers: { 204: null },
  }),
  rotateWebhookSecret: route({
    method: 'POST',
    path: '/webhooks/:webhook/secret',
    tag,
    summary: 'Give a webhook a new signing secret',
    description: 'For 24 hours, events have signatures with the old and the new secret.',
    may: 'webhook.change',
    params: WebhookPath,
    answers: { 200: Webhook },
  }),
  makeStreamToken: route({
    method: 'POST',
    path: '/webhooks/:webhook/stream',
    tag,
    summary: 'Create a token for a webhook’s pull stream',
    description: 'For `GET /api/events`. It is shown only in this answer. The previous token ends.',
    may: 'webhook.change',
    params: WebhookPath,
    answers: { 201: StreamToken },
  }),
  endStreamToken: route({
    method: 'DELETE',
    path: '/webhooks/:webhook/stream',
    tag,
    summary: 'End the token of a webhook’s pull stream',
    may: 'webhook.change',
    params: WebhookPath,
    answers: { 204: null },
  }),
  sendExample: route({
    method: 'POST',
    path: '/webhooks/:webhook/test',
    tag,
    summary: 'Send an example event',
    description:
      'Sends an event with example data to this webhook only, also while it is paused or disabled, with one attempt. The delivery log has the result. The pull stream contains the event as well.',
    may: 'webhook.test',
    params: WebhookPath,
    body: WebhookTest,
    answers: { 201: Delivery },
  }),
  replayEvents: route({
    method: 'POST',
    path: '/webhooks/:webhook/replay',
    tag,
    summary: 'Send a range of events again',
    description:
      'Sends the events of this webhook between `from` and `to` (default: now) again, in the order of each chat, with the same `webhook-id` and the same bytes, and a new signature. Without `all`, only events that the receiver never accepted. Deliveries that still wait are left unchanged. At most 10 000 events in one request: `next` is the beginning of the rest.',
    may: 'webhook.replay',
    params: WebhookPath,
    body: ReplayRange,
    answers: { 200: Replayed },
  }),
}
