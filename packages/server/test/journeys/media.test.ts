import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Entry, MessageEntry } from '@deskbell/protocol/agent/entry'
import { statement } from '../../src/db/statement.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, PUBLIC_ID, startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'

const TOKEN = 'bot1234567:AAtokenThatNobodyMaySee'
const tables = statement(
  'test_media_tables',
  `select table_name as name from information_schema.tables where table_schema = current_schema()`,
)

for (const kind of testKinds())
  describe(`media, ${kind}`, () => {
    let integrator: IntegratorServer
    let testServer: TestServer
    let picture: Buffer
    const log: string[] = []
    before(async () => {
      picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#369' } })
        .withExif({ IFD0: { Copyright: 'secret place' } })
        .jpeg()
        .toBuffer()
      integrator = await startIntegratorServer()
      integrator.behaves((request, response) => {
        if (request.path.includes('missing')) return void response.writeHead(404).end()
        if (request.path.includes('html'))
          return void response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>')
        response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
      })
      testServer = await startTestServer({ kind, onLog: (line) => log.push(line) })
    })
    after(async () => {
      await testServer.close()
      await integrator.close()
    })

    const fileAt = (path: string) => `${integrator.url}/${TOKEN}/${path}`
    async function chatOf(key: string): Promise<number> {
      const chat = (await testServer.agent().chats('?limit=200')).find((one) => one.visitor.id === key)
      if (!chat) throw new Error(`no chat of ${key}`)
      return chat.id
    }
    async function messageOf(key: string): Promise<MessageEntry> {
      const entry = (await testServer.agent().entries(await chatOf(key))).find((one: Entry) => one.type === 'message')
      assert.ok(entry?.type === 'message')
      return entry
    }

    for (const type of ['video', 'audio', 'voice', 'photo', 'sticker', 'document'] as const)
      test(`A16 A19 a ${type} is fetched, stored, and shown by our own link`, async () => {
        const answer = await testServer.visitor(`a16 ${type}`).sends({
          type,
          file: fileAt(`${type}.jpg`),
          file_name: `my ${type}.jpg`,
          file_size: 1234,
          text: 'look',
          duration: '7',
          width: -1,
        })
        assert.equal(answer.status, 200)
        await testServer.settled()
        const { attachments, text } = await messageOf(`a16 ${type}`)
        const [media, ...others] = attachments
        assert.deepEqual(others, [])
        assert.equal(text, 'look')
        assert.equal(media?.kind, type)
        assert.equal(media?.state, 'stored')
        assert.equal(media?.duration, 7)
        assert.equal(media?.width, 640)
        const file = await testServer.ask((media?.url ?? '').replace(/^https?:\/\/[^/]+/, testServer.url))
        assert.equal(file.status, 200)
        assert.equal(file.headers.get('content-type'), 'image/jpeg')
        assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
        assert.match(file.headers.get('content-security-policy') ?? '', /sandbox/)
        assert.ok(!file.text.includes('secret place'), 'metadata is taken out')
      })

    test('A16 a location needs no file', async () => {
      await testServer
        .visitor('a16 location')
        .sends({ type: 'location', latitude: 1.5, longitude: '2.5', title: 'Here' })
      assert.deepEqual((await messageOf('a16 location')).attachments, [
        { kind: 'location', state: 'none', latitude: 1.5, longitude: 2.5, title: 'Here' },
      ])
    })

    test('A17 a missing name or size is accepted with a notice; with strict media it is refused', async () => {
      const bare = { type: 'photo', file: fileAt('plain.jpg') }
      assert.equal((await testServer.visitor('a17').sends(bare)).status, 200)
      await testServer.settled()
      assert.equal((await messageOf('a17')).attachments[0]?.name, 'plain.jpg')
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
      }[]
      const codes = async () =>
        (
          (await testServer.agent().call('GET', `/channels/${channel?.id}/notes`)).body['notes'] as unknown as {
            code: string
          }[]
        ).map((note) => note.code)
      while ((await codes()).length < 2) await new Promise((resolve) => setTimeout(resolve, 50))
      assert.deepEqual((await codes()).toSorted(), ['file_name_missing', 'file_size_missing'])
      await testServer.agent().call('PATCH', `/channels/${channel?.id}`, { strictMedia: true })
      const refused = await testServer.visitor('a17').sends(bare)
      assert.equal(refused.status, 400)
      assert.equal(refused.body['error']?.['code'], 'file_required')
      assert.equal((await testServer.visitor('a17').sends({ ...bare, file_name: 'n.jpg', file_size: 5 })).status, 200)
      await testServer.agent().call('PATCH', `/channels/${channel?.id}`, { strictMedia: false })
    })

    test('T9 a file that only claims to be a picture is served as a download', async () => {
      await testServer
        .visitor('t9')
        .sends({ type: 'photo', file: fileAt('html.png'), file_name: 'x.png', file_size: 1 })
      await testServer.settled()
      const [media] = (await messageOf('t9')).attachments
      assert.equal(media?.inline, false)
      const file = await testServer.ask((media?.url ?? '').replace(/^https?:\/\/[^/]+/, testServer.url))
      assert.equal(file.headers.get('content-type'), 'application/octet-stream')
      assert.match(file.headers.get('content-disposition') ?? '', /^attachment/)
    })

    test('T12 a link stops working when its agent may no longer see the chat', async () => {
      await testServer
        .visitor('t12')
        .sends({ type: 'photo', file: fileAt('t12.jpg'), file_name: 'x.jpg', file_size: 1 })
      await testServer.settled()
      const chat = await chatOf('t12')
      const linkFor = async (email: string) => {
        const entry = (await testServer.agent(email).entries(chat)).find((one) => one.type === 'message')
        return (entry?.type === 'message' ? (entry.attachments[0]?.url ?? '') : '').replace(
          /^https?:\/\/[^/]+/,
          testServer.url,
        )
      }
      const [annLink, bobLink] = [await linkFor(ANN), await linkFor(BOB)]
      assert.deepEqual([(await testServer.ask(annLink)).status, (await testServer.ask(bobLink)).status], [200, 200])
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
        agents: number[]
      }[]
      await testServer.agent().call('PATCH', `/channels/${channel?.id}`, { agents: [] })
      // Ann is the owner and sees every chat.
      assert.deepEqual([(await testServer.ask(annLink)).status, (await testServer.ask(bobLink)).status], [200, 404])
      await testServer.agent().call('PATCH', `/channels/${channel?.id}`, { agents: channel?.agents })
      assert.equal((await testServer.ask(bobLink)).status, 200)
    })

    test('A10 a photo of the customer is fetched once and shown small', async () => {
      const photo = fileAt('me.jpg')
      for (let i = 0; i < 3; i++) await testServer.visitor('a10', { photo }).writes(`x${i}`)
      await testServer.settled()
      assert.equal(integrator.requests.filter((request) => request.path.includes('me.jpg')).length, 1)
      const { visitor } = await testServer.agent().chat(await chatOf('a10'))
      const file = await fetch((visitor.photo ?? '').replace(/^https?:\/\/[^/]+/, testServer.url))
      const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
      assert.deepEqual([width, height], [128, 128])
      // The search and the archive show the same picture.
      const ann = testServer.agent()
      const chat = await chatOf('a10')
      await ann.accepts(chat)
      await ann.closes(chat)
      await testServer.settled()
      const same = (link: unknown) => String(link).split('?')[0]
      type Listed = { id?: number; chat?: number; visitor: { photo: string | null } }[]
      const archived = (await ann.call('GET', '/archive')).body['chats'] as unknown as Listed
      const found = (await ann.call('GET', '/search?q=x2&group=messages')).body['messages'] as unknown as {
        found: Listed
      }
      for (const one of [archived.find(({ id }) => id === chat), found.found.find((each) => each.chat === chat)])
        assert.equal(same(one?.visitor.photo), same(visitor.photo))
    })

    test('A19 T15 the URL that a file was fetched from appears nowhere: not in the database, the log, or agents’ API', async () => {
      await testServer
        .visitor('a19', { photo: fileAt('me2.jpg') })
        .sends({ type: 'photo', file: fileAt('a19.jpg'), thumb: fileAt('t.jpg') })
      await testServer.visitor('a19').sends({ type: 'document', file: `${integrator.url}/${TOKEN}` })
      await testServer.settled()
      const seen: string[] = []
      for (const { name } of await testServer.services.db.query<{ name: string }>(tables, [])) {
        const rows = await testServer.services.db.query<{ row: string }>(
          { name: `test_dump_${name}`, text: `select to_jsonb(t)::text as row from ${name} t` },
          [],
        )
        seen.push(...rows.map(({ row }) => row))
      }
      const chat = await chatOf('a19')
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
      }[]
      for (const path of [
        `/chats/${chat}`,
        `/chats/${chat}/entries`,
        '/chats',
        `/channels/${channel?.id}/deliveries`,
        `/channels/${channel?.id}/notes`,
      ])
        seen.push((await testServer.agent().call('GET', path)).text)
      const deliveries = (await testServer.agent().call('GET', `/channels/${channel?.id}/deliveries`)).body[
        'deliveries'
      ] as unknown as { id: number }[]
      for (const { id } of deliveries) seen.push((await testServer.agent().call('GET', `/deliveries/${id}`)).text)
      seen.push(...log)
      assert.ok(seen.length > 50)
      assert.ok(
        seen.some((text) => text.includes(PUBLIC_ID)),
        'the search finds what is there',
      )
      assert.deepEqual(
        seen.filter((text) => text.includes(TOKEN)),
        [],
      )
    })
  })

