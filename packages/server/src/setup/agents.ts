import type { SetupAgent } from '@deskbell/protocol/setup'
import { hashToken } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import { Invalid } from '../platform/errors.ts'
import { changeAgent, createAgent, type AgentChange } from '../identity/agents.ts'
import { OPERATOR } from '../settings/change.ts'
import type { NewPassword } from './passwords.ts'
import { setUpHours } from './hours.ts'
import { at, type Run } from './run.ts'
import { removeToken } from '../identity/tokens.ts'

/** The name of the setup file's token in the list of tokens. */
const TOKEN_NAME = 'setup file'
/** The minimum of the agent application, and long enough to withstand guessing (characters). */
const GOOD_PASSWORD = 10
const GOOD_TOKEN = 16

/**
 * Applies the file's agents. Returns the number of every agent by lower-case e-mail address. A password is applied only
 * when the stored one is still the one that it was compared with. Otherwise the agent or another process that started
 * with the file has set a password since.
 */
export async function setUpAgents(
  run: Run,
  agents: readonly SetupAgent[],
  passwords: readonly (NewPassword | undefined)[],
): Promise<Map<string, number>> {
  const { tx, account, outcome } = run
  const there = new Map(
    (
      await tx.run(
        k
          .selectFrom('agent')
          .select(['id', 'email', 'name', 'role', 'password_hash'])
          .where('account_id', '=', account)
          .where('deleted_at', 'is', null),
      )
    ).map((agent) => [agent.email.toLowerCase(), agent]),
  )
  const numbers = new Map([...there].map(([email, { id }]) => [email, id]))

  // Owners first, so that a file can transfer ownership from one agent to another.
  const order = agents.map((agent, i) => ({ agent, i })).sort((a, b) => rank(a.agent) - rank(b.agent))
  for (const { agent, i } of order) {
    const path = `/agents/${i}`
    if (agent.password !== undefined && agent.password.length < GOOD_PASSWORD) {
      outcome.warnings.push(`${path}/password: a password of fewer than ${GOOD_PASSWORD} characters can be guessed.`)
    }
    if (agent.apiToken !== undefined && agent.apiToken.length < GOOD_TOKEN) {
      outcome.warnings.push(`${path}/apiToken: a token of fewer than ${GOOD_TOKEN} characters can be guessed.`)
    }
    const stored = there.get(agent.email.toLowerCase())
    const password = passwords[i]
    const passwordHash = password?.instead === stored?.password_hash ? password?.hash : undefined
    if (!stored) {
      outcome.changed = true
      const made = {
        email: agent.email,
        name: agent.name ?? agent.email.slice(0, agent.email.indexOf('@')),
        role: agent.role ?? ('agent' as const),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      }
      const id = await at(path, () => createAgent(tx, account, OPERATOR, made))
      numbers.set(agent.email.toLowerCase(), id)
    } else {
      const change: AgentChange = {
        ...(agent.name === undefined || agent.name === stored.name ? {} : { name: agent.name }),
        ...(agent.role === undefined || agent.role === stored.role ? {} : { role: agent.role }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      }
      if (Object.keys(change).length) {
        outcome.changed = true
        await at(path, () => changeAgent({ tx, account }, OPERATOR, stored.id, change))
      }
    }
    const id = numbers.get(agent.email.toLowerCase())
    if (id === undefined) continue
    if (agent.apiToken !== undefined) await setUpToken(run, id, agent.apiToken, `${path}/apiToken`)
    await setUpHours(run, { of: 'agent', id }, agent.workingHours, path)
  }
  return numbers
}

const rank = (agent: SetupAgent) => (agent.role === 'owner' ? 0 : 1)

/** The file's token of an agent replaces the token of an earlier file. */
async function setUpToken(
  { settingsContext, tx, account, outcome }: Run,
  agent: number,
  token: string,
  path: string,
): Promise<void> {
  const hash = hashToken(token)
  const [same] = await tx.run(k.selectFrom('api_token').select(['account_id', 'agent_id']).where('hash', '=', hash))
  if (same) {
    if (same.account_id === account && same.agent_id === agent) return
    throw new Invalid(path, "is another agent's token")
  }
  const before = await tx.run(
    k
      .selectFrom('api_token')
      .select('id')
      .where('account_id', '=', account)
      .where('agent_id', '=', agent)
      .where('name', '=', TOKEN_NAME),
  )
  for (const { id } of before) await removeToken(tx, account, agent, id)
  await tx.run(
    k.insertInto('api_token').values({
      account_id: account,
      agent_id: agent,
      name: TOKEN_NAME,
      hash,
      created_at: new Date(settingsContext.clock.now()),
    }),
  )
  outcome.changed = true
}
