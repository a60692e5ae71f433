import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { AgentApi } from '@deskbell/protocol/documents/agent-api'
import { createChannel } from '../../src/settings/channels.ts'
import { makeSandboxRows } from '../../src/bots/sandbox-rows.ts'
import { insertAnswer } from '../canned/insert.ts'
import { insertMacro } from '../macros/insert.ts'
import { insertCall } from '../calls/insert.ts'
import { insertTurn } from '../routing/insert.ts'
import { createBot } from '../../src/settings/bots.ts'
import type { ContactsPage } from '@deskbell/protocol/agent/contact'
import { retrySerialization } from '../../src/db/retry.ts'
import { createTag } from '../../src/settings/tags.ts'
import { createDepartment } from '../../src/settings/departments.ts'
import { createWebhook } from '../../src/settings/webhooks.ts'
import { makeHandles } from '../../src/channels/widget/handle.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, tokenOf, type Answer, type TestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { BODIES } from './bodies.ts'
import { addAccount, enter, startServer } from './servers.ts'

/** Long enough that nothing has it. */
const UNKNOWN = 987_654_321
const THEIRS = 'Th3irSite1'
const SECRETS = /Otto|secret of|Olga|olga@|Other/

/** Ids by what the paths call them. */
type ObjectIds = Record<string, number | string>

interface Probe {
  title: string
  ask(ids: ObjectIds): Promise<Answer>
}

