import { startingAt, type Policy } from '../deliveries/policy.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { MAIL_ENDPOINT } from '../settings/notices.ts'
import { mailEffect } from './effects.ts'
import { mailOut } from './handler.ts'
import { makeMailer } from './mailer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const POLICY: Policy = {
  // A mail server that is away is back within a day, or stays away.
  next: startingAt([0, MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR]),
  timeout: MINUTE,
  // As many as the mailer has connections: what would wait there is in memory whole, and no longer confirmed.
  concurrency: 2,
  backlog: 100,
}

type Needs = Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'directory' | 'links' | 'settle'>

/** Mail: logs of chats, and notices to owners and admins. */
export function mail({ config, db, clock, log, directory, links, settle }: Needs): Module {
  const { publicUrl, smtpUrl } = config
  const from = config.mailFrom ?? `desk@${new URL(publicUrl).hostname}`
  const mailer = makeMailer({ from, log, ...(smtpUrl !== undefined && { smtpUrl }) })
  return {
    name: 'mail',
    effects: [mailEffect((account) => directory.account(account)?.settings.mailLogTo ?? [])],
    deliveries: {
      mail: {
        policy: POLICY,
        endpoint: () => MAIL_ENDPOINT,
        handler: mailOut({ clock, mailer, settle, db, links, publicUrl }),
      },
    },
    close: () => mailer.close(),
  }
}
