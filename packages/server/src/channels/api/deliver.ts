import { agentMessage, type OutgoingMedia, type OutgoingMessage } from '@deskbell/protocol/channel/agent'
import { buttonsAsText } from '@deskbell/protocol/channel/plain'
import { markdownToPlain } from '@deskbell/protocol/markdown'
import { readReply, type Reply, type ReplyOptions } from '@deskbell/protocol/channel/reply'
import type { EntryMedia } from '@deskbell/rules'
import type { AttemptRecord, LeasedDelivery } from '../../deliveries/delivery.ts'
import type { Hide } from '../../deliveries/http/hide.ts'
import type { Links } from '../../files/links.ts'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import type { Connector, MessageForVisitor } from '../connector.ts'
import { cannotDeliver } from '../module.ts'
import { senderOf } from './author.ts'

import type { Post } from './post.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

/** How long links to files in messages are valid (ms). */
const FILE_LINK = 7 * 24 * 3600 * 1000

type Deliver = NonNullable<Connector['deliver']>

export interface DeliverServices {
  readonly directory: Directory
  readonly links: Links
  readonly post: Post
}

/** Posts messages for visitors to the integrator (A3) and reads the answer. */
export function makeDeliver({ directory, links, post }: DeliverServices): Deliver {
  return async ({ channel, delivery, message, number }) => {
    if (!channel.serverUrl) return cannotDeliver(number, REASONS.channel_no_url, post.now())
    const body = JSON.stringify(agentMessage(toMessage(delivery, message, channel)))
    const { answer, record, hide } = await post(
      { ...channel, serverUrl: channel.serverUrl },
      body,
      `msg_${delivery.account}_${delivery.id}`,
    )
    const reply: Reply =
      answer.kind === 'failed'
        ? { outcome: 'retry', reason: answer.detail }
        : readSafely(answer.status, answer.body, { anySuccess: channel.anySuccess, attempt: number }, hide)
    const attempt: AttemptRecord = {
      ...record,
      number,
      outcome: reply.outcome,
      reason: reply.outcome === 'ok' ? null : reply.outcome === 'final' ? reply.text || reply.code : reply.reason,
    }
    return {
      record: attempt,
      diagnosis: ('diagnosis' in reply ? reply.diagnosis : undefined) ?? null,
      result: reply,
    }
  }

  function toMessage(delivery: LeasedDelivery, given: MessageForVisitor, channel: ChannelRecord): OutgoingMessage {
    const { id, from, agent, bot, attachments } = given
    // A channel that carries one: the rules made a message of each further attachment.
    const media = attachments?.[0]
    const text = textOf(given)
    return {
      sender: senderOf({ directory, links }, channel.accountId, { from, agent, bot }),
      recipient: delivery.recipient ?? '',
      message: { id, text, ...(media && { media: toOutgoing(delivery, media) }) },
    }
  }

  function toOutgoing({ account, chat }: LeasedDelivery, media: EntryMedia): OutgoingMedia {
    const { kind, duration, width, height, performer, title, emoji } = media
    const details = {
      ...(duration !== undefined && { duration }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(performer !== undefined && { performer }),
      ...(title !== undefined && { title }),
      ...(emoji !== undefined && { emoji }),
    }
    if (kind === 'location') return { kind, latitude: media.latitude ?? 0, longitude: media.longitude ?? 0, ...details }
    const name = media.name ?? 'file'
    const wanted = { account, id: media.file ?? '', name, reader: 'integrator' as const, forMs: FILE_LINK }
    return {
      kind,
      file: links.link(chat === null ? wanted : { ...wanted, chat }),
      name,
      size: media.size ?? 0,
      ...details,
    }
  }
}

/**
 * Texts of an error are kept in the log and in the chat, where agents read them. Secrets are masked before the text is cut,
 * and masking does not change the outcome.
 */
function readSafely(status: number, body: Buffer, options: ReplyOptions, hide: Hide): Reply {
  const said = readReply(status, body, options)
  const clean = readReply(status, hide.bytes(body), options)
  const { outcome, ...texts } = clean.outcome === said.outcome ? clean : said
  const hidden = Object.entries(texts).map(([name, text]) => [name, hide.text(text)])
  return { outcome, ...Object.fromEntries(hidden) } as Reply
}

/** The message as plain text, for channels without formatting (A31). */
function textOf({ text, markdown, title, buttons }: MessageForVisitor): string {
  if (markdown !== undefined) return markdownToPlain(markdown)
  return title !== undefined && buttons ? buttonsAsText(title, buttons) : text
}
