import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { handOver, makeLinkToken, type LinkTools } from '../access-link.ts'
import type { SignInLimit } from '../sign-in-limit.ts'
import { insertReset, RESET_TIME } from './reset.ts'

/** Links that one person is sent in an hour, from all askers and addresses together. */
const PER_HOUR = 3
/**
 * The least time until the answer (ms), longer than a link takes to write: the time does not tell whether there is an
 * agent with the address.
 */
export const LEAST_TIME = 400

const agentForReset = statement(
  'agent_for_reset',
  `select account_id, id, email from agent
   where lower(normalize(email, NFKC)) = lower(normalize($1::text, NFKC)) and deleted_at is null
   order by (lower(email) = lower($1)) desc, id limit 1 for no key update`,
)
const countResets = statement(
  'count_password_resets',
  'select count(*) as n from password_reset where account_id = $1 and agent_id = $2 and created_at > $3',
)

/**
 * Mails a link that sets a new password to an agent who asks for it. The answer is the same whether there is an agent
 * with the address or not (T26); a person is sent few links, and an address asks few times (T27).
 */
export async function askForReset(
  tools: LinkTools & { readonly db: Db; readonly limit: SignInLimit },
  { email, address }: { email: string; address: string },
): Promise<void> {
  await tools.limit.begin().fromAddress(address) // guard T27
  const least = new Promise<void>((resolve) => tools.clock.after(LEAST_TIME, resolve))
  await mailLink(tools, email)
  await least // guard T26
}

async function mailLink(tools: LinkTools & { readonly db: Db }, email: string): Promise<void> {
  const now = tools.clock.now()
  await tools.db.transaction(async (tx) => {
    // Locks the agent's row, so that concurrent requests count each other.
    const [agent] = await tx.query<{ account_id: number; id: number; email: string }>(agentForReset, [email.trim()])
    if (!agent) return
    const { account_id: account, id } = agent
    const [made] = await tx.query<{ n: number }>(countResets, [account, id, new Date(now - RESET_TIME)])
    if ((made?.n ?? 0) >= PER_HOUR) return // guard T27
    const { token, hash } = makeLinkToken(tools.ids)
    const until = await insertReset(tx, { account, agent: id, hash, now })
    await handOver(tools, tx, { account, kind: 'password_reset', token, recipient: agent.email, by: null, until })
  })
}
