import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { MessageEntry } from '@deskbell/protocol/agent/entry'
import { statement } from '../../src/db/statement.ts'
import { UPLOAD_WAITS } from '../../src/files/uploads.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, tokenOf, type Answer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer, type Received } from '../integrator-server.ts'

const NAMES = ['a.txt', 'b.txt', 'c.txt']
const ageUploads = statement(
  'test_age_uploads',
  'update file set created_at = created_at - make_interval(secs => $2) where account_id = 1 and id = any($1::text[])',
)
const uploadRows = statement(
  'test_uploads',
  'select id, entry_n from file where id = any($1::text[]) order by id collate "C"',
)

for (const kind of testKinds())
  suite(`messages with several attachments, ${kind}`, () => {
    let integrator: IntegratorServer
    let testServer: TestServer
    before(async () => {
      integrator = await startIntegratorServer()
      const webhooks = [{ name: 'CRM', url: `${integrator.url}/events`, events: ['chat_finished' as const] }]
      testServer = await startTestServer({
        kind,
        channel: { serverUrl: `${integrator.url}/chat` },
        channels: [WIDGET],
        webhooks,
      })
    })
    afterEach(() => {
      integrator.answers({ result: 'ok' })
      integrator.requests.length = 0
    })
    after(async () => {
      await testServer.close()
      await integrator.close()
    })

    async function upload(chat: number, name: string, email = ANN): Promise<Answer> {
      const body = new FormData()
      body.set('file', new Blob([`in ${name}`]), name)
      const headers = { authorization: `Bearer ${tokenOf(email)}` }
      return testServer.ask(`/api/chats/${chat}/uploads`, { method: 'POST', headers, body })
    }
    async function uploads(chat: number, names = NAMES): Promise<string[]> {
      const ids: string[] = []
      for (const name of names) {
        const answer = await upload(chat, name)
        assert.equal(answer.status, 200, answer.text)
        ids.push(String(answer.body['file']))
      }
      return ids
    }
    const sends = (chat: number, body: object, key?: string, email = ANN) =>
      testServer
        .agent(email)
        .call('POST', `/chats/${chat}/messages`, body, key === undefined ? {} : { 'idempotency-key': key })

    /** A chat that Ann holds, with a visitor of the channel interface. */
    async function chatOf(key: string): Promise<number> {
      await testServer.visitor(key).writes('hello')
      const chat = (await testServer.agent().chats('?limit=200')).find((one) => one.visitor.id === key)?.id ?? 0
      await testServer.agent().accepts(chat)
      return chat
    }
    const messages = async (chat: number): Promise<MessageEntry[]> =>
      (await testServer.agent().entries(chat)).filter((one) => one.type === 'message' && one.from === 'agent') as never
    const named = ({ text, attachments }: MessageEntry) => [text, attachments.map(({ name }) => name)]
    /** Posted to the front end: text and file name. */
    const posted = () =>
      integrator.requests
        .filter(({ path }) => path.startsWith('/chat'))
        .map(({ body }) => JSON.parse(body).message as { id: string; type: string; text: string; file_name: string })

    test('a widget gets one message with all of them', async () => {
      const page = await openPage(testServer, { visitor: 'wendy' })
      await page.writes('send me the files')
      const chat = (await testServer.agent().chats('?limit=200')).find((one) => one.channel.kind === 'widget')?.id ?? 0
      await testServer.agent().accepts(chat)
      const answer = await sends(chat, { text: 'here', attachments: await uploads(chat) })
      assert.equal(answer.status, 200, answer.text)
      const shown = await page.receives('here')
      assert.ok(shown?.type === 'message')
      const views = shown.attachments ?? []
      assert.deepEqual(
        views.map(({ name }) => name),
        NAMES,
      )
      for (const { url, name } of views) assert.equal(await (await fetch(url ?? '')).text(), `in ${name}`)
      const [message, ...others] = await messages(chat)
      assert.ok(message)
      assert.deepEqual([named(message), others], [['here', NAMES], []])
      assert.deepEqual([message.n, integrator.requests.length], [answer.body['n'], 0])
      await page.close()
    })

    test('a front end gets a post for each in order, the text with the first; one that fails is marked alone', async () => {
      const fails = ({ body }: Received) => body.includes('"b.txt"')
      integrator.behaves((request, response) => {
        const answer = fails(request) ? { error: { code: 'too_large', message: 'Too large' } } : { result: 'ok' }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      })
      const chat = await chatOf('three files')
      const { n } = (await sends(chat, { text: 'here', attachments: await uploads(chat) })).body as unknown as {
        n: number
      }
      await testServer.settled()
      assert.deepEqual(
        posted().map(({ type, text, file_name: name }) => [type, text, name]),
        [
          ['document', 'here', 'a.txt'],
          ['document', '', 'b.txt'],
          ['document', '', 'c.txt'],
        ],
      )
      const made = await messages(chat)
      assert.deepEqual(made.map(named), [
        ['here', ['a.txt']],
        ['', ['b.txt']],
        ['', ['c.txt']],
      ])
      assert.deepEqual(
        made.map((one) => one.n),
        [n, n + 1, n + 2],
      )
      assert.deepEqual(
        posted().map(({ id }) => id),
        made.map(({ id }) => id),
      )
      const outcomes = (await testServer.agent().entries(chat)).flatMap((one) =>
        one.type === 'message.delivered' || one.type === 'message.failed' ? [[one.of, one.type]] : [],
      )
      assert.deepEqual(
        outcomes.toSorted(([a], [b]) => Number(a) - Number(b)),
        [
          [n, 'message.delivered'],
          [n + 1, 'message.failed'],
          [n + 2, 'message.delivered'],
        ],
      )
      assert.equal((await testServer.agent().chat(chat)).failed, 1)

      integrator.answers({ result: 'ok' })
      integrator.requests.length = 0
      await testServer.agent().call('POST', `/chats/${chat}/messages/${n + 1}/resend`)
      await testServer.settled()
      assert.deepEqual(
        posted().map(({ id, file_name: name }) => [id, name]),
        [[made[1]?.id, 'b.txt']],
      )
    })

    test('C4 the log of a closed chat has a line for each file, then the text', async () => {
      const page = await openPage(testServer, { visitor: 'logan' })
      await page.writes('once more')
      const chat = (await testServer.agent().chats('?view=waiting'))[0]?.id ?? 0
      await testServer.agent().accepts(chat)
      await sends(chat, { text: 'all of it', attachments: await uploads(chat, ['x.txt', 'y.txt']) })
      await testServer.agent().closes(chat)
      await testServer.settled()
      const event = integrator.requests.find(({ path }) => path.startsWith('/events'))
      const lines = (JSON.parse(event?.body ?? '{}').chat.messages as { message: string }[]).map((one) => one.message)
      assert.deepEqual(
        lines.map((line) => line.replace(/^https?:.*\//, '')),
        ['once more', 'x.txt', 'y.txt', 'all of it'],
      )
      const { chats } = (await testServer.agent().call('GET', '/archive?q=y.txt')).body as unknown as {
        chats: { chat: { id: number } }[]
      }
      assert.equal(chats.length, 1)
      await page.close()
    })

    test('a request that is sent again is answered once, also when its files were uploaded again', async () => {
      const chat = await chatOf('again')
      const attachments = await uploads(chat)
      const first = await sends(chat, { attachments }, 'k1')
      assert.deepEqual((await sends(chat, { attachments }, 'k1')).body, first.body)
      assert.deepEqual((await sends(chat, { attachments: await uploads(chat) }, 'k1')).body, first.body)
      assert.equal((await messages(chat)).length, 3)
      const other = await sends(chat, { attachments: attachments.slice(1) }, 'k1')
      assert.equal(other.body['error']?.['code'], 'idempotency_mismatch')
    })

    test('only files that the agent uploaded into the chat can be attached', async () => {
      const [chat, elsewhere] = [await chatOf('here'), await chatOf('there')]
      const [mine] = await uploads(chat, ['mine.txt'])
      const refusal = async (attachments: unknown, in_ = chat) => {
        const { status, body } = await sends(in_, { text: 'x', attachments })
        const { code, field, why } = (body['error'] ?? {}) as {
          code?: string
          field?: string
          why?: { reason: string }
        }
        return [status, code, field, why?.reason]
      }
      const no = (place: number) => [400, 'invalid_field', `/attachments/${place}`, 'no_upload']
      assert.deepEqual(await refusal([mine, 'A'.repeat(22)]), no(1))
      assert.deepEqual(await refusal(await uploads(elsewhere, ['b.txt'])), no(0))
      await testServer.agent(BOB).accepts(chat, { takeOver: true })
      assert.equal((await sends(chat, { attachments: [mine] }, undefined, BOB)).status, 400)
      assert.equal((await upload(chat, 'late.txt')).body['error']?.['code'], 'taken')
      await testServer.agent().accepts(chat, { takeOver: true })
      for (const [attachments, reason] of [
        [[], 'too_few'],
        [[mine, mine], 'repeated'],
        [Array.from({ length: 11 }, (_, i) => String(i).padStart(22, 'A')), 'too_many'],
        ['x', 'wrong_type'],
      ] as const)
        assert.deepEqual((await refusal(attachments))[3], reason)
      for (const odd of ['', '../../etc/passwd', '\u0000'.repeat(22), 7])
        assert.equal((await refusal([odd]))[0], 400, String(odd))
      assert.equal((await sends(chat, { text: ' ' })).body['error']?.['why']?.['reason'], 'message_empty')
      assert.equal((await sends(chat, {})).body['error']?.['why']?.['reason'], 'message_empty')
      assert.equal((await sends(chat, { attachments: [mine] })).status, 200)
    })

    test('an upload that no message attaches is removed after its time; one that was attached stays', async () => {
      const chat = await chatOf('waits')
      const [kept, late, left] = (await uploads(chat)) as [string, string, string]
      await sends(chat, { attachments: [kept] })
      const { db, files } = testServer.services
      await db.query(ageUploads, [[kept, late, left], UPLOAD_WAITS / 1000 + 60])
      assert.equal((await sends(chat, { attachments: [late] })).body['error']?.['why']?.['reason'], 'no_upload')
      assert.equal((await sends(chat, { attachments: [kept] })).status, 200)
      await sweepFiles(files, db)
      assert.equal((await db.query(uploadRows, [[kept, late, left]])).length, 3, 'a request may still read them')
      await db.query(ageUploads, [[kept, left], UPLOAD_WAITS / 1000])
      await sweepFiles(files, db)
      const rows = await db.query<{ id: string }>(uploadRows, [[kept, late, left]])
      assert.deepEqual(
        rows.map(({ id }) => id),
        [kept, late].toSorted(),
      )
    })
  })
