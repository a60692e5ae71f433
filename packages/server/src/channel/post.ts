import { CHANNEL_TIMEOUT } from '@deskbell/protocol/limits'
import { joinUrl } from '../delivery/join.ts'
import type { AttemptRecord } from '../delivery/delivery.ts'
import { ANSWER_MAX, MASK, maskUrl, toFlat, toKept } from '../delivery/record.ts'
import type { Answer, Sender } from '../delivery/send.ts'
import { keysOf, signatureHeaders } from '../delivery/sign.ts'
import type { ChannelRecord } from '../office/directory.ts'
import type { Clock } from '../world.ts'

export type Posted = { answer: Answer; record: Omit<AttemptRecord, 'number' | 'outcome' | 'reason'> }
export type Reachable = Pick<ChannelRecord, 'publicId' | 'secrets' | 'header' | 'chunked'> & { serverUrl: string }

/** Posts a body to the integrator of a channel: addressed (A21), signed (A27), one request (A28, A29). */
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
    return {
      answer,
      record: {
        at,
        ms: Math.round(answer.ms),
        status: answer.kind === 'answered' ? answer.status : null,
        request: { url: maskUrl(url), headers: { ...masked, ...headers }, body },
        response: answer.kind === 'answered' ? { headers: toFlat(answer.headers), body: toKept(answer.body) } : null,
      },
    }
  }
  return Object.assign(post, { now: () => clock.now() })
}
