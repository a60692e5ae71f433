import { CommitRefused } from '../conversation/commit/input.ts'
import type { Settle } from '../conversation/commit/settle.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import type { Clock } from '../platform/clock.ts'
import { writeChatLog, type LogTools } from './chat-log.ts'
import type { Mailer } from './mailer.ts'
import type { Notice } from '../settings/notices.ts'
import { writeNotice } from './notice.ts'
import type { Written } from './page.ts'

/** Without a notice, the mail is the transcript of the chat up to its entry. */
export interface MailBody {
  readonly notice?: Notice
}

export interface MailOut extends LogTools {
  readonly clock: Clock
  readonly mailer: Mailer
  readonly settle: Settle
}

/** Mail: written when it is sent, retried while the mail server is unreachable. */
export function mailOut({ clock, mailer, settle, ...tools }: MailOut): Handler {
  return {
    async attempt(delivery, number) {
      const at = clock.now()
      const { account, id, recipient, body, chat, of } = delivery
      const { notice } = body as MailBody
      const written = notice
        ? writeNotice(notice, tools.publicUrl)
        : await writeChatLog(tools, { account, chat: chat ?? 0, until: of ?? 0 })
      if (!written || recipient === null) return toAttempted('final', 'the chat does not exist any more')
      const sent = await mailer.send({ ...written, to: recipient, id: `${account}.${id}` })
      if (sent.ok) return toAttempted('ok', null, written, sent.answer)
      return toAttempted(sent.isFinal ? 'final' : 'retry', sent.reason, written)

      function toAttempted(
        outcome: 'ok' | 'final' | 'retry',
        reason: string | null,
        mail?: Written,
        answer?: string,
      ): Attempted {
        const request = { url: `mailto:${recipient ?? ''}`, headers: { subject: mail?.subject ?? '' }, body: '' }
        const response = answer === undefined ? null : { headers: {}, body: answer }
        const ms = Math.round(clock.now() - at)
        const record = { number, at, ms, outcome, status: null, reason, request, response }
        return { record, diagnosis: null, result: undefined }
      }
    },

    // No other delivery shares a mail's lane.
    async conclude(_delivery, _attempted, settlement) {
      if (!(await settle({ settlement, conversation: null }))) throw new CommitRefused('lease_lost')
    },
  }
}
