import { createHash } from 'node:crypto'
import type { IncomingMessage, Sender } from '@deskbell/protocol/channel/customer'
import type { IncomingMedia } from '@deskbell/protocol/channel/media'
import type { Command, EntryMedia } from '@deskbell/rules'
import type { Input, Once, VisitorValues } from '../../conversation/commit/input.ts'
import type { Keys } from '../../platform/crypto.ts'
import type { ChannelRecord } from '../../settings/directory.ts'

/** The sealing context of addresses that are to be fetched. They are stored sealed, since they may hold secrets (A19). */
export const SOURCE_PLACE = 'media source'

export interface Source {
  readonly file: string
  readonly thumb?: string
}

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
  const media = message.media && toEntryMedia(message.media)
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
    ...(media && { media }),
    ...(message.media?.file !== undefined && {
      source: sealSource(keys, toSource(message.media.file, message.media.thumb)),
    }),
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

/** The media of the entry, without the addresses (A19). */
function toEntryMedia({ file, thumb: _thumb, ...media }: IncomingMedia): EntryMedia {
  return file === undefined ? media : { ...media, host: new URL(file).host }
}

const toSource = (file: string, thumb: string | undefined): Source => ({ file, ...(thumb !== undefined && { thumb }) })

function sealSource(keys: Keys, source: Source): string {
  return keys.seal(JSON.stringify(source), SOURCE_PLACE).toString('base64')
}

export function openSource(keys: Keys, sealed: string): Source {
  return JSON.parse(keys.open(Buffer.from(sealed, 'base64'), SOURCE_PLACE)) as Source
}

/** A13: the key is the header; message.id only where the channel's setting says that ids are unique. */
function keyOf(channel: ChannelRecord, message: IncomingMessage, header: string | undefined): string | undefined {
  if (header !== undefined) return `header ${header}`
  return channel.uniqueMessageIds && message.id !== undefined ? `message ${message.id}` : undefined
}

function onceOf(channel: ChannelRecord, key: string, body: Buffer, answer: () => Accepted): Once {
  return { scope: `channel ${channel.id}`, key, hash: createHash('sha256').update(body).digest(), answer }
}
