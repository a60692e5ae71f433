import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { BUS_MESSAGES, type BusType } from '@deskbell/protocol/bus/messages'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { markFailing } from '../../../src/settings/bot-failing.ts'
import { BOB, type TestServer } from '../../test-server.ts'
import { findNats, withoutNats } from '../../nats.ts'
import { startIntegratorServer, type IntegratorServer } from '../../integrator-server.ts'
import { nextId, openPage } from '../../channels/widget/page.ts'
import { soon } from '../../channels/widget/soon.ts'
import { startTwo, type Process } from './two.ts'

type Two = Awaited<ReturnType<typeof startTwo>>

/** The effect of each type of message at the other process. A type without a row does not compile, and fails. */
const ROWS: Record<BusType, (two: Two, integrator: IntegratorServer) => Promise<void>> = {
  async chat({ here, there }) {
    const screen = await there.testServer.agent().connects()
    await here.testServer.visitor('of-chat').writes('hello')
    await screen.seesChat((chat) => chat.visitor.id === 'of-chat')
    screen.close()
  },
  async typing({ here, there }) {
    const chat = await begins(here.testServer, 'of-typing')
    const screen = await there.testServer.agent().connects()
    await here.testServer.visitor('of-typing').types()
    await screen.sees((frame) => frame.type === 'typing' && frame.chat === chat && frame.on)
    screen.close()
  },
  async presence({ here, there }) {
    const screen = await there.testServer.agent().connects()
    const bob = Number((await here.testServer.agent(BOB).call('GET', '/me')).body['id'])
    const socket = await here.testServer.agent(BOB).connects()
    const isOf = (status: string) => (frame: ServerFrame) =>
      frame.type === 'presence' && frame.agent === bob && frame.status === status
    await screen.sees(isOf('online'))
    socket.close()
    await screen.sees(isOf('offline'))
    screen.close()
  },
  async beat({ here, there }) {
    const mayHaveMissed = there.testServer.services.losses.watch()
    await soon(async () => {
      for (const { clock } of [here, there]) await clock.move(500)
      return !mayHaveMissed()
    })
  },
  async alert({ here, there }) {
    const screen = await there.testServer.agent().connects()
    const { directory, presence } = here.testServer.services
    const ann = directory.agents(1)[0]?.id ?? 0
    await soon(() => presence.statusOf(1, ann) !== 'offline')
    const chat = await begins(here.testServer, 'of-alert')
    await screen.sees((frame) => frame.type === 'alert' && frame.chat === chat && frame.what === 'waiting')
    screen.close()
  },
  async looking({ here, there }) {
    const chat = await begins(here.testServer, 'of-looking')
    const screen = await there.testServer.agent().connects()
    const bob = await here.testServer.agent(BOB).connects()
    bob.send({ type: 'look', chat })
    const names = (frame: ServerFrame) =>
      frame.type === 'looking' && frame.chat === chat ? frame.agents.map(({ name }) => name).join() : undefined
    await screen.sees((frame) => names(frame) === 'Bob')
    bob.close()
    // Frames of one chat have a distance in time.
    await soon(async () => {
      for (const { clock } of [here, there]) await clock.move(500)
      return screen.frames.some((frame) => names(frame) === '')
    })
    screen.close()
  },
  async seen({ here, there }) {
    const chat = await begins(here.testServer, 'of-seen')
    const [screen, other] = [await here.testServer.agent().connects(), await there.testServer.agent().connects()]
    screen.send({ type: 'read', chat, n: 1, received: 1 })
    await other.sees((frame) => frame.type === 'seen' && frame.chat === chat && frame.seen === 1)
    screen.close()
    other.close()
  },
  async reached({ here, there }) {
    const page = await openPage(here.testServer, { visitor: 'reached' })
    const { chat, n } = await talks(here.testServer, page)
    const screen = await follows(there.testServer, chat)
    page.send({ t: 'got', chat, n })
    await screen.sees((frame) => frame.type === 'reached' && frame.chat === chat && frame.n === n)
    screen.close()
    await page.close()
  },
  async how_far({ here, there }) {
    const page = await openPage(here.testServer, { visitor: 'howfar' })
    const { chat, n } = await talks(here.testServer, page)
    const near = await follows(here.testServer, chat)
    page.send({ t: 'got', chat, n })
    await near.sees((frame) => frame.type === 'reached' && frame.chat === chat)
    // The receipt reached the other process before an agent there followed the chat.
    const screen = await follows(there.testServer, chat)
    await screen.sees((frame) => frame.type === 'reached' && frame.chat === chat && frame.n === n)
    for (const one of [near, screen]) one.close()
    await page.close()
  },
  async erased({ here, there }, integrator) {
    const page = await openPage(here.testServer, { visitor: 'erased' })
    await page.ask({ t: 'contact', id: nextId(), contact: { name: 'Vera Secret' } })
    const { chat } = await talks(here.testServer, page)
    const held = await begins(here.testServer, 'of-erased')
    await here.testServer.agent().accepts(held)
    integrator.behaves((_request, response) => void response.writeHead(500).end())
    const before = integrator.requests.length
    await here.testServer.agent().writes(held, 'to be tried again')
    await soon(() => integrator.requests.length > before)
    assert.deepEqual(await onSite(here.testServer), ['Vera Secret'])

    for (const one of [chat, held]) {
      const { visitor } = await there.testServer.agent().chat(one)
      assert.equal((await there.testServer.agent().call('DELETE', `/visitors/${visitor.number}`)).status, 200)
    }
    await soon(async () => (await onSite(here.testServer)).join() === 'null')
    await soon(() => here.testServer.services.worker.leased === 0)
    const sent = integrator.requests.length
    await here.clock.move(12_000)
    assert.equal(integrator.requests.length, sent)
    // For both processes, a visitor who writes again is a new one.
    assert.equal((await page.writes('it is me')).t, 'done')
    await soon(async () => {
      const [again] = (await there.testServer.agent().chats()).filter(({ channel }) => channel.kind === 'widget')
      return again !== undefined && again.id !== chat && again.visitor.name === null && again.visitor.chats === 1
    })
    await page.close()
  },
  async rpc({ here, there }) {
    const page = await openPage(here.testServer, { visit: 'visit-of-rpc', url: 'https://shop.test/of-rpc' })
    const { body } = await there.testServer.agent().call('GET', '/visitors')
    const listed = body['visitors'] as unknown as OnSite[]
    assert.ok(
      listed.some(({ site }) => site.url === 'https://shop.test/of-rpc'),
      JSON.stringify(listed),
    )
    await page.close()
  },
  async spent({ here, there }) {
    const taken = (process: Process) => process.testServer.services.rates(1, 'uploadsPerVisitor').take('of-spent')
    for (let i = 0; i < 20; i++) assert.ok(taken(here).ok)
    await here.clock.move(250)
    await soon(() => !taken(there).ok)
  },
  async call({ here, there }) {
    const screen = await there.testServer.agent().connects()
    const { page, call } = await rings(here.testServer, 'of-call')
    await screen.sees((frame) => frame.type === 'call' && frame.call.id === call)
    await page.ask({ t: 'hang', id: nextId(), call })
    await screen.sees((frame) => frame.type === 'call' && frame.call.id === call && frame.call.ended !== null)
    screen.close()
    await page.close()
  },
  async call_signal({ here, there }) {
    const screen = await there.testServer.agent().connects()
    const { page, call } = await rings(here.testServer, 'of-signal')
    await soon(async () => (await there.testServer.agent().call('POST', `/calls/${call}/accept`)).status === 200)
    screen.send({ type: 'signal', call, to: 'visitor', signal: { kind: 'ready' } })
    await page.until(() => page.frames.find((one) => one.t === 'signal' && one.call === call), 'signal')
    await page.ask({ t: 'hang', id: nextId(), call })
    screen.close()
    await page.close()
  },
  async data({ here, there }) {
    const screen = await there.testServer.agent().connects()
    const { visitor } = await there.testServer.agent().chat(await begins(here.testServer, 'of-data'))
    const path = `/contacts/${visitor.contact}`
    assert.equal((await here.testServer.agent().call('PATCH', path, { name: 'Vera' })).status, 200)
    await screen.sees(
      (frame) => frame.type === 'stale' && frame.what === 'contacts' && frame.ids?.[0] === visitor.contact,
    )
    const view = { name: 'Mine', view: 'all', filter: { unread: 'true' } }
    const made = await here.testServer.agent().call('POST', '/views', view)
    assert.equal(made.status, 201, made.text)
    await screen.sees((frame) => frame.type === 'stale' && frame.what === 'views')
    screen.close()
  },
  async settings({ here, there }, integrator) {
    const screen = await there.testServer.agent().connects()
    assert.equal((await here.testServer.agent().call('POST', '/departments', { name: 'Sales' })).status, 201)
    await screen.sees((frame) => frame.type === 'stale')
    screen.close()
    const provider = {
      name: 'Helper',
      providerId: 'helper',
      providerUrl: integrator.url,
      token: 'the-token-of-a-provider',
    }
    const made = await here.testServer.agent().call('POST', '/bots', provider)
    assert.equal(made.status, 201, made.text)
    const [bot] = here.testServer.services.directory.bots(1)
    assert.ok(bot)
    const failing = { account: 1, bot: bot.id, at: here.clock.now(), reason: 'it is down', probeAt: here.clock.now() }
    await markFailing(here.testServer.services.db, failing)
    await here.testServer.services.directory.refresh(1)
    await soon(() => there.testServer.services.directory.bot(1, bot.id)?.failing?.reason === 'it is down')
  },
}