for (const kind of testKinds())
  suite(`another account, ${kind}`, () => {
    let testServer: TestServer
    let other: Awaited<ReturnType<typeof addAccount>>
    let mine: ObjectIds
    let theirs: ObjectIds
    let pages: Awaited<ReturnType<typeof openPage>>[] = []

    before(async () => {
      testServer = await startServer({ kind, channel: { serverUrl: 'http://127.0.0.1:9/' }, channels: [WIDGET] })
      other = await addAccount(testServer)
      await testServer.visitor('v1').writes('hello')
      const tokenOfAgent = async (email: string) =>
        ((await testServer.agent(email).call('GET', '/me/tokens')).body['tokens'] as unknown as { id: number }[])[0]
          ?.id ?? 0
      const bob = testServer.services.directory.agents(1).find(({ email }) => email === BOB)?.id ?? 0
      const made = await (await enter(testServer, ANN)).call('POST', '/me/tokens', { name: 'mine' })
      const token = made.body['id'] ?? 0
      const [mineToo, alsoTheirs] = [
        await addBot(testServer, 1, 'mine'),
        await addBot(testServer, other.account, 'Other'),
      ]
      await testServer.services.db.query(insertDelivery, [other.account, other.channel, alsoTheirs.bot])
      await testServer.services.db.query(insertDelivery, [1, 1, mineToo.bot])
      const deliveries = await testServer.services.db.query<{ account_id: number; id: number }>(listDeliveries, [])
      const deliveryOf = (account: number) => deliveries.find((one) => one.account_id === account)?.id ?? 0
      await testServer.services.db.transaction((tx) =>
        createChannel(
          testServer.services.settingsContext,
          { tx, account: other.account },
          { name: 'Other site', kind: 'widget' },
          { publicId: THEIRS },
        ),
      )
      const departmentOf = (account: number, name: string) =>
        testServer.services.db.transaction((tx) => createDepartment(tx, account, { name, agents: [] }))
      const [department, theirDepartment] = [await departmentOf(1, 'Sales'), await departmentOf(other.account, 'Other')]
      const [canned, theirCanned] = [
        await insertAnswer(testServer, 1, 'Hello'),
        await insertAnswer(testServer, other.account, 'Other'),
      ]
      const [macro, theirMacro] = [
        await insertMacro(testServer, 1, 'Hello'),
        await insertMacro(testServer, other.account, 'Other'),
      ]
      const contactOf = async (email: string) => {
        const agent = testServer.agent(email)
        const page = (await agent.call('GET', '/contacts?sort=name&limit=100')).body as unknown as ContactsPage
        const contact = page.contacts.at(-1)?.id ?? 0
        const note = await agent.call('POST', `/contacts/${contact}/notes`, { text: 'secret of a note' })
        const task = await agent.call('POST', `/contacts/${contact}/tasks`, {
          text: email === ANN ? 'to do' : 'secret of a task',
        })
        return { contact, note: note.body['id'] ?? 0, task: task.body['id'] ?? 0 }
      }
      const viewOf = async (email: string) => {
        const view = { name: email, view: 'all', filter: {}, shared: true }
        return Number((await testServer.agent(email).call('POST', '/views', view)).body['id'])
      }
      const [saved, theirSaved] = [await viewOf(ANN), await viewOf('olga@other.test')]
      const [turn, theirTurn] = [await insertTurn(testServer, 1), await insertTurn(testServer, other.account)]
      const replayOf = async (email: string) =>
        String((await testServer.agent(email).call('POST', '/routing/replays', {})).body['replay'])
      const [replay, theirReplay] = [await replayOf(ANN), await replayOf('olga@other.test')]
      // Its number is that of no call of this account.
      await testServer.services.db.query(raiseCalls, [other.account])
      const [call, theirCall] = [
        await insertCall(testServer, 1, 1),
        await insertCall(testServer, other.account, other.chats),
      ]
      const tagOf = (account: number, name: string) =>
        testServer.services.db.transaction((tx) => createTag(tx, account, { name }))
      const [tag, theirTag] = [await tagOf(1, 'VIP'), await tagOf(other.account, 'Other')]
      const webhookOf = (account: number, name: string) =>
        testServer.services.db.transaction((tx) =>
          createWebhook(testServer.services.settingsContext, tx, account, { name, url: 'http://127.0.0.1:9/' }),
        )
      const [webhook, theirWebhook] = [await webhookOf(1, 'CRM'), await webhookOf(other.account, 'Other')]
      const invitationOf = async (email: string) =>
        (
          (await testServer.agent(email).call('POST', '/invitations', { email: 'new@shop.test', role: 'agent' }))
            .body as unknown as { invitation: { id: number } }
        ).invitation.id
      const [invitation, theirInvitation] = [await invitationOf(ANN), await invitationOf('olga@other.test')]
      const deviceOf = async (email: string, key: string) => {
        const device = { key, name: 'Browser', permission: 'granted', subscription: null }
        return Number((await testServer.agent(email).call('PUT', '/me/alerts/devices', device)).body['id'])
      }
      const device = await deviceOf(ANN, 'A'.repeat(22))
      const theirDevice = await deviceOf('olga@other.test', 'B'.repeat(22))
      await testServer.services.directory.refresh()
      pages = [
        await openPage(testServer, { visitor: 'mine' }),
        await openPage(testServer, { visitor: 'theirs', widget: THEIRS, title: 'Other' }),
      ]
      for (const [place, message] of ['mine', 'Other'].entries())
        await pages[place]?.ask({ t: 'offline', id: nextId(), contact: { email: 'left@shop.test' }, message })
      const left = await testServer.services.db.query<{ account_id: number; id: number }>(listLeft, [])
      const leftOf = (account: number) => left.find((one) => one.account_id === account)?.id ?? 0
      const visitOf = (account: number, publicId: string) =>
        makeHandles(testServer.services.keys)({
          account,
          channelId: testServer.services.directory.channelByPublicId(publicId)?.id ?? 0,
          tab: 'visit-0001',
          from: { address: '127.0.0.1', userAgent: '' },
        })
      mine = {
        chat: 1,
        n: 1,
        agent: bob,
        channel: 1,
        department,
        invitation,
        canned,
        macro,
        saved,
        tag,
        turn,
        call,
        replay,
        token,
        agentToken: await tokenOfAgent(BOB),
        delivery: deliveryOf(1),
        visit: visitOf(1, WIDGET_ID),
        webhook,
        device,
        message: leftOf(1),
        visitor: 1,
        ...(await contactOf(ANN)),
        ...mineToo,
      }
      theirs = {
        chat: other.chats,
        n: 1,
        agent: other.agent.id,
        channel: other.channel,
        department: theirDepartment,
        invitation: theirInvitation,
        canned: theirCanned,
        macro: theirMacro,
        saved: theirSaved,
        tag: theirTag,
        turn: theirTurn,
        call: theirCall,
        replay: theirReplay,
        token: other.token,
        agentToken: other.token,
        delivery: deliveryOf(other.account),
        visit: visitOf(other.account, THEIRS),
        webhook: theirWebhook,
        device: theirDevice,
        message: leftOf(other.account),
        visitor: other.chats,
        ...(await contactOf('olga@other.test')),
        ...alsoTheirs,
      }
    })
    after(async () => {
      for (const page of pages) await page.close()
      await testServer.close()
    })

    async function probes(): Promise<Probe[]> {
      const document = (await testServer.ask('/api/openapi.json')).body as unknown as AgentApi
      const ann = testServer.agent(ANN)
      const made: Probe[] = []
      for (const [path, methods] of Object.entries(document.paths))
        for (const [method, { operationId, parameters, requestBody }] of Object.entries(methods)) {
          if (!parameters.some((one) => one.in === 'path')) continue
          if (requestBody && !(operationId in BODIES)) assert.fail(`${operationId} has no body in this matrix`)
          made.push({
            title: `${method} ${path}`,
            ask(ids) {
              const token = path.startsWith('/api/agents/') ? (ids['agentToken'] ?? 0) : (ids['token'] ?? 0)
              const all: ObjectIds = { ...ids, token }
              const filled = path.slice('/api'.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(all[name]))
              const body = BODIES[operationId]
              if (body !== 'form') return ann.call(method.toUpperCase(), filled, body)
              const form = new FormData()
              form.set('file', new Blob(['x']), 'x.txt')
              return testServer.ask(`/api${filled}`, {
                method: 'POST',
                body: form,
                headers: { authorization: `Bearer ${tokenOf(ANN)}` },
              })
            },
          })
        }
      // Operations that end an object come last, after those that end a part of it.
      const ends = made.filter(({ title }) => title.startsWith('delete'))
      return [
        ...made.filter((one) => !ends.includes(one)),
        ...ends.toSorted((a, b) => b.title.split('/').length - a.title.split('/').length),
      ]
    }

    let compared = 0
    async function compare(): Promise<void> {
      // Another chat each time, because typing signals within three seconds in the same chat are ignored.
      const unknownId = UNKNOWN + compared
      theirs = { ...theirs, chat: other.chats - compared++ }
      for (const probe of await probes()) {
        const unknown = await probe.ask({ ...theirs, ...fill(unknownId) })
        const foreign = await probe.ask(theirs)
        assert.equal(unknown.status, 404, probe.title)
        assert.deepEqual([foreign.status, foreign.text], [unknown.status, unknown.text], probe.title)
        assert.doesNotMatch(foreign.text, SECRETS, probe.title)
      }
      for (const path of [
        '/chats',
        '/chats?state=closed',
        '/chats?view=waiting',
        '/agents',
        '/departments',
        '/canned-answers',
        '/macros',
        '/tags',
        '/contacts',
        '/contacts?sort=name',
        '/contacts?q=otto',
        '/calls',
        '/calls?state=missed',
        '/tasks',
        '/tasks?assignee=nobody',
        '/views',
        '/channels',
        '/bots',
        '/webhooks',
        '/deliveries',
        '/visitors',
        '/archive',
        '/archive?q=secret',
        '/search?q=secret',
        '/search?q=otto',
        // Chats of this account that have the numbers of the other account's.
        '/search?q=hello',
        '/search/chats?q=hello',
        '/archive?q=hello',
        '/search/chats?q=secret',
        '/chats?unread=true',
        '/offline-messages',
      ])
        assert.doesNotMatch((await testServer.agent(ANN).call('GET', path)).text, SECRETS, path)
      const live = await testServer.agent(ANN).connects()
      for (const chat of [theirs['chat'], unknownId]) live.send({ type: 'follow', chat, after: 0 })
      live.send({ type: 'ping' })
      await live.sees((frame) => frame.type === 'pong')
      const refused = live.frames.filter((frame) => frame.type === 'refused').map(({ code, message }) => code + message)
      assert.equal(refused.length, 2)
      assert.equal(refused[0], refused[1])
      assert.deepEqual(
        live.frames.filter((frame) => frame.type === 'entries'),
        [],
      )
      live.close()
      // No object of the other account has changed.
      assert.equal((await other.agent.chat(Number(theirs['chat']))).last, 1)
    }

    test('T17 a request for an object of another account gets the answer for one that does not exist', compare)

    test(
      'T17 so it does with the database’s own wall alone',
      { skip: process.env['WITHOUT_GUARD'] !== undefined },
      () =>
        runWithout(
          'T17',
          kind,
          'T17 a request for an object of another account gets the answer for one that does not exist',
        ),
    )

    test('T17 the same holds without row-level security', async () => {
      const { db } = testServer.services
      // A job that reads the same tables in another order may be in the way.
      const set = (how: 'disable' | 'enable') => retrySerialization(() => db.query(wall(how), []))
      await set('disable')
      try {
        await compare()
      } finally {
        await set('enable')
      }
    })

    test('T17 the same requests succeed for objects of the own account', async () => {
      await testServer.agent(ANN).accepts(1)
      for (const probe of await probes()) {
        const answer = await probe.ask(mine)
        // Message 1 is the visitor's, so it cannot be sent again; the call has no recording.
        if (probe.title.includes('resend') || probe.title.includes('recording')) continue
        assert.notEqual(answer.status, 404, `${probe.title}: ${answer.text}`)
      }
    })
  })

