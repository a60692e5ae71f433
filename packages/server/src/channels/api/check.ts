import type { CheckResult } from '@deskbell/protocol/agent/channel'
import { CHANNEL_CHECK_ROUTES } from '@deskbell/protocol/agent/routes/channels'
import { ENGLISH_CHECK, HELPS, OUTCOMES, type CheckFacts } from '@deskbell/protocol/agent/check-words'
import { readReply } from '@deskbell/protocol/channel/reply'
import { agentTyping } from '@deskbell/protocol/channel/typing'
import { statement } from '../../db/statement.ts'
import { Invalid } from '../../platform/errors.ts'
import { notFound, refusedUrl } from '../../settings/change.ts'
import type { ChannelRecord } from '../../settings/directory.ts'
import { findingOf } from './check-finding.ts'
import type { Api } from '../../agent-api/add-routes.ts'
import { serve } from '../../agent-api/serve.ts'
import type { Services } from '../../services.ts'
import type { Post } from './post.ts'

/** The recipient when no visitor can be named. */
const MADE_UP = 'deskbell-check'
/** How many of the account's newest chats are searched for a visitor of the channel. */
const NEWEST = 1000

const customerStatement = statement(
  'check_customer',
  `select v.key from (select id, channel_id, visitor_number, erased_at from chat where account_id = $1 order by id desc limit $3) c
   join visitor v on v.account_id = $1 and v.number = c.visitor_number
   where c.channel_id = $2 and c.erased_at is null order by c.id desc limit 1`,
)

type Needs = Pick<Services, 'ids' | 'settingsContext' | 'db' | 'directory'> & { readonly post: Post }

/** Routes of the agent API: the check button of a server URL. */
export function checkRoutes(app: Api, needs: Needs): void {
  serve(app, CHANNEL_CHECK_ROUTES, {
    checkChannel({ who, params, body }) {
      const channel = needs.directory.channel(who.account, params.channel)
      if (!channel) throw notFound('channel')
      return checkServer(needs, channel, body.serverUrl ?? channel.serverUrl)
    },
  })
}

/**
 * Sends a signed request without side effects to a channel's integrator and returns the result. It sends a typing
 * notification, because that is the only request of the interface that shows the visitor nothing (A20).
 */
async function checkServer(
  services: Omit<Needs, 'directory'>,
  channel: ChannelRecord,
  serverUrl: string | null,
): Promise<CheckResult> {
  if (serverUrl === null) throw new Invalid('/serverUrl', { reason: 'no_server_url' })
  const checked = services.settingsContext.guard.checkUrl(serverUrl, 'channel')
  if (!checked.ok) throw refusedUrl('/serverUrl', checked) // guard T13
  const customer = isSavedHost(channel.serverUrl, serverUrl) ? await readCustomer(services, channel) : undefined
  const recipient = customer ?? MADE_UP
  const body = JSON.stringify(agentTyping({ sender: { name: 'Deskbell' }, recipient, on: false }))
  const posted = await services.post({ ...channel, serverUrl }, body, `check_${services.ids.letters(22)}`)
  const { answer, record, hide } = posted
  const { request, response, ms, status } = record
  const reply =
    answer.kind === 'failed'
      ? { outcome: 'retry' as const, reason: answer.detail }
      : readReply(answer.status, answer.body, { anySuccess: channel.anySuccess })
  const isCustomer = customer !== undefined
  const finding = findingOf({ reply, status, isCustomer, chunked: channel.chunked })
  const facts: CheckFacts = {
    url: request.url,
    publicId: channel.publicId,
    recipient,
    isCustomer,
    status,
    code: 'code' in reply ? hide.text(reply.code ?? '') : '',
    text: 'text' in reply ? hide.text(reply.text ?? '') : '',
    reason: 'reason' in reply ? hide.text(reply.reason) : '',
  }
  const outcome = OUTCOMES[finding]
  return {
    ok: outcome === 'good',
    outcome,
    finding,
    sent: ENGLISH_CHECK.sent(facts),
    verdict: `${ENGLISH_CHECK.came(facts)} ${ENGLISH_CHECK.meaning[outcome]}`,
    ...ENGLISH_CHECK.findings[finding](facts),
    setting: HELPS[finding] ?? null,
    ...facts,
    ms,
    request: { headers: request.headers, body: request.body },
    response,
  }
}

/** A mistyped address must not receive the identity of a visitor. */
function isSavedHost(saved: string | null, asked: string): boolean {
  return saved !== null && new URL(saved).host === new URL(asked).host
}

async function readCustomer({ db }: Pick<Needs, 'db'>, { accountId, id }: ChannelRecord): Promise<string | undefined> {
  const [row] = await db.asAccount(accountId, (tx) =>
    tx.query<{ key: string }>(customerStatement, [accountId, id, NEWEST]),
  )
  return row?.key
}
