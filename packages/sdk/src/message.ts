import type { AgentMessage } from '@deskbell/protocol/channel/agent'
import type { AgentTyping } from '@deskbell/protocol/channel/typing'
import { WebhookError } from './error.ts'
import type { Incoming } from './incoming.ts'
import type { Secrets } from './signature.ts'
import { verifyDelivery, type Delivery, type VerifyOptions } from './verify.ts'

/** The server posts this to a channel's server URL: a message for a visitor, or a sign that an agent types to them. */
export type ChannelMessage = AgentMessage | AgentTyping

/**
 * Parses the message in a request to a channel's server URL (A3), with the id that repeated deliveries share. Answer
 * with `{"result":"ok"}` once you have stored it. WebhookError: the server did not send it, or it is no message.
 */
export async function parseChannelMessage(
  request: Incoming,
  secrets: Secrets,
  options?: VerifyOptions,
): Promise<{ id: string; message: ChannelMessage }> {
  const delivery = await verifyDelivery(request, secrets, options)
  if (!isChannelMessage(delivery.body)) throw new WebhookError('invalid_body', 'The body is no message to a visitor')
  return { id: delivery.id, message: delivery.body }
}

/** Checks what receivers rely on: the recipient, the sender and the kind. */
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