const fill = (id: number) => ({
  chat: id,
  agent: id,
  channel: id,
  department: id,
  canned: id,
  macro: id,
  saved: id,
  tag: id,
  call: id,
  token: id,
  agentToken: id,
  delivery: id,
  bot: id,
  sandbox: id,
  webhook: id,
  message: id,
  visitor: id,
  contact: id,
  note: id,
  task: id,
  visit: String(id).padEnd(22, '0'),
})

const insertDelivery = {
  name: 'test_delivery',
  text: `insert into delivery (account_id, kind, lane, endpoint, channel_id, bot_id, body, state, created_at,
      finished_at)
    values ($1, 'CLIENT_MESSAGE', 'x', 'x', $2, $3, '{}', 'done', now(), now())`,
}
const listDeliveries = { name: 'test_deliveries', text: 'select account_id, id from delivery' }
const listLeft = { name: 'test_left_messages', text: 'select account_id, id from offline_message' }
const raiseCalls = { name: 'test_raise_calls', text: 'update account_number set calls = 500 where account_id = $1' }
const wall = (how: 'enable' | 'disable') => ({
  name: `test_wall_${how}`,
  text: `do $$ declare t text; begin
    for t in select tablename from pg_tables where rowsecurity is not null and schemaname = current_schema()
      and exists (select from pg_policies p where p.tablename = pg_tables.tablename)
    loop execute format('alter table %I ${how} row level security', t); end loop; end $$`,
})

/** A bot whose provider cannot be reached, and a sandbox of it. */
async function addBot(
  { services }: TestServer,
  account: number,
  name: string,
): Promise<{ bot: number; sandbox: number }> {
  const given = {
    name,
    providerId: 'p',
    providerUrl: 'http://127.0.0.1:9/',
    token: `the token of ${name}`.replaceAll(' ', '-'),
  }
  const bot = await services.db.transaction((tx) => createBot(services.settingsContext, tx, account, given))
  await services.directory.refresh()
  const { id: sandbox } = await makeSandboxRows(services.db).begin(account, bot, services.clock.now())
  return { bot, sandbox }
}

/** Runs tests of this file by title with the marked lines of a guard taken away; fails when they do. */
async function runWithout(id: string, kind: string, title: string): Promise<void> {
  const hook = new URL('../../../../tools/guards/hook.ts', import.meta.url).href
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  if (kind === 'embedded') delete env['TEST_DATABASE_URL']
  await promisify(execFile)(
    process.execPath,
    [`--import=${hook}`, '--test-reporter=tap', `--test-name-pattern=${title}`, import.meta.filename],
    { env: { ...env, WITHOUT_GUARD: id } },
  )
}
