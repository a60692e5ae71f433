import type { Transporter } from 'nodemailer'
import { reason } from '@deskbell/protocol/agent/reasons'

/** One mail to one address. Texts are plain; `html` is safe markup made by Deskbell. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The same for every attempt to send this mail. */
  readonly id: string
  /** The name beside the address that it comes from. */
  readonly sender?: string
  /** Further headers, whose values are made by Deskbell. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The result. `reason` is a clause for readers; `isFinal`: a retry would be refused too. */
export type Sent =
  | { readonly ok: true; readonly answer: string }
  | { readonly ok: false; readonly reason: string; readonly isFinal: boolean }

export interface Mailer {
  /** Never rejects. */
  send(mail: Mail): Promise<Sent>
  close(): void
}

export interface MailerOptions {
  /** SMTP_URL; without it, mail is logged and not sent. */
  readonly smtpUrl?: string
  readonly from: string
  readonly log: { info(fields: object, message: string): void }
}

/** Connections to the mail server (equal to the concurrency in `module.ts`), and its time limits (ms). */
const CONNECTIONS = 2
const CONNECT_WITHIN = 10_000
const ANSWER_WITHIN = 30_000

/** Sends mail. The library is loaded with the first one. */
export function makeMailer({ smtpUrl, from, log }: MailerOptions): Mailer {
  let transport: Promise<Transporter> | undefined

  async function open(url: string): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport(optionsOf(url))
  }

  return {
    async send({ to, subject, text, html, id, sender, headers }) {
      if (smtpUrl === undefined) {
        log.info({ mail: id }, 'mail is logged and not sent: SMTP_URL is not set')
        return { ok: true, answer: 'not sent: SMTP_URL is not set' }
      }
      try {
        transport ??= open(smtpUrl).catch((error: unknown) => {
          transport = undefined
          throw error
        })
        const made = await transport
        // An object, so that no address or name is parsed as further addresses.
        const sent = await made.sendMail({
          from: sender === undefined ? from : { name: oneLine(sender), address: from },
          to: { name: '', address: to },
          subject: oneLine(subject),
          text,
          ...(html !== undefined && { html }),
          messageId: `<${id}@${
            from
              .split('@')
              .at(-1)
              ?.replace(/[^\w.-]/g, '') ?? 'deskbell'
          }>`,
          headers: { 'auto-submitted': 'auto-generated', ...toWhole(headers) },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return { ok: true, answer: String((sent as { response?: string }).response ?? '') }
      } catch (error) {
        return toFailure(error)
      }
    },
    close() {
      void transport?.then((made) => made.close())
    },
  }
}

/** Of the library that sends mail. */
export function optionsOf(url: string): object {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(searchParams.get('tls') === 'required' && { requireTLS: true }),
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    socketTimeout: ANSWER_WITHIN,
  }
}

/** Some mail programs read a link in a header only where it is on one line. */
const toWhole = (headers: Mail['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { prepared: true, foldLines: false, value: oneLine(value) }]),
  )

/** A subject is one line: text after a line break would be a header (T35). */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

function toFailure(error: unknown): Sent {
  const { code, responseCode, response, message } = error as {
    code?: string
    responseCode?: number
    response?: string
    message?: string
  }
  // Only errors of this mail or its address are final: a wrong password or an unavailable server will be fixed.
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
  const said = response ?? message ?? String(error)
  return {
    ok: false,
    reason: reason('mail_said', { text: oneLine(said).slice(0, 300) }),
    isFinal,
  }
}
