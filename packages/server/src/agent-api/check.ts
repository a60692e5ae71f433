import type { CheckResult } from '@deskbell/protocol/agent/channel'
import { ENGLISH_CHECK, HELPS, OUTCOMES, type CheckFacts } from '@deskbell/protocol/agent/check-words'
import { readReply } from '@deskbell/protocol/channel/reply'
import { agentTyping } from '@deskbell/protocol/channel/typing'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import { refusedUrl } from '../settings/change.ts'
import type { ChannelRecord } from '../settings/directory.ts'
import { findingOf } from './check-finding.ts'
import type { AgentServices } from './services.ts'

/** The recipient where no customer can be named. */
const MADE_UP = 'deskbell-check'
/** Chats of the account that are looked through for a customer of the channel, the newest first. */
const NEWEST = 1000

const customerStatement = statement(
  'check_customer',
  `select v.key from (select id, channel_id, visitor_number, erased_at from chat where account_id = $1 order by id desc limit $3) c
   join visitor v on v.account_id = $1 and v.number = c.visitor_number
   where c.channel_id = $2 and c.erased_at is null order by c.id desc limit 1`,
)

type Services = Pick<AgentServices, 'post' | 'ids' | 'settingsContext' | 'db'>

/**
 * Sends a channel's integrator a signed request that changes nothing, and says what came back. Of all that the interface
 * has, only a typing notification shows a customer nothing (A20).
 */
export async function checkServer(
  services: Services,
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

/** An address that was mistyped learns of no customer. */
function isSavedHost(saved: string | null, asked: string): boolean {
  return saved !== null && new URL(saved).host === new URL(asked).host
}

async function readCustomer({ db }: Services, { accountId, id }: ChannelRecord): Promise<string | undefined> {
  const [row] = await db.asAccount(accountId, (tx) =>
    tx.query<{ key: string }>(customerStatement, [accountId, id, NEWEST]),
  )
  return row?.key
}