async function begins(testServer: TestServer, id: string): Promise<number> {
  await testServer.visitor(id).writes('hello')
  const [chat] = (await testServer.agent().chats()).filter(({ visitor }) => visitor.id === id)
  assert.ok(chat)
  return chat.id
}

async function talks(testServer: TestServer, page: Awaited<ReturnType<typeof openPage>>) {
  await page.writes('hi')
  const chat = page.entries()[0]?.chat ?? 0
  await testServer.agent().accepts(chat)
  const n = await testServer.agent().writes(chat, 'good day')
  await page.receives('good day')
  return { chat, n }
}

async function follows(testServer: TestServer, chat: number) {
  const screen = await testServer.agent().connects()
  screen.send({ type: 'follow', chat, after: 0 })
  await screen.sees((frame) => frame.type === 'entries')
  return screen
}

/** A visitor calls from a page at this process. */
async function rings(testServer: TestServer, visitor: string) {
  await testServer.agent().call('PATCH', '/call-settings', { fromPage: true })
  const page = await openPage(testServer, { visitor })
  await soon(() => testServer.services.presence.anyOnline(1, [1, 2]))
  const answer = await page.ask({ t: 'call', id: nextId() })
  assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
  return { page, call: answer.call.id }
}

/** The names of visitors with an open page, as agents see them. */
async function onSite(testServer: TestServer): Promise<string[]> {
  const { body } = await testServer.agent().call('GET', '/visitors')
  return ((body['visitors'] ?? []) as { name: string | null }[]).map(({ name }) => String(name))
}

suite('messages between two processes over a real NATS server', { skip: await withoutNats() }, () => {
  let two: Two
  let integrator: IntegratorServer
  before(async () => {
    integrator = await startIntegratorServer()
    two = await startTwo(await findNats(), {
      channel: { serverUrl: `${integrator.url}/chat` },
      limits: { uploadsPerVisitor: 0.33 },
    })
    await two.seeEachOther()
  })
  after(async () => {
    await two.close()
    await integrator.close()
  })

  test('R6 every type of message has a row', () => {
    assert.deepEqual(Object.keys(ROWS).toSorted(), Object.keys(BUS_MESSAGES).toSorted())
  })

  for (const type of Object.keys(BUS_MESSAGES) as BusType[]) {
    const rule = type === 'erased' ? 'T52' : 'R6'
    test(`${rule} "${type}" reaches the other process and has its effect there`, { timeout: 60_000 }, () =>
      ROWS[type](two, integrator),
    )
  }
})
