import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Chat, ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { ENTRY_KINDS, type ChatState, type Command } from '@deskbell/rules'
import { CommitRefused } from '../../src/conversation/commit/input.ts'
import { statement } from '../../src/db/statement.ts'
import type { FileRow } from '../../src/files/rows.ts'
import { seedOfRun } from '../../../../tools/extent.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestServer, type TestAgent } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { storedFiles } from '../../src/files/effects.ts'
import { markFailing } from '../../src/settings/bot-failing.ts'
import { startServer } from './servers.ts'

/** The state of a client after a snapshot and the frames that follow it. */
class Screen {
  readonly chats = new Map<number, Chat>()
  readonly seen = new Map<number, number>()
  /** The newest entry that the agent has read. */
  readonly read = new Map<number, number>()
  readonly entries = new Map<number, Entry[]>()

  load(chats: readonly ChatForMe[]): void {
    for (const { seen, read = 0, ...chat } of chats) {
      this.see(chat)
      this.read.set(chat.id, Math.max(read, this.read.get(chat.id) ?? 0))
      this.seen.set(chat.id, Math.max(seen, this.seen.get(chat.id) ?? 0))
    }
  }

  see(chat: Chat): void {
    if ((this.chats.get(chat.id)?.last ?? 0) <= chat.last) this.chats.set(chat.id, chat)
    // No message of a new chat has been read.
    if (!this.seen.has(chat.id)) this.seen.set(chat.id, 0)
    if (!this.read.has(chat.id)) this.read.set(chat.id, 0)
    // A change of a visitor applies to all their chats.
    for (const [id, known] of this.chats)
      if (known.visitor.number === chat.visitor.number) this.chats.set(id, { ...known, visitor: chat.visitor })
  }

  apply(frame: ServerFrame): void {
    if (frame.type === 'chat') this.see(frame.chat)
    if (frame.type === 'seen') {
      this.seen.set(frame.chat, Math.max(frame.seen, this.seen.get(frame.chat) ?? 0))
      this.read.set(frame.chat, Math.max(frame.n ?? 0, this.read.get(frame.chat) ?? 0))
    }
    if (frame.type === 'entries')
      this.entries.set(frame.chat, [...(this.entries.get(frame.chat) ?? []), ...frame.entries])
  }

  /** The history with the last entry about each attachment. */
  history(chat: number): Entry[] {
    const entries = this.entries.get(chat) ?? []
    return entries.map((entry) => {
      if (entry.type !== 'message') return entry
      const attachments = entry.attachments.map((media, place) => {
        const word = entries.findLast(
          (later) => 'media' in later && later.of === entry.n && (later.attachment ?? 0) === place,
        )
        return word && 'media' in word ? word.media : media
      })
      return { ...entry, attachments }
    })
  }
}

async function snapshot(agent: TestAgent): Promise<ChatForMe[]> {
  return [...(await agent.chats('?limit=200')), ...(await agent.chats('?state=closed&limit=200'))]
}

/** Commits a command as a route or a delivery would. */
function does(testServer: TestServer, chat: number, command: Command, files: readonly FileRow[] = []) {
  return testServer.services.commit({ account: 1, target: { chat }, command, attached: [storedFiles.with(files)] })
}

