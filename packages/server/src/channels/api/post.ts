import { CHANNEL_TIMEOUT } from '@deskbell/protocol/limits'
import { joinUrl } from '../../deliveries/http/join-url.ts'
import type { AttemptRecord } from '../../deliveries/delivery.ts'
import { hiding, secretsInHeader, signingSecrets, type Hide } from '../../deliveries/http/hide.ts'
import { ANSWER_MAX, MASK, maskUrl, toKeptAnswer } from '../../deliveries/record.ts'
import type { Answer, Sender } from '../../deliveries/http/send.ts'
import { keysOf, signatureHeaders } from '../../deliveries/http/sign.ts'
import type { ChannelRecord } from '../../settings/directory.ts'
import type { Clock } from '../../platform/clock.ts'

export type Posted = {
  answer: Answer
  record: Omit<AttemptRecord, 'number' | 'outcome' | 'reason'>
  /** Masks the channel's secrets in texts of the answer. */
  hide: Hide
}
export type Reachable = Pick<ChannelRecord, 'publicId' | 'secrets' | 'header' | 'chunked'> & { serverUrl: string }

/** Posts a body to the server URL of a channel (A21), signed (A27), in one request (A28, A29). */
export interface Post {
  (channel: Reachable, body: string, id: string): Promise<Posted>
  now(): number
}

export function makePost({ sender, clock }: { sender: Sender; clock: Clock }): Post {
  const post = async (channel: Reachable, body: string, id: string): Promise<Posted> => {
    const at = clock.now()
    const url = joinUrl(channel.serverUrl, channel.publicId)
    const bytes = Buffer.from(body)
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      ...signatureHeaders({ id, now: at, body: bytes, keys: keysOf(channel.secrets) }),
    }
    const secretHeader = channel.header && { [channel.header.name.toLowerCase()]: channel.header.value }
    const answer = await sender.send({
      method: 'POST',
      url,
      purpose: 'channel',
      headers: { ...secretHeader, ...headers },
      body: bytes,
      chunked: channel.chunked,
      timeoutMs: CHANNEL_TIMEOUT,
      maxBytes: ANSWER_MAX,
    })
    const masked = channel.header && { [channel.header.name.toLowerCase()]: MASK }
    const hide = hiding([...secretsInHeader(channel.header?.value ?? ''), ...signingSecrets(channel.secrets)])
    return {
      answer,
      hide,
      record: {
        at,
        ms: Math.round(answer.ms),
        status: answer.kind === 'answered' ? answer.status : null,
        request: { url: maskUrl(url), headers: { ...masked, ...headers }, body },
        response: answer.kind === 'answered' ? toKeptAnswer(answer, hide) : null,
      },
    }
  }
  return Object.assign(post, { now: () => clock.now() })
}
