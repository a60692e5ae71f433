import { createHash } from 'node:crypto'
import type { IncomingMessage, Sender } from '@deskbell/protocol/channel/customer'
import type { IncomingMedia } from '@deskbell/protocol/channel/media'
import type { Command, VisitorAttachment } from '@deskbell/rules'
import type { Input, Once, VisitorValues } from '../../conversation/commit/input.ts'
import type { Keys } from '../../platform/crypto.ts'
import type { ChannelRecord } from '../../settings/directory.ts'
import { sealSource, type Source } from '../source.ts'

/** The answer to a visitor's message (A5). Stored, to answer repetitions (A13). */
export type Accepted = { result: 'ok'; id: string; cut?: true }

export function accepted(id: string, message: IncomingMessage): Accepted {
  return { result: 'ok', id, ...(message.cutFrom !== undefined && { cut: true as const }) }
}

export interface Incoming {
  readonly channel: ChannelRecord
  readonly sender: Sender
  readonly message: IncomingMessage
  /** A new message id. */
  readonly id: string
  readonly body: Buffer
  /** The idempotency key from the request's header. */
  readonly idempotencyKey: string | undefined
}

/** The input of the commit for a visitor's message. */
export function toInput(keys: Keys, { channel, sender, message, id, body, idempotencyKey }: Incoming): Input {
  const command: Command = {
    type: 'visitor.write',
    id,
    text: message.text,
    profile: {
      ...(sender.name !== undefined && { name: sender.name }),
      ...(sender.phone !== undefined && { phone: sender.phone }),
      ...(sender.email !== undefined && { email: sender.email }),
    },
    ...(message.cutFrom !== undefined && { cutFrom: message.cutFrom }),
    ...(message.media && { attachments: [toAttachment(keys, message.media)] }),
    ...(message.id !== undefined && { theirId: message.id }),
    ...(sender.invite !== undefined && { invite: sender.invite }),
  }
  const key = keyOf(channel, message, idempotencyKey)
  const once = key !== undefined && onceOf(channel, key, body, () => accepted(id, message))
  return {
    account: channel.accountId,
    target: { channel: channel.id, key: sender.id },
    command,
    visitor: toVisitor(keys, sender),
    ...(once && { once }),
  }
}

function toVisitor(keys: Keys, { name, phone, email, url, photo }: Sender): VisitorValues {
  return {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(url !== undefined && { url }),
    ...(photo !== undefined && {
      photo: { hash: createHash('sha256').update(photo).digest(), source: sealSource(keys, { file: photo }) },
    }),
  }
}

/** The attachment of the entry, without the addresses (A19), and the sealed addresses. */
function toAttachment(keys: Keys, { file, thumb, ...media }: IncomingMedia): VisitorAttachment {
  if (file === undefined) return { media }
  return { media: { ...media, host: new URL(file).host }, source: sealSource(keys, toSource(file, thumb)) }
}

const toSource = (file: string, thumb: string | undefined): Source => ({ file, ...(thumb !== undefined && { thumb }) })

/** A13: the key is the header; message.id only where the channel's setting says that ids are unique. */
function keyOf(channel: ChannelRecord, message: IncomingMessage, header: string | undefined): string | undefined {
  if (header !== undefined) return `header ${header}`
  return channel.uniqueMessageIds && message.id !== undefined ? `message ${message.id}` : undefined
}

function onceOf(channel: ChannelRecord, key: string, body: Buffer, answer: () => Accepted): Once {
  return { scope: `channel ${channel.id}`, key, hash: createHash('sha256').update(body).digest(), answer }
}
