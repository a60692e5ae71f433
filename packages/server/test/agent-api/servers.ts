import { hashPassword, hashToken } from '../../src/platform/crypto.ts'
import { createAccount } from '../../src/settings/accounts.ts'
import { createAgent } from '../../src/identity/agents.ts'
import { createChannel } from '../../src/settings/channels.ts'
import { OPERATOR } from '../../src/settings/change.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { startTestServer, tokenOf, type TestServer, type TestServerOptions } from '../test-server.ts'

export const SERVER_URL = 'http://desk.test'
export const PASSWORD = 'correct horse battery'

/** A server with a public address of its own. */
export const startServer = (options: TestServerOptions = {}) =>
  startTestServer({ env: { PUBLIC_URL: SERVER_URL }, ...options })

/** One more agent of the first account, with a token. */
export async function addAgent(testServer: TestServer, email: string, role: 'owner' | 'admin' | 'agent' = 'agent') {
  const { db, directory } = testServer.services
  const passwordHash = await hashPassword(PASSWORD)
  const id = await db.transaction((tx) => createAgent(tx, 1, OPERATOR, { email, name: email, role, passwordHash }))
  await giveToken(testServer, 1, id, email)
  await directory.refresh()
  return { id, ...testServer.agent(email) }
}

/** A second account on the same server: an owner with a token, a channel, and as many chats as are asked for. */
export async function addAccount(testServer: TestServer, { email = 'olga@other.test', chats = 5 } = {}) {
  const { db, directory, settingsContext, commit } = testServer.services
  const { account, agent, channel } = await db.transaction(async (tx) => {
    const account = await createAccount(tx, 'Other')
    const agent = await createAgent(tx, account, OPERATOR, { email, name: 'Olga', role: 'owner' })
    const channel = await createChannel(settingsContext, { tx, account }, { name: 'Other', agents: [agent] })
    return { account, agent, channel }
  })
  await giveToken(testServer, account, agent, email)
  const token = await db.transaction((tx) => createToken(settingsContext, { tx, account }, agent, 'another'))
  await directory.refresh()
  for (let i = 1; i <= chats; i++)
    await commit({
      account,
      target: { channel, key: `o${i}` },
      command: { type: 'visitor.write', id: `m${i}`, text: `secret of ${i}`, profile: { name: `Otto ${i}` } },
    })
  return { account, agent: { id: agent, ...testServer.agent(email) }, channel, token: token.id, chats }
}

async function giveToken({ services: { db, clock } }: TestServer, account: number, agent: number, email: string) {
  const { sqlBuilder: k } = await import('../../src/db/builder.ts')
  const row = { name: 'test', hash: hashToken(tokenOf(email)), created_at: new Date(clock.now()) }
  await db.run(k.insertInto('api_token').values({ account_id: account, agent_id: agent, ...row }))
}

/** Signs in as a browser does; the cookie to send with what follows. */
export async function signIn(
  testServer: TestServer,
  email: string,
  cookie?: string,
  password = PASSWORD,
): Promise<string> {
  return (await signInAs(testServer, email, cookie, password)).session
}

async function signInAs(testServer: TestServer, email: string, cookie?: string, password = PASSWORD) {
  const answer = await testServer.ask('/api/session', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: testServer.publicUrl,
      ...(cookie !== undefined && { cookie }),
    },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  const [session = '', device = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  return { session, device }
}

/** A browser in which an agent has just signed in. `device`: the cookie by which it is known from then on. */
export async function enter(testServer: TestServer, email: string, password = PASSWORD) {
  const { session: cookie, device } = await signInAs(testServer, email, undefined, password)
  const call = (method: string, path: string, body?: unknown) =>
    testServer.ask(`/api${path}`, {
      method,
      headers: {
        cookie,
        origin: testServer.publicUrl,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { cookie, device, call }
}
