import type { AgentMessage } from '@deskbell/protocol/channel/agent'
import type { AgentTyping } from '@deskbell/protocol/channel/typing'
import { WebhookError } from './error.ts'
import type { Incoming } from './incoming.ts'
import type { Secrets } from './signature.ts'
import { verifyDelivery, type Delivery, type VerifyOptions } from './verify.ts'

/** What the desk posts to a channel's server URL: a message for a customer, or a sign that somebody types to them. */
export type ChannelMessage = AgentMessage | AgentTyping

/**
 * The message in a request to a channel's server URL (A3), and the id under which it is sent again. Answer it with
 * `{"result":"ok"}` once you have it. WebhookError: it was not sent by the desk, or is no message.
 */
export async function parseChannelMessage(
  request: Incoming,
  secrets: Secrets,
  options?: VerifyOptions,
): Promise<{ id: string; message: ChannelMessage }> {
  const delivery = await verifyDelivery(request, secrets, options)
  if (!isChannelMessage(delivery.body)) throw new WebhookError('invalid_body', 'The body is no message to a customer')
  return { id: delivery.id, message: delivery.body }
}

/** As far as receivers rely on it: whom it is for, who writes, and of what kind it is. */
function isChannelMessage(body: Delivery['body']): body is Delivery['body'] & ChannelMessage {
  const { sender, recipient, message } = body
  return (
    isObject(sender) &&
    isObject(recipient) &&
    isObject(message) &&
    !('event_name' in body) &&
    typeof recipient['id'] === 'string' &&
    typeof message['type'] === 'string'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