for (const kind of testKinds())
  suite(`snapshots and events, ${kind}`, () => {
    test('a snapshot and the events after it equal a fresh snapshot, for every kind of event', async () => {
      const seed = seedOfRun()
      let state = seed
      const random = (below: number): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((state / 2 ** 32) * below)
      }
      const clock = handClock()
      const provider = await startIntegratorServer({ clock })
      const bot = {
        name: 'Helper',
        providerId: 'p',
        providerUrl: provider.url,
        token: 'a-provider-token',
        channels: ['Answered'],
      }
      const answered = { kind: 'api' as const, name: 'Answered', agents: [ANN, BOB] }
      const testServer = await startServer({
        kind,
        clock,
        channel: { serverUrl: null },
        channels: [answered],
        bots: [bot],
      })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        const screens: { screen: Screen; agent: TestAgent; live: Awaited<ReturnType<TestAgent['connects']>> }[] = []
        const watch = async (agent: TestAgent) => {
          const screen = new Screen()
          const live = await agent.connects()
          for (const frame of live.frames) screen.apply(frame)
          live.socket.on('message', (data: Buffer) => screen.apply(JSON.parse(data.toString())))
          screen.load(await snapshot(agent))
          for (const chat of screen.chats.keys()) live.send({ type: 'follow', chat, after: 0 })
          screens.push({ screen, agent, live })
        }
        const keys = ['a', 'b', 'c']
        await watch(ann)
        for (let turn = 0; turn < 80; turn++) {
          await clock.move(random(90_000))
          if (turn === 30 || turn === 60) await watch(bob)
          const key = keys[random(keys.length)] ?? 'a'
          const agent = random(2) ? ann : bob
          const chats = (await ann.chats()).map(({ id }) => id)
          const chat = chats[random(chats.length)]
          if (random(3) === 0 || chat === undefined) {
            await testServer
              .visitor(key, random(3) ? {} : { name: `${key} ${turn}`, invite: `come ${turn}` })
              .writes(`turn ${turn}`)
            continue
          }
          await act(testServer, agent, chat, random(9), turn).catch((error: unknown) => {
            // A rule may refuse the command; that is a valid result.
            if (!(error instanceof CommitRefused) && !(error as Error).message.startsWith('409 ')) throw error
          })
        }
        await everyKind(testServer, ann)
        await everyKindOfBots(testServer, ann, (ms) => clock.move(ms))
        await testServer.settled()
        // A client that began to follow late has all entries now.
        const all = await snapshot(ann)
        for (const { live, screen } of screens)
          for (const { id } of all) {
            const after = screen.entries.get(id)?.at(-1)?.n ?? 0
            if (!screen.entries.has(id)) live.send({ type: 'follow', chat: id, after })
          }
        for (const { live } of screens) {
          await Promise.all(
            all
              .filter(({ last }) => last > 0)
              .map(({ id, last }) =>
                live.sees((frame) => frame.type === 'entries' && frame.chat === id && frame.entries.at(-1)?.n === last),
              ),
          )
          live.send({ type: 'ping' })
        }
        for (const { live } of screens) await live.sees((frame) => frame.type === 'pong')

        for (const { screen, agent } of screens) {
          const fresh = new Screen()
          fresh.load(await snapshot(agent))
          const byId = (map: Map<number, unknown>) => [...map].toSorted(([a], [b]) => a - b)
          assert.deepEqual(byId(screen.chats), byId(fresh.chats), `seed ${seed}`)
          assert.deepEqual(byId(screen.seen), byId(fresh.seen), `seed ${seed}`)
          assert.deepEqual(byId(screen.read), byId(fresh.read), `seed ${seed}`)
          for (const chat of screen.chats.keys()) {
            const [seen, read] = [screen.history(chat), await agent.entries(chat)]
            // A client reads the entries of an erased chat again: only their numbers stay the same.
            const isErased = seen.some(({ type }) => type === 'chat.erased')
            const shown = (entries: readonly Entry[]) =>
              isErased ? entries.map(({ n, type, at }) => [n, type, at]) : entries
            assert.deepEqual(shown(seen), shown(read), `seed ${seed}, chat ${chat}`)
          }
        }
        const kinds = new Set(
          screens.flatMap(({ screen }) => [...screen.entries.values()].flat().map(({ type }) => type)),
        )
        assert.deepEqual([...kinds].toSorted(), Object.keys(ENTRY_KINDS).toSorted())
        for (const { live } of screens) live.close()
      } finally {
        await testServer.close()
        await provider.close()
      }
    })
  })

async function act(
  testServer: TestServer,
  agent: TestAgent,
  chat: number,
  what: number,
  turn: number,
): Promise<unknown> {
  const { last, received, failed } = await agent.chat(chat)
  switch (what) {
    case 0:
      return agent.accepts(chat)
    case 1:
      return agent.accepts(chat, { takeOver: true })
    case 2:
    case 3:
      return agent.writes(chat, `answer ${turn}`)
    case 4:
      return agent.call('POST', `/chats/${chat}/read`, { n: last, received })
    case 5:
      return turn % 3 === 0 ? agent.closes(chat) : undefined
    case 6: {
      const failures = failed > 0 ? (await agent.entries(chat)).filter(({ type }) => type === 'message.failed') : []
      const first = failures.at(-1)
      return first?.type === 'message.failed' && agent.call('POST', `/chats/${chat}/messages/${first.of}/resend`)
    }
    case 7:
      return does(testServer, chat, { type: 'delivery.failed', of: 1, code: 'x', text: `not taken ${turn}` })
    default:
      return does(testServer, chat, { type: 'delivery.succeeded', of: 1 })
  }
}

