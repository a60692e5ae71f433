import { startingAt, type Policy } from '../deliveries/policy.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { MAIL_ENDPOINT } from '../settings/notices.ts'
import { mailEffect } from './effects.ts'
import { mailOut } from './handler.ts'
import { makeMailer } from './mailer.ts'
import { wordsFor } from './words/words-for.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const POLICY: Policy = {
  // A mail server that is unreachable for a day is assumed to stay so.
  next: startingAt([0, MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR]),
  timeout: MINUTE,
  // Equal to the mailer's connections: further mails would wait in its memory, where their leases expire.
  concurrency: 2,
  backlog: 100,
}

type Needs = Pick<
  Services,
  'config' | 'db' | 'clock' | 'keys' | 'log' | 'directory' | 'links' | 'settle' | 'agentAlerts'
>

/** Mail: transcripts of chats, and notices to owners and admins. */
export function mail({ config, db, clock, keys, log, directory, links, settle, agentAlerts }: Needs): Module {
  const { publicUrl, smtpUrl } = config
  const from = config.mailFrom ?? `desk@${new URL(publicUrl).hostname}`
  const mailer = makeMailer({ from, log, ...(smtpUrl !== undefined && { smtpUrl }) })
  const companyOf = (account: number) => directory.account(account)?.name || 'Deskbell'
  const zoneOf = (account: number) => directory.account(account)?.settings.timeZone ?? 'UTC'
  const wordsOf = (account: number, recipient: string) => wordsFor(directory, account, recipient)
  return {
    name: 'mail',
    effects: [mailEffect((account) => directory.account(account)?.settings.mailLogTo ?? [])],
    deliveries: {
      mail: {
        policy: POLICY,
        endpoint: () => MAIL_ENDPOINT,
        handler: mailOut({
          clock,
          mailer,
          settle,
          agentAlerts,
          keys,
          companyOf,
          wordsOf,
          zoneOf,
          db,
          links,
          publicUrl,
        }),
      },
    },
    close: () => mailer.close(),
  }
}
