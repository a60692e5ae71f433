import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import { CommitRefused } from '../conversation/commit/input.ts'
import type { Settle } from '../conversation/commit/settle.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import type { Clock } from '../platform/clock.ts'
import type { AgentAlerts } from '../realtime/agent-alerts.ts'
import { writeAlert } from './alert.ts'
import { writeChatLog, type LogTools } from './chat-log.ts'
import type { Mailer } from './mailer.ts'
import { SecretKeyError, type Keys } from '../platform/crypto.ts'
import { linkContext, type Notice } from '../settings/notices.ts'
import { writeLink } from './link.ts'
import { writeNotice } from './notice.ts'
import type { Written } from './page.ts'
import { timeIn } from './time.ts'
import type { InLanguage } from './words/mail-words.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

/** Without a notice and an alert, the mail is the transcript of the chat up to its entry. */
export interface MailBody {
  readonly notice?: Notice
  /** An alert to an agent about the chat; `id` is that of the alert on its way. */
  readonly alert?: { readonly id: string; readonly what: AlertCause; readonly n?: number | null }
}

export interface MailOut extends LogTools {
  readonly clock: Clock
  readonly mailer: Mailer
  readonly settle: Settle
  readonly agentAlerts: Pick<AgentAlerts, 'mailed'>
  readonly keys: Pick<Keys, 'open'>
  readonly companyOf: (account: number) => string
  /** The words for the reader of a mail. */
  readonly wordsOf: (account: number, recipient: string) => InLanguage
}

/** Mail: written when it is sent, retried while the mail server is unreachable. */
export function mailOut({ clock, mailer, settle, agentAlerts, keys, companyOf, wordsOf, ...tools }: MailOut): Handler {
  /** Null: the token of the link cannot be read any more. */
  function writeAnyNotice(notice: Notice, { account, recipient }: { account: number; recipient: string }) {
    const inLanguage = wordsOf(account, recipient)
    if (!('sealed' in notice)) return writeNotice(notice, tools.publicUrl, inLanguage)
    try {
      const token = keys.open(Buffer.from(notice.sealed, 'base64'), linkContext(account, recipient))
      return writeLink(notice, token, {
        ...inLanguage,
        publicUrl: tools.publicUrl,
        company: companyOf(account),
        toTime: timeIn(tools.zoneOf(account), inLanguage.language),
      })
    } catch (error) {
      if (error instanceof SecretKeyError) return null
      throw error
    }
  }

  return {
    async attempt(delivery, number) {
      const at = clock.now()
      const { account, id, recipient, body, chat, of } = delivery
      const { notice, alert } = body as MailBody
      if (recipient === null) return toAttempted('final', REASONS.mail_no_recipient)
      const written = notice
        ? writeAnyNotice(notice, { account, recipient })
        : alert
          ? await writeAlert(tools, { account, chat: chat ?? 0, ...alert }, wordsOf(account, recipient))
          : await writeChatLog(tools, { account, chat: chat ?? 0, until: of ?? 0 }, wordsOf(account, recipient))
      if (written === undefined) return toAttempted('final', REASONS.mail_no_chat)
      if (written === null) return toAttempted('final', REASONS.mail_old_key)
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
    async conclude({ account, body }, _attempted, settlement) {
      const { alert } = body as MailBody
      const failure = settlement.state === 'done' ? null : (settlement.reason ?? REASONS.not_sent)
      // Written first: after a crash in between, the alert would have ended without having reached an agent.
      if (alert) await agentAlerts.mailed({ account, alert: alert.id, failure })
      if (!(await settle({ settlement, conversation: null }))) throw new CommitRefused('lease_lost')
    },
  }
}