/** Commands that the random sequence may not contain. */
async function everyKind(testServer: TestServer, ann: TestAgent): Promise<void> {
  await testServer.visitor('z').writes('first')
  const chat = (await ann.chats()).find(({ visitor }) => visitor.id === 'z')?.id ?? 0
  await testServer.visitor('z', { name: 'Zoe', invite: 'come in' }).writes('second')
  const media = { kind: 'photo', host: 'cdn.test', name: 'x.png' } as const
  const attachments = [{ media }, { media: { ...media, name: 'y.png' } }]
  const send = async (id: string) => {
    const done = await does(testServer, chat, { type: 'visitor.write', id, text: '', attachments, profile: {} })
    return done.kind === 'done' ? (done.entries.at(-1)?.n ?? 0) : 0
  }
  const [missed, arrived] = [await send('m1'), await send('m2')]
  const reason = 'the server refused the connection'
  await does(testServer, chat, { type: 'media.missed', of: missed, media, reason })
  await does(testServer, chat, { type: 'media.missed', of: missed, attachment: 1, media, reason })
  const file: FileRow = {
    account: 1,
    id: 'A'.repeat(22),
    chat,
    entry: arrived,
    purpose: 'media',
    name: 'x.png',
    mime: 'image/png',
    inline: true,
    size: 7,
    width: 2,
    height: 3,
    thumb: true,
    at: testServer.clock.now(),
  }
  await does(
    testServer,
    chat,
    { type: 'media.arrived', of: arrived, attachment: 1, media: { ...media, file: file.id } },
    [file],
  )
  await does(testServer, chat, { type: 'visitor.edit', of: 1, text: 'first of all' })
  await ann.accepts(chat)
  const n = await ann.writes(chat, 'to nowhere')
  await testServer.settled()
  await does(testServer, chat, { type: 'delivery.failed', of: n, text: 'not taken' })
  await ann.call('POST', `/chats/${chat}/messages/${n}/resend`)
  await does(testServer, chat, { type: 'delivery.succeeded', of: n })
  await does(testServer, chat, { type: 'visitor.rate', rating: 'positive' })
  const department = { id: 1, name: 'Sales' }
  await does(testServer, chat, { type: 'agent.route', agent: { id: 1, name: 'Ann' }, anyone: true, department })
  await ann.accepts(chat)
  const chosen = { type: 'visitor.write', id: 'c', text: 'hi', profile: {}, department } as const
  await testServer.services.commit({ account: 1, target: { channel: 1, key: 'chooses' }, command: chosen })
  const [entry] = (await ann.entries(chat)).filter((one) => one.n === arrived)
  assert.ok(entry?.type === 'message')
  const [pending, stored] = entry.attachments
  assert.deepEqual([pending?.state, stored?.state], ['pending', 'stored'])
  assert.ok(stored?.thumb)
  const crm = { webhook: 1, name: 'CRM', to: 1, fields: [{ title: 'Plan' }], link: 'https://crm.test/7' }
  await ann.call('POST', '/webhooks', { url: null, events: ['chat_updated'] })
  await testServer.visitor('z', { name: 'Zoe Z' }).writes('third')
  await does(testServer, chat, { type: 'crm.answer', ...crm, assignable: true, profile: {} })
  await ann.call('POST', `/chats/${chat}/assign`, { link: crm.link })
  const { contact } = (await ann.chat(chat)).visitor
  await ann.call('PATCH', `/contacts/${contact}`, { name: 'Edited', phone: null })
  const vip = await ann.call('POST', '/tags', { name: 'VIP' })
  await ann.call('POST', `/chats/${chat}/tags`, { add: [vip.body['id']] })
  await ann.call('POST', `/chats/${chat}/scheduled`, { text: 'a moment', hold: 30_000 })
  await ann.call('DELETE', `/chats/${chat}/scheduled/${(await ann.chat(chat)).scheduled?.[0]?.id}`)
  await ann.call('POST', `/chats/${chat}/snooze`, { until: null })
  await ann.call('POST', `/chats/${chat}/wake`)
  await ann.call('POST', `/chats/${chat}/hand-over`, { to: 2 })
  await ann.call('POST', `/chats/${chat}/accept`, { takeOver: true })
  const bob = testServer.agent(BOB)
  await ann.call('PUT', `/chats/${chat}/offer`, { to: 2, comment: 'knows refunds' })
  await bob.call('POST', `/chats/${chat}/decline`, { reason: 'at lunch' })
  await ann.call('PUT', `/chats/${chat}/offer`, { to: 2 })
  await ann.call('DELETE', `/chats/${chat}/offer`)
  for (const answer of ['decline', 'join', 'leave']) {
    if (answer !== 'leave') await ann.call('POST', `/chats/${chat}/colleagues`, { to: 2 })
    await bob.call('POST', `/chats/${chat}/${answer}`, answer === 'decline' ? {} : undefined)
  }
  await bob.call('POST', `/chats/${chat}/messages`, { text: 'too late' })
  await ann.call('POST', `/chats/${chat}/leave`)
  const { epoch } = await stateOf(testServer, chat)
  const why = { by: 'round-robin', load: 0, capacity: 5, among: 1, team: department } as const
  const to = { id: 1, name: 'Ann' }
  const overflow = { type: 'routing.overflow', why: 'nobody', waited: 5, before: department, to: 'form' } as const
  await does(testServer, chat, { ...overflow, turn: 'a turn', epoch })
  await does(testServer, chat, { type: 'routing.offer', to, within: 60_000, why, turn: 'a turn', epoch })
  await ann.accepts(chat)
  await ann.call('POST', `/chats/${chat}/notes`, { text: 'a regular customer' })
  await ann.call('POST', `/chats/${chat}/close`, { undoFor: 5000 })
  await ann.call('POST', `/chats/${chat}/keep-open`)
  await ann.closes(chat)
  await ann.call('POST', `/chats/${chat}/block`)
  await ann.call('POST', `/chats/${chat}/unblock`)
  await testServer.visitor('leaves', { name: 'Lea' }).writes('forget me')
  const leaves = (await ann.chats()).find(({ visitor }) => visitor.id === 'leaves')
  await ann.accepts(leaves?.id ?? 0)
  assert.equal((await ann.call('DELETE', `/visitors/${leaves?.visitor.number}`)).status, 200)
}

