import { hashPassword, hashToken } from '../../src/platform/crypto.ts'
import { createAccount } from '../../src/settings/accounts.ts'
import { createAgent } from '../../src/identity/agents.ts'
import { createChannel } from '../../src/settings/channels.ts'
import { OPERATOR } from '../../src/settings/change.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { startHouse, tokenOf, type House, type HouseOptions } from '../house.ts'

export const DESK = 'http://desk.test'
export const PASSWORD = 'correct horse battery'

/** A house with an address of its own, as a browser knows it. */
export const startDesk = (options: HouseOptions = {}) => startHouse({ env: { PUBLIC_URL: DESK }, ...options })

/** One more agent of the first account, with a token. */
export async function addAgent(house: House, email: string, role: 'owner' | 'admin' | 'agent' = 'agent') {
  const { db, directory } = house.desk
  const passwordHash = await hashPassword(PASSWORD)
  const id = await db.transaction((tx) => createAgent(tx, 1, OPERATOR, { email, name: email, role, passwordHash }))
  await giveToken(house, 1, id, email)
  await directory.refresh()
  return { id, ...house.agent(email) }
}

/** A second account in the same house: an owner with a token, a channel, and as many chats as are asked for. */
export async function addAccount(house: House, { email = 'olga@other.test', chats = 5 } = {}) {
  const { db, directory, settingsContext, commit } = house.desk
  const { account, agent, channel } = await db.transaction(async (tx) => {
    const account = await createAccount(tx, 'Other')
    const agent = await createAgent(tx, account, OPERATOR, { email, name: 'Olga', role: 'owner' })
    const channel = await createChannel(settingsContext, { tx, account }, { name: 'Other', agents: [agent] })
    return { account, agent, channel }
  })
  await giveToken(house, account, agent, email)
  const token = await db.transaction((tx) => createToken(settingsContext, { tx, account }, agent, 'another'))
  await directory.refresh()
  for (let i = 1; i <= chats; i++)
    await commit({
      account,
      target: { channel, key: `o${i}` },
      command: { type: 'visitor.write', id: `m${i}`, text: `secret of ${i}`, profile: { name: `Otto ${i}` } },
    })
  return { account, agent: { id: agent, ...house.agent(email) }, channel, token: token.id, chats }
}

async function giveToken({ desk: { db, clock } }: House, account: number, agent: number, email: string) {
  const { sqlBuilder: k } = await import('../../src/db/builder.ts')
  const row = { name: 'test', hash: hashToken(tokenOf(email)), created_at: new Date(clock.now()) }
  await db.run(k.insertInto('api_token').values({ account_id: account, agent_id: agent, ...row }))
}

/** Signs in as a browser does; the cookie to send with what follows. */
export async function signIn(house: House, email: string, cookie?: string, password = PASSWORD): Promise<string> {
  return (await signInAs(house, email, cookie, password)).session
}

async function signInAs(house: House, email: string, cookie?: string, password = PASSWORD) {
  const answer = await house.ask('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: house.publicUrl, ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  const [session = '', device = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  return { session, device }
}

/** A browser in which an agent has just signed in. `device`: the cookie by which it is known from then on. */
export async function enter(house: House, email: string, password = PASSWORD) {
  const { session: cookie, device } = await signInAs(house, email, undefined, password)
  const call = (method: string, path: string, body?: unknown) =>
    house.ask(`/api${path}`, {
      method,
      headers: { cookie, origin: house.publicUrl, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { cookie, device, call }
}
