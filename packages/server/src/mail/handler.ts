import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import { CommitRefused } from '../conversation/commit/input.ts'
import type { Settle } from '../conversation/commit/settle.ts'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import type { Clock } from '../platform/clock.ts'
import type { AgentAlerts } from '../realtime/agent-alerts.ts'
import { writeAlert } from './alert.ts'
import { writeCallAlert } from './call-alert.ts'
import { writeChatLog, type LogTools } from './chat-log.ts'
import type { Mail, Mailer } from './mailer.ts'
import { SecretKeyError, type Keys } from '../platform/crypto.ts'
import { linkContext, type Notice } from '../settings/notices.ts'
import { writeLink } from './link.ts'
import { writeNotice } from './notice.ts'
import { writeTaskAlert } from './task-alert.ts'
import type { Written } from './page.ts'
import type { WhyNotAsk } from './rating/decide.ts'
import type { RatingAsked } from './rating/due.ts'
import { writeRatingLetter, type RatingLetterTools } from './rating/letter.ts'
import { timeIn } from './time.ts'
import type { InLanguage } from './words/mail-words.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

/** Without any of these, the mail is the transcript of the chat up to its entry. */
export interface MailBody {
  readonly notice?: Notice
  /** An alert to an agent about the chat, a task or a missed call; `id` is that of the alert on its way. */
  readonly alert?: {
    readonly id: string
    readonly what: AlertCause
    readonly n?: number | null
    readonly task?: number
    readonly call?: number
  }
  /** Asks the visitor of the chat to rate it. */
  readonly rating?: RatingAsked
}

interface ToRecipient {
  readonly account: number
  readonly recipient: string
}

export interface MailOut extends LogTools, RatingLetterTools {
  readonly clock: Clock
  readonly mailer: Mailer
  readonly settle: Settle
  readonly agentAlerts: Pick<AgentAlerts, 'isOver' | 'mailed'>
  readonly keys: Pick<Keys, 'open'>
  readonly whyNotAsk: WhyNotAsk
  readonly companyOf: (account: number) => string
  /** The words for the reader of a mail. */
  readonly wordsOf: (account: number, recipient: string) => InLanguage
}

/** Mail: written when it is sent, retried while the mail server is unreachable. */
export function mailOut({ clock, mailer, settle, agentAlerts, keys, whyNotAsk, wordsOf, ...tools }: MailOut): Handler {
  /** The token of a link; null: it cannot be read any more. */
  function openToken(sealed: string, { account, recipient }: ToRecipient): string | null {
    try {
      return keys.open(Buffer.from(sealed, 'base64'), linkContext(account, recipient))
    } catch (error) {
      if (error instanceof SecretKeyError) return null
      throw error
    }
  }

  function writeAnyNotice(notice: Notice, to: ToRecipient) {
    const { account, recipient } = to
    const inLanguage = wordsOf(account, recipient)
    if (!('sealed' in notice)) return writeNotice(notice, tools.publicUrl, inLanguage)
    const token = openToken(notice.sealed, to)
    if (token === null) return null
    return writeLink(notice, token, {
      ...inLanguage,
      publicUrl: tools.publicUrl,
      company: tools.companyOf(account),
      toTime: timeIn(tools.zoneOf(account), inLanguage.language),
    })
  }

  async function writeRating({ sealed, until }: RatingAsked, to: ToRecipient, chat: number) {
    const token = openToken(sealed, to)
    return token === null ? null : writeRatingLetter(tools, { account: to.account, chat, token, until })
  }

  /** Undefined: what it is about does not exist any more. Null: the token of its link cannot be read any more. */
  async function write(
    { account, body, chat, of }: LeasedDelivery,
    to: ToRecipient,
  ): Promise<(Written & Pick<Mail, 'sender' | 'headers'>) | null | undefined> {
    const { notice, alert, rating } = body as MailBody
    if (notice) return writeAnyNotice(notice, to)
    if (rating) return writeRating(rating, to, chat ?? 0)
    const inLanguage = wordsOf(account, to.recipient)
    if (alert?.task !== undefined)
      return writeTaskAlert(tools, { account, task: alert.task, what: alert.what }, inLanguage)
    if (alert?.call !== undefined) return writeCallAlert(tools, { account, call: alert.call }, inLanguage)
    if (alert) return writeAlert(tools, { account, chat: chat ?? 0, ...alert }, inLanguage)
    return writeChatLog(tools, { account, chat: chat ?? 0, until: of ?? 0 }, inLanguage)
  }

  return {
    async skip(delivery) {
      const { alert, rating } = delivery.body as MailBody
      if (rating) return whyNotAsk(delivery)
      const { account } = delivery
      return alert && (await agentAlerts.isOver({ account, alert: alert.id })) ? REASONS.alert_seen : undefined
    },

    async attempt(delivery, number) {
      const at = clock.now()
      const { account, id, recipient } = delivery
      if (recipient === null) return toAttempted('final', REASONS.mail_no_recipient)
      const written = await write(delivery, { account, recipient })
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
      if (!(await settle({ settlement, lock: null }))) throw new CommitRefused('lease_lost')
    },
  }
}
