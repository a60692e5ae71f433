import { agentMessage, type OutgoingMedia, type OutgoingMessage } from '@deskbell/protocol/channel/agent'
import { buttonsAsText } from '@deskbell/protocol/channel/plain'
import { markdownToPlain } from '@deskbell/protocol/markdown'
import { readReply, undelivered, type Reply, type ReplyOptions } from '@deskbell/protocol/channel/reply'
import type { EntryMedia, ChatDelivery } from '@deskbell/rules'
import type { Commit } from '../../conversation/commit/commit.ts'
import type { AttemptRecord, HeldDelivery, Settlement } from '../../deliveries/delivery.ts'
import type { Hide } from '../../deliveries/http/hide.ts'
import type { Attempted, Handler } from '../../deliveries/worker.ts'
import type { Links } from '../../files/links.ts'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import { senderOf } from './author.ts'
import type { Post } from './post.ts'

type Body = (ChatDelivery & { kind: 'agent_message' })['body']

/** Links to files that an integrator is handed hold so long (ms). */
const FILE_LINK = 7 * 24 * 3600 * 1000
const PARKED = 'something failed inside the desk again and again'

export interface ChannelOut {
  readonly directory: Directory
  readonly links: Links
  readonly commit: Commit
  readonly post: Post
}

/** Agent messages to the integrator (A3): what is sent, what an answer means, and how it comes home. */
export function channelOut({ directory, links, commit, post }: ChannelOut): Handler {
  return {
    async attempt(delivery, number) {
      const channel = delivery.channel === null ? undefined : directory.channel(delivery.account, delivery.channel)
      if (!channel) return never(number, 'the channel was removed', post.now())
      if (!channel.serverUrl) return never(number, 'the channel has no server URL', post.now())
      const body = JSON.stringify(agentMessage(toMessage(delivery, channel)))
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
      } satisfies Attempted
    },

    async conclude(delivery, attempted, settlement) {
      const reply = attempted ? (attempted.result as Reply) : undefined
      await commit({
        account: delivery.account,
        target: { chat: delivery.chat ?? 0 },
        command: toCommand(delivery.of ?? 0, reply),
        settles: settlement satisfies Settlement,
      })
    },
  }

  function toMessage(delivery: HeldDelivery, channel: ChannelRecord): OutgoingMessage {
    const { id, from, agent, bot, media } = delivery.body as Body
    const text = textOf(delivery.body as Body)
    return {
      sender: senderOf({ directory, links }, channel.accountId, from, agent, bot),
      recipient: delivery.recipient ?? '',
      message: { id, text, ...(media && { media: toOutgoing(delivery, media) }) },
    }
  }

  function toOutgoing({ account, chat }: HeldDelivery, media: EntryMedia): OutgoingMedia {
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
 * What an error says is kept in the log and in the chat, where agents read it. Secrets are taken out before it is cut, and
 * never change what the answer means.
 */
function readSafely(status: number, body: Buffer, options: ReplyOptions, hide: Hide): Reply {
  const said = readReply(status, body, options)
  const clean = readReply(status, hide.bytes(body), options)
  const { outcome, ...texts } = clean.outcome === said.outcome ? clean : said
  const hidden = Object.entries(texts).map(([name, text]) => [name, hide.text(text)])
  return { outcome, ...Object.fromEntries(hidden) } as Reply
}

/** What the customer reads on a channel that knows only text (A31). */
function textOf({ text, markdown, title, buttons }: Body): string {
  if (markdown !== undefined) return markdownToPlain(markdown)
  return title !== undefined && buttons ? buttonsAsText(title, buttons) : text
}

/** Nothing was sent, and nothing would help. */
function never(number: number, why: string, at: number): Attempted {
  const request = { url: '', headers: {}, body: '' }
  return {
    record: { number, at, ms: 0, outcome: 'final', status: null, reason: why, request, response: null },
    diagnosis: null,
    result: { outcome: 'final', code: '', text: undelivered(why) } satisfies Reply,
  }
}

/** What the chat is told at the end; undefined: parked. A silent code leaves nothing to tell the agent (A26). */
function toCommand(of: number, reply: Reply | undefined) {
  if (!reply) return { type: 'delivery.failed', of, text: undelivered(PARKED) } as const
  if (reply.outcome === 'ok') return { type: 'delivery.succeeded', of } as const
  const text = reply.outcome === 'final' ? reply.text : (reply.text ?? undelivered(reply.reason))
  if (text === '') return { type: 'delivery.succeeded', of } as const
  return { type: 'delivery.failed', of, text, ...(reply.code && { code: reply.code }) } as const
}
