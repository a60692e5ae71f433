import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestServer } from '../test-server.ts'
import { addAccount, addAgent, enter, startServer } from './servers.ts'

/** The number of actions while sockets are open. */
const TURNS = extent(60, 600)

type Agent = Awaited<ReturnType<typeof addAgent>>

/** The same numbers every time; a failing run prints its seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

for (const kind of testKinds())
  suite(`who sees what, ${kind}`, () => {
    let testServer: TestServer
    before(async () => void (testServer = await startServer({ kind })))
    after(() => testServer.close())

    /** A channel to which exactly these are assigned. */
    async function addChannel(agents: number[]) {
      const made = await testServer.agent(ANN).call('POST', '/channels', { name: 'More', agents })
      assert.equal(made.status, 201, made.text)
      const { id, address } = made.body as unknown as { id: number; address: string }
      const url = testServer.url + new URL(address).pathname
      const writes = async (key: string, text = 'hi'): Promise<number> => {
        const body = JSON.stringify({ sender: { id: key }, message: { type: 'text', text } })
        const answer = await testServer.ask(url, { method: 'POST', body })
        assert.equal(answer.status, 200, answer.text)
        const chats = await testServer.agent(ANN).chats()
        return chats.find(({ visitor, channel }) => visitor.id === key && channel.id === id)?.id ?? 0
      }
      return { id, writes }
    }

    test('T18 each role does what the table says', async () => {
      const admin = await addAgent(testServer, 'admin18@shop.test', 'admin')
      const assigned = await addAgent(testServer, 'assigned18@shop.test')
      const holder = await addAgent(testServer, 'holder18@shop.test')
      const agent = await addAgent(testServer, 'agent18@shop.test')
      const channel = await addChannel([assigned.id, holder.id])
      const chat = await channel.writes('t18')
      await holder.accepts(chat)
      await testServer.agent(ANN).call('PATCH', `/channels/${channel.id}`, { agents: [assigned.id] })
      const victim = await addAgent(testServer, 'victim18@shop.test')

      const [token = { id: 0 }] = (await victim.call('GET', '/me/tokens')).body['tokens'] as unknown as { id: number }[]

      // Some operations need a recently given password, so each agent is signed in.
      const people: Record<string, { call: Agent['call'] }> = {
        owner: await enter(testServer, ANN),
        admin: await enter(testServer, admin.email),
        holder: await enter(testServer, holder.email),
        assigned: await enter(testServer, assigned.email),
        agent: await enter(testServer, agent.email),
      }
      const near = ['owner', 'admin', 'holder', 'assigned']
      const admins = ['owner', 'admin']
      const all = Object.keys(people)
      const actions: [string, string, unknown, string[], number][] = [
        ['GET', `/chats/${chat}`, undefined, near, 404],
        ['GET', `/chats/${chat}/entries`, undefined, near, 404],
        ['GET', `/chats/${chat}/earlier`, undefined, near, 404],
        ['POST', `/chats/${chat}/read`, { n: 1, received: 1 }, near, 404],
        ['POST', `/chats/${chat}/accept`, {}, ['holder'], 0],
        ['POST', `/chats/${chat}/messages`, { text: 'x' }, ['holder'], 0],
        ['GET', '/channels', undefined, all, 403],
        ['GET', `/channels/${channel.id}`, undefined, all, 403],
        ['PATCH', `/channels/${channel.id}`, { name: 'More' }, admins, 403],
        ['GET', `/channels/${channel.id}/secret`, undefined, admins, 403],
        ['POST', `/channels/${channel.id}/rotate`, undefined, admins, 403],
        ['POST', `/channels/${channel.id}/secret/rotate`, undefined, admins, 403],
        ['GET', `/channels/${channel.id}/notes`, undefined, admins, 403],
        ['GET', `/channels/${channel.id}/deliveries`, undefined, admins, 403],
        ['POST', '/channels', { name: 'New' }, admins, 403],
        ['GET', '/deliveries', undefined, admins, 403],
        ['GET', '/archive', undefined, all, 403],
        ['GET', '/search?q=a', undefined, all, 403],
        ['GET', '/search/chats?q=a', undefined, all, 403],
        ['GET', '/offline-messages', undefined, all, 403],
        ['GET', '/settings', undefined, all, 403],
        ['PATCH', '/settings', { mailLogTo: [] }, admins, 403],
        ['GET', '/checklist', undefined, admins, 403],
        ['PATCH', '/checklist', { hidden: true }, admins, 403],
        ['GET', '/webhooks', undefined, admins, 403],
        ['POST', '/webhooks', { url: 'http://127.0.0.1:9/hook' }, admins, 403],
        ['GET', '/webhooks/1', undefined, admins, 403],
        ['PATCH', '/webhooks/1', { name: 'CRM' }, admins, 403],
        ['POST', '/webhooks/1/secret', undefined, admins, 403],
        ['POST', '/webhooks/1/stream', undefined, admins, 403],
        ['DELETE', '/webhooks/1/stream', undefined, admins, 403],
        ['POST', '/webhooks/1/test', { event: 'chat_accepted' }, admins, 403],
        ['POST', '/webhooks/1/replay', { from: 0 }, admins, 403],
        ['GET', '/webhooks/1/deliveries', undefined, admins, 403],
        ['DELETE', '/webhooks/1', undefined, admins, 403],
        ['GET', '/agents', undefined, all, 403],
        ['PATCH', `/agents/${victim.id}`, { name: 'Vic' }, admins, 403],
        ['GET', `/agents/${victim.id}/tokens`, undefined, admins, 403],
        ['DELETE', `/agents/${victim.id}/tokens/${token.id}`, undefined, admins, 403],
        ['PATCH', `/agents/${victim.id}`, { role: 'owner' }, ['owner'], 403],
        ['GET', `/agents/${victim.id}/tokens`, undefined, ['owner'], 403],
        ['PATCH', `/agents/${victim.id}`, { name: 'Vi' }, ['owner'], 403],
        ['DELETE', `/agents/${victim.id}`, undefined, ['owner'], 403],
        ['DELETE', `/channels/${channel.id}`, undefined, admins, 403],
      ]
      for (const [method, path, body, may, refused] of actions)
        for (const who of all.toReversed()) {
          const answer = await people[who]?.call(method, path, body)
          const title = `${who}: ${method} ${path}: ${answer?.text}`
          if (!answer) continue
          // An object that several agents may end is ended once.
          if (method === 'DELETE' && answer.status === 404) continue
          if (may.includes(who)) assert.ok(answer.status < 300, title)
          else if (refused > 0) assert.equal(answer.status, refused, title)
          else assert.ok([404, 409].includes(answer.status), title)
        }
    })

    test('T18 owners and admins close, leave and block in chats of other agents; assigned agents do not', async () => {
      const admin = await addAgent(testServer, 'admin-others@shop.test', 'admin')
      const holder = await addAgent(testServer, 'holder-others@shop.test')
      const assigned = await addAgent(testServer, 'assigned-others@shop.test')
      const channel = await addChannel([holder.id, assigned.id])
      for (const path of ['close', 'leave', 'block']) {
        const chat = await channel.writes(`others ${path}`)
        await holder.accepts(chat)
        const refused = await assigned.call('POST', `/chats/${chat}/${path}`, {})
        assert.equal(refused.status, 409, path)
        assert.match(refused.text, /"taken"/)
        const done = await admin.call('POST', `/chats/${chat}/${path}`, {})
        assert.equal(done.status, 200, done.text)
      }
    })

    test('T18 an agent can act only on chats and channels that are assigned to them', async () => {
      const carl = await addAgent(testServer, 'carl18@shop.test')
      const channel = await addChannel([])
      const chat = await channel.writes('unseen')
      assert.deepEqual(
        (await carl.chats()).filter(({ id }) => id === chat),
        [],
      )
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/entries'],
        ['GET', '/earlier'],
        ['POST', '/accept', {}],
        ['POST', '/close', {}],
        ['POST', '/messages', { text: 'x' }],
        ['POST', '/typing', {}],
        ['POST', '/read', { n: 1, received: 1 }],
      ] as const)
        assert.equal((await carl.call(method, `/chats/${chat}${path}`, body)).status, 404, path)
      await testServer.agent(ANN).call('PATCH', `/channels/${channel.id}`, { agents: [carl.id] })
      assert.equal((await carl.chat(chat)).id, chat)
      assert.deepEqual(
        (await carl.chats()).map(({ id }) => id),
        [chat],
      )
    })

    test('T23 the data of channels and messages that agents get contains no internal field', async () => {
      const dora = await addAgent(testServer, 'dora23@shop.test')
      const channel = await addChannel([dora.id])
      const header = { name: 'X-Key', value: 'sentinel-header' }
      await testServer
        .agent(ANN)
        .call('PATCH', `/channels/${channel.id}`, { header, serverUrl: 'http://127.0.0.1:9/sentinel-path' })
      const record = testServer.services.directory.channel(1, channel.id)
      const live = await dora.connects()
      const chat = await channel.writes('t23', 'seen by all')
      await testServer.services.commit({
        account: 1,
        target: { chat },
        command: {
          type: 'visitor.write',
          id: 'm1',
          text: 'with a picture',
          theirId: 'sentinel-their-id',
          attachments: [{ media: { kind: 'photo', host: 'cdn.test', mime: 'sentinel/mime' } }],
          profile: {},
        },
      })
      live.send({ type: 'follow', chat, after: 0 })
      await live.sees((frame) => frame.type === 'entries' && frame.entries.some((entry) => entry.n === 2))
      const seen = [
        JSON.stringify(live.frames),
        (await dora.call('GET', '/channels')).text,
        (await dora.call('GET', `/channels/${channel.id}`)).text,
        (await dora.call('GET', `/chats/${chat}/entries`)).text,
        (await dora.call('GET', '/chats')).text,
      ].join('\n')
      assert.match(seen, /with a picture/)
      assert.doesNotMatch(seen, /sentinel/)
      for (const secret of [record?.random, record?.secrets[0], record?.secrets[0]?.slice(-8)])
        assert.ok(!seen.includes(secret ?? '?'), 'a secret of the channel')
      // Who may know the address still reads the header as dots.
      const known = (await testServer.agent(ANN).call('GET', `/channels/${channel.id}`)).text
      assert.match(known, /sentinel-path/)
      assert.doesNotMatch(known, /sentinel-header/)
      live.close()
    })

    test('T21 a socket receives only data that its session may see', async () => {
      const seed = seedOfRun()
      const random = randomOf(seed)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const other = await addAccount(testServer, { email: 'olga21@other.test', chats: 2 })
      const agents = [await addAgent(testServer, 'eva21@shop.test'), await addAgent(testServer, 'finn21@shop.test')]
      const channels = await Promise.all(
        [agents.slice(0, 1), agents.slice(1), agents, []].map((some) => addChannel(some.map(({ id }) => id))),
      )
      const ann = testServer.agent(ANN)
      const people = [ann, testServer.agent(BOB), ...agents]
      const lines = await Promise.all(
        [...people, other.agent].map(async (agent) => ({ agent, line: await agent.connects() })),
      )
      const chats: number[] = []
      for (const [i, channel] of channels.entries()) chats.push(await channel.writes(`x${i}`))

      // Every agent asks to follow every chat. Chats that an agent may not see are refused; a lost access ends the
      // following.
      for (const { line } of lines) for (const chat of chats) line.send({ type: 'follow', chat, after: 0 })
      const holders = new Map<number, number | undefined>()
      for (let turn = 0; turn < TURNS; turn++) {
        const i = Math.floor(random() * channels.length)
        const chat = chats[i] ?? 0
        const act = Math.floor(random() * 4)
        if (act === 0) await channels[i]?.writes(`x${i}`, `turn ${turn}`)
        else if (act === 1) await pick(people).call('POST', `/chats/${chat}/accept`, { takeOver: true })
        else if (act === 2) await pick(people).call('POST', `/chats/${chat}/typing`, { on: true })
        else if (act === 3) await other.agent.call('POST', '/chats/1/accept', { takeOver: true })
        const answer = await ann.chat(chat)
        holders.set(chat, answer.agent?.id)
      }
      // Frames that were sent before the answer to a ping have arrived when the answer has.
      await testServer.services.commit.idle()
      for (const { line } of lines) line.send({ type: 'ping' })
      await Promise.all(lines.map(({ line }) => line.sees(({ type }) => type === 'pong')))

      const directory = testServer.services.directory
      const channelOf = new Map(chats.map((chat, i) => [chat, channels[i]?.id ?? 0]))
      let checked = 0
      for (const { agent, line } of lines) {
        const me = line.frames[0]?.type === 'welcome' ? line.frames[0].me : undefined
        assert.ok(me)
        const everHeld = new Set(
          (await Promise.all(chats.map(async (chat) => ({ chat, entries: await ann.entries(chat) }))))
            .filter(({ entries }) => entries.some((one) => one.type === 'agent.joined' && one.agent.id === me.id))
            .map(({ chat }) => chat),
        )
        for (const frame of line.frames) {
          checked++
          const chat = chatOf(frame)
          if (chat === undefined || frame.type === 'refused') continue
          const title = `seed ${seed}: ${agent.email} saw ${JSON.stringify(frame).slice(0, 200)}`
          if (me.account.id !== 1) {
            assert.ok(chat <= 2, title)
            assert.doesNotMatch(JSON.stringify(frame), /turn|More/, title)
            continue
          }
          assert.doesNotMatch(JSON.stringify(frame), /Otto|secret of/, title)
          if (me.role !== 'agent') continue
          const assigned = directory.channel(1, channelOf.get(chat) ?? 0)?.agents.has(me.id)
          // Chats of the other tests on this server are Bob's, too.
          if (!channelOf.has(chat)) continue
          assert.ok(assigned || everHeld.has(chat), title)
          // An agent without the channel is shown only chats that they hold at that moment.
          if (!assigned && frame.type === 'chat') assert.equal(frame.chat.agent?.id, me.id, title)
        }
      }
      tell({ what: `T21 frames at sockets, ${kind}`, count: checked, violations: 0 })
      assert.ok(checked > 50, `${checked} frames`)
      for (const { line } of lines) line.close()
    })

    test('T21 how far an agent has read is pushed to their own sockets alone', async () => {
      const hugo = await addAgent(testServer, 'hugo21@shop.test')
      const channel = await addChannel([hugo.id])
      const chat = await channel.writes('read')
      const ann = testServer.agent(ANN)
      const lines = await Promise.all([ann, ann, hugo].map((agent) => agent.connects()))
      const [window, another, other] = lines
      window?.send({ type: 'read', chat, n: 1, received: 1 })
      for (const line of [window, another]) await line?.sees((frame) => frame.type === 'seen' && frame.chat === chat)
      other?.send({ type: 'ping' })
      await other?.sees((frame) => frame.type === 'pong')
      for (const line of lines) line.close()
      assert.ok(!other?.frames.some((frame) => frame.type === 'seen'))
    })

    test('T21 a chat that the agent may no longer see is not followed any more, and the inbox is reported as stale', async () => {
      const gina = await addAgent(testServer, 'gina21@shop.test')
      const channel = await addChannel([gina.id])
      const chat = await channel.writes('lost')
      await gina.accepts(chat)
      await testServer.agent(ANN).call('PATCH', `/channels/${channel.id}`, { agents: [] })
      const live = await gina.connects()
      live.send({ type: 'follow', chat, after: 0 })
      await live.sees((frame) => frame.type === 'entries')
      await testServer.agent(ANN).accepts(chat, { takeOver: true })
      await live.sees((frame) => frame.type === 'stale' && frame.what === 'inbox')
      await channel.writes('lost', 'not for Gina')
      live.send({ type: 'ping' })
      await live.sees((frame) => frame.type === 'pong')
      assert.doesNotMatch(JSON.stringify(live.frames), /not for Gina/)
      live.close()
    })
  })

function chatOf(frame: ServerFrame): number | undefined {
  if (frame.type === 'chat') return frame.chat.id
  return 'chat' in frame ? frame.chat : undefined
}