const readState = statement('test_chat_state', 'select state from chat where account_id = 1 and id = $1')

async function stateOf({ services: { db } }: TestServer, chat: number): Promise<ChatState> {
  const [row] = await db.query<{ state: ChatState }>(readState, [chat])
  assert.ok(row)
  return row.state
}

/** Commands of bots. */
async function everyKindOfBots(
  testServer: TestServer,
  ann: TestAgent,
  passes: (ms: number) => Promise<void>,
): Promise<void> {
  const { directory, commit, db, clock } = testServer.services
  const channel = directory.channels(1).find(({ name }) => name === 'Answered')?.id ?? 0
  const [record] = directory.bots(1)
  if (!record) throw new Error('there is no bot')
  const bot = { id: record.id, name: record.name }
  const begins = async (key: string): Promise<number> => {
    const command = { type: 'visitor.write', id: key, text: 'hello', profile: {} } as const
    const done = await commit({ account: 1, target: { channel, key }, command })
    return done.kind === 'done' ? (done.chat ?? 0) : 0
  }
  const invited = await begins('invites')
  await does(testServer, invited, { type: 'bot.write', bot, id: 'b1', text: 'one moment', digest: 'd' })
  await commit({
    account: 1,
    target: { chat: invited },
    command: { type: 'visitor.write', id: 'again', text: 'and?', profile: {} },
  })
  await does(testServer, invited, { type: 'bot.write', bot, id: 'b0', text: 'yes?' })
  await does(testServer, invited, { type: 'bot.take', bot: bot.id, of: 2, at: testServer.clock.now() + 1 })
  await does(testServer, invited, { type: 'bot.invite', bot })
  await testServer.visitor('returns').writes('hello')
  const routed = (await ann.chats()).find(({ visitor }) => visitor.id === 'returns')?.id ?? 0
  await ann.accepts(routed)
  const department = { id: 1, name: 'Sales' }
  await does(testServer, routed, { type: 'agent.route', agent: { id: 1, name: 'Ann' }, anyone: true, department })
  await passes(121_000)
  await does(testServer, invited, { type: 'time.pass' })
  await passes(180_000)
  await does(testServer, routed, { type: 'time.pass' })
  await ann.accepts(invited)
  await does(testServer, invited, { type: 'bot.write', bot, id: 'b2', text: 'too late' })
  await ann.call('POST', `/chats/${invited}/leave`)
  const failed = await begins('fails')
  await does(testServer, failed, { type: 'bot.gave-up', bot: bot.id, of: 2, text: 'no answer within 3 seconds' })
  // A message that the bot accepts after this mark would end it.
  await testServer.settled()
  const at = clock.now()
  await db.transaction((tx) =>
    markFailing(tx, { account: 1, bot: bot.id, at, reason: 'it is down', probeAt: at + 3_600_000 }),
  )
  await directory.refresh()
  await begins('is spared')
}
