import { statement } from '../db/statement.ts'
import { startingAt, type Policy } from '../deliveries/policy.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { MAIL_ENDPOINT } from '../settings/notices.ts'
import { mailEffect } from './effects.ts'
import { mailOut } from './handler.ts'
import { makeMailer } from './mailer.ts'
import { makeWhyNotAsk } from './rating/decide.ts'
import { makeDueRequests } from './rating/due.ts'
import { ratingEffect } from './rating/effect.ts'
import { ratingData } from './rating/erase.ts'
import { ratingRoutes } from './rating/routes.ts'
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

/** How long the links of mails that ask for a rating are known: those that end the mails work longer than the others (ms). */
const LINKS_KEPT = 90 * 24 * HOUR

const clearRequests = statement(
  'clear_rating_requests',
  `delete from rating_request where ctid = any(array(select ctid from rating_request where closed_at < $1 and due_at is null
     limit $2)) returning 1`,
)

type Needs = Pick<
  Services,
  | ('config' | 'db' | 'clock' | 'ids' | 'keys' | 'log' | 'directory' | 'links' | 'settle' | 'agentAlerts')
  | ('commit' | 'dataChanges' | 'rates')
>

/** Mail: transcripts of chats, notices to owners and admins, and requests to visitors to rate their chat. */
export function mail(needs: Needs): Module {
  const { config, db, clock, keys, log, directory, links, settle, agentAlerts } = needs
  const { publicUrl, smtpUrl } = config
  const from = config.mailFrom ?? `desk@${new URL(publicUrl).hostname}`
  const mailer = makeMailer({ from, log, ...(smtpUrl !== undefined && { smtpUrl }) })
  const companyOf = (account: number) => directory.account(account)?.name || 'Deskbell'
  const zoneOf = (account: number) => directory.account(account)?.settings.timeZone ?? 'UTC'
  const wordsOf = (account: number, recipient: string) => wordsFor(directory, account, recipient)
  // Without a mail server no visitor is asked.
  const askAfter = (account: number) =>
    smtpUrl === undefined ? 0 : (directory.account(account)?.settings.ratingMailAfter ?? 0)
  const dueRequests = makeDueRequests({
    ...needs,
    onError: warning(log, 'mails that ask for ratings could not be made; the server tries again'),
  })
  return {
    name: 'mail',
    routes: (app, http) => ratingRoutes(app, { ...needs, ...http }),
    effects: [mailEffect((account) => directory.account(account)?.settings.mailLogTo ?? []), ratingEffect(askAfter)],
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
          whyNotAsk: makeWhyNotAsk(needs),
          companyOf,
          wordsOf,
          zoneOf,
          db,
          directory,
          links,
          publicUrl,
        }),
      },
    },
    personalData: { rating_requests: ratingData },
    jobs: [{ start: dueRequests.start }],
    cleanups: [rowsAfter(db, clearRequests, LINKS_KEPT)],
    close: () => mailer.close(),
  }
}
