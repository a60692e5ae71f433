import { BOT_TIMEOUT } from '@deskbell/protocol/limits'
import type { AttemptRecord } from '../deliveries/delivery.ts'
import { joinUrl } from '../deliveries/http/join-url.ts'
import { hiding } from '../deliveries/http/hide.ts'
import { ANSWER_MAX, MASK, maskUrl, toKeptAnswer } from '../deliveries/record.ts'
import type { Answer, Sender } from '../deliveries/http/send.ts'
import type { BotRecord } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'
import type { Authorization } from './authorization.ts'
import { reason as say } from '@deskbell/protocol/agent/reasons'

/** The result of a request to a provider: any 2xx is success (B9). */
export type BotReply =
  | { readonly ok: true; readonly body: Buffer }
  | {
      readonly ok: false
      readonly reason: string
      /** The bot did not cause the failure. */
      readonly why?: 'interrupted' | 'removed'
    }

export interface Posted {
  readonly reply: BotReply
  readonly record: Omit<AttemptRecord, 'number' | 'outcome' | 'reason'>
}

/** Posts an event to a bot's provider (B2): one request within three seconds, which include fetching a token. */
export interface PostToBot {
  (bot: BotRecord, body: string): Promise<Posted>
}

export function makePostToBot(tools: { sender: Sender; clock: Clock; authorization: Authorization }): PostToBot {
  const { sender, clock, authorization } = tools
  return async (bot, body) => {
    const at = clock.now()
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const shown = { ...headers, ...(bot.authorization && { authorization: `Bearer ${MASK}` }) }
    // The bot's token is part of the URL.
    const request = { url: maskUrl(joinUrl(bot.providerUrl, '*')), headers: shown, body }
    const failed = (reason: string): Posted => ({
      reply: { ok: false, reason },
      record: { at, ms: clock.now() - at, status: null, request, response: null },
    })
    for (let renewed = false; ; renewed = true) {
      const granted = bot.authorization ? await authorization.tokenFor(bot, BOT_TIMEOUT) : undefined
      if (granted && !granted.ok) return failed(granted.reason)
      const left = BOT_TIMEOUT - (clock.now() - at)
      if (left <= 0) return failed(say('no_answer', { time: `${BOT_TIMEOUT / 1000} seconds` }))
      const answer = await sender.send({
        method: 'POST',
        url: joinUrl(bot.providerUrl, bot.token),
        purpose: 'bot',
        headers: { ...headers, ...(granted && { authorization: `Bearer ${granted.token}` }) },
        body,
        timeoutMs: left,
        maxBytes: ANSWER_MAX,
      })
      if (answer.kind === 'failed') return failed(answer.detail)
      const refused = answer.status === 401 && granted !== undefined
      if (refused) authorization.refused(bot, granted.token)
      // B15: a kept token that the provider refuses is renewed once within the attempt. A new one is not.
      if (refused && granted.kept && !renewed) continue
      return toPosted(answer, granted?.token)
    }

    function toPosted(answer: Answer & { kind: 'answered' }, accessToken: string | undefined): Posted {
      const { status } = answer
      const ok = status >= 200 && status <= 299
      const hide = hiding([bot.token, accessToken, bot.authorization?.secret])
      return {
        reply: ok ? { ok, body: answer.body } : { ok, reason: say('answered', { status }) },
        record: {
          at,
          ms: clock.now() - at,
          status,
          request,
          response: toKeptAnswer(answer, hide),
        },
      }
    }
  }
}
