import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ArchivePage } from '@deskbell/protocol/agent/archive'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, type TestAgent, type TestServer } from '../test-server.ts'
import { addAgent, startServer } from './servers.ts'

const SECRET = 'sentinel7'

for (const kind of testKinds())
  suite(`private notes, ${kind}`, () => {
    let testServer: TestServer
    let integrator: Awaited<ReturnType<typeof startIntegratorServer>>
    let [ann, bob]: TestAgent[] = []
    before(async () => {
      integrator = await startIntegratorServer()
      testServer = await startServer({
        kind,
        channel: { serverUrl: `${integrator.url}/chat` },
        channels: [WIDGET],
        webhooks: [{ name: 'CRM', url: `${integrator.url}/crm` }],
      })
      ann = testServer.agent(ANN)
      bob = testServer.agent(BOB)
    })
    after(async () => {
      await testServer.close()
      await integrator.close()
    })

    const chatOf = async (key: string): Promise<number> => {
      await testServer.visitor(key).writes('hello')
      return (await ann!.chats('?limit=200')).find(({ visitor }) => visitor.id === key)?.id ?? 0
    }
    const note = (agent: TestAgent | undefined, chat: number, body: object, key?: string) =>
      agent!.call('POST', `/chats/${chat}/notes`, body, key === undefined ? {} : { 'idempotency-key': key })
    const bobsId = () => testServer.services.directory.agents(1).find(({ email }) => email === BOB)?.id ?? 0

    test('agents read a note, and no request to the channel or a webhook contains it', async () => {
      const chat = await chatOf('n1')
      await bob!.accepts(chat)
      const socket = await bob!.connects()
      socket.send({ type: 'follow', chat, after: 0 })
      assert.equal((await note(ann, chat, { text: `she is ${SECRET}`, mentions: [bobsId()] })).status, 200)
      await socket.sees(
        (frame) => frame.type === 'entries' && frame.entries.some(({ type }) => type === 'note.written'),
      )
      await bob!.writes(chat, 'good morning')
      await bob!.closes(chat)
      await testServer.settled()
      const entries = await bob!.entries(chat)
      const written = entries.find((entry) => entry.type === 'note.written')
      assert.ok(written?.type === 'note.written')
      assert.equal(written.text, `she is ${SECRET}`)
      assert.deepEqual(written.mentions, [bobsId()])
      const sent = integrator.requests.map(({ body }) => String(body)).join('\n')
      assert.match(sent, /good morning/)
      assert.doesNotMatch(sent, new RegExp(SECRET))
      socket.socket.close()
    })

    test('the visitor of a widget does not get a note, live or after a reload', async () => {
      const page = await openPage(testServer, { visitor: 'vera' })
      await page.writes('hi from the shop')
      const chat = (await ann!.chats()).find(({ channel }) => channel.kind === 'widget')?.id ?? 0
      assert.equal((await note(ann, chat, { text: SECRET })).status, 200)
      await ann!.accepts(chat)
      await ann!.writes(chat, 'seen by all')
      await page.receives('seen by all')
      assert.doesNotMatch(JSON.stringify(page.frames), new RegExp(SECRET))
      await page.close()
    })

    test('the same key writes a note once', async () => {
      const chat = await chatOf('n2')
      const first = await note(ann, chat, { text: 'once' }, 'k1')
      const again = await note(ann, chat, { text: 'once' }, 'k1')
      assert.deepEqual([again.status, again.body['n']], [200, first.body['n']])
      assert.equal((await note(ann, chat, { text: 'twice' }, 'k1')).status, 422)
    })

    test('a note needs text, at most 10 000 characters, and at most 20 mentions', async () => {
      const chat = await chatOf('n3')
      assert.equal((await note(ann, chat, { text: ' ' })).status, 400)
      assert.equal((await note(ann, chat, { text: 'x'.repeat(10_001) })).body['error']?.['code'], 'text_too_long')
      const many = Array.from({ length: 21 }, (_, index) => index + 1)
      assert.equal((await note(ann, chat, { text: 'x', mentions: many })).status, 400)
      assert.equal((await note(ann, chat, { text: 'x'.repeat(10_000) })).status, 200)
    })

    test('T18 only agents who may see the chat can be mentioned', async () => {
      const { id: eve } = await addAgent(testServer, 'eve@shop.test')
      const chat = await chatOf('n4')
      const refused = await note(ann, chat, { text: '@Eve', mentions: [bobsId(), eve] })
      assert.equal(refused.status, 400)
      assert.deepEqual(refused.body['error'], {
        code: 'invalid_field',
        field: '/mentions/1',
        why: { reason: 'agent_not_here', number: eve },
        message: `Agent ${eve} may not see this chat.`,
      })
      assert.equal((await note(ann, chat, { text: 'x', mentions: [999_999] })).body['error']?.['field'], '/mentions/0')
    })

    test('a mention is marked until the agent has read it', async () => {
      const chat = await chatOf('n5')
      const { n = 0 } = (await note(ann, chat, { text: '@Bob', mentions: [bobsId()] })).body
      const row = await bob!.chat(chat)
      assert.deepEqual(row.mentions, [{ agent: bobsId(), n }])
      assert.ok((row.read ?? 0) < n)
      const socket = await bob!.connects()
      socket.send({ type: 'read', chat, n, received: row.received })
      await socket.sees((frame) => frame.type === 'seen' && frame.chat === chat && frame.n === n)
      assert.equal((await bob!.chat(chat)).read, n)
      socket.socket.close()
    })

    test('a note in a closed chat is found in the archive, and erased with the visitor', async () => {
      const chat = await chatOf('n6')
      await ann!.accepts(chat)
      await ann!.closes(chat)
      assert.equal((await note(ann, chat, { text: 'the parcel was marmalade' })).status, 200)
      await testServer.settled()
      const found = async () => (await ann!.call('GET', '/archive?q=marmalade')).body as unknown as ArchivePage
      const [hit] = (await found()).chats
      assert.equal(hit?.id, chat)
      assert.equal(hit?.snippet?.note, true)
      assert.equal(hit?.snippet?.text, 'the parcel was marmalade')
      const { number } = (await ann!.chat(chat)).visitor
      assert.ok((await ann!.call('DELETE', `/visitors/${number}`)).status < 300)
      await testServer.settled()
      assert.deepEqual((await found()).chats, [])
      assert.equal((await note(ann, chat, { text: 'too late' })).status, 409)
      for (const entry of await ann!.entries(chat)) if (entry.type === 'note.written') assert.equal(entry.text, '')
    })
  })