test('A19 T13 a failed fetch is shown in the chat, with the host only', async () => {
  const integrator = await startIntegratorServer()
  const testServer = await startTestServer({ env: { ALLOW_TARGETS: `127.0.0.1:${integrator.port}` } })
  try {
    for (const file of [
      `http://localhost:1/${TOKEN}`,
      `http://169.254.169.254/${TOKEN}`,
      `http://[::1]:${integrator.port + 1}/${TOKEN}`,
    ]) {
      const key = `a19 ${file}`
      await testServer.visitor(key).sends({ type: 'photo', file, file_name: 'x.jpg', file_size: 1 })
      const chat = (await testServer.agent().chats()).find((one) => one.visitor.id === key)
      const socket = await testServer.agent().connects()
      socket.send({ type: 'follow', chat: chat?.id, after: 0 })
      await socket.sees(
        (frame) => frame.type === 'entries' && frame.entries.some((entry) => entry.type === 'media.failed'),
      )
      const failed = socket.entriesOf(chat?.id ?? 0).find((entry) => entry.type === 'media.failed')
      assert.ok(failed?.type === 'media.failed')
      assert.equal(failed.media.host, new URL(file).host)
      assert.ok(!JSON.stringify(failed).includes(TOKEN))
      socket.close()
    }
    assert.equal(integrator.connections(), 0)
  } finally {
    await testServer.close()
    await integrator.close()
  }
})
