import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import type { CannedAnswer, CannedFile } from '@deskbell/protocol/agent/canned'
import type { MessageEntry } from '@deskbell/protocol/agent/entry'
import { OWN_CANNED_BYTES_MAX, SHARED_CANNED_BYTES_MAX, WAITING_CANNED_BYTES_MAX } from '@deskbell/protocol/limits'
import { statement } from '../../src/db/statement.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { UPLOAD_WAITS } from '../../src/files/uploads.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { plain } from '../files/pictures.ts'
import { ANN, BOB, startTestServer, tokenOf, type Answer, type TestServer } from '../test-server.ts'

const age = statement(
  'test_age_canned',
  'update file set created_at = created_at - make_interval(secs => $2) where id = any($1::text[])',
)
const swell = statement('test_swell_canned', 'update file set size = $2 where id = $1')
const giveAnswer = statement('test_give_canned', 'update canned_answer set agent_id = $2 where id = $1')
const selectAnswer = statement('test_read_canned', 'select id from canned_answer where id = $1')
const selectIds = statement('test_canned_rows', 'select id from file where id = any($1::text[]) order by id')

for (const kind of testKinds())
  suite(`files of canned answers, ${kind}`, () => {
    let testServer: TestServer
    before(async () => {
      testServer = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => testServer.close())

    const call = (method: string, path: string, body?: unknown, as = ANN) =>
      testServer.agent(as).call(method, path, body)
    const answerOf = ({ body }: Answer) => body as unknown as CannedAnswer
    const reasonOf = ({ status, body }: Answer) => {
      const { field, why } = (body['error'] ?? {}) as { field?: string; why?: { reason: string } }
      return [status, field, why?.reason]
    }
    const listed = async (as = ANN) =>
      (await call('GET', '/canned-answers', undefined, as)).body['answers'] as unknown as CannedAnswer[]
    async function send(name: string, content: Uint8Array | string, as = ANN): Promise<Answer> {
      const body = new FormData()
      body.set('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), name)
      const headers = { authorization: `Bearer ${tokenOf(as)}` }
      return testServer.ask('/api/canned-answers/files', { method: 'POST', headers, body })
    }
    async function upload(name: string, as = ANN, content: Uint8Array | string = `in ${name}`): Promise<CannedFile> {
      const sent = await send(name, content, as)
      assert.equal(sent.status, 200, sent.text)
      return sent.body as unknown as CannedFile
    }
    async function make(body: object, as = ANN): Promise<CannedAnswer> {
      const made = await call('POST', '/canned-answers', { title: 'Prices', text: 'Here they are', ...body }, as)
      assert.equal(made.status, 201, made.text)
      return answerOf(made)
    }
    const statusOf = async (url: string) => (await fetch(url)).status
    const rowsOf = async (...ids: string[]) =>
      (await testServer.services.db.query<{ id: string }>(selectIds, [ids])).map(({ id }) => id)
    const onDisk = async (id: string) =>
      (await readdir(join(testServer.services.config.dataDir, 'files', id.slice(0, 2)))).filter((name) =>
        name.startsWith(id),
      )
    async function chatOf(key: string): Promise<{ chat: number; page: Awaited<ReturnType<typeof openPage>> }> {
      const page = await openPage(testServer, { visitor: key })
      await page.writes(`hello from ${key}`)
      const chat = (await testServer.agent().chats('?view=waiting'))[0]?.id ?? 0
      await testServer.agent().accepts(chat)
      return { chat, page }
    }
    afterEach(async () => {
      for (const as of [ANN, BOB])
        for (const { id } of await listed(as)) await call('DELETE', `/canned-answers/${id}`, undefined, as)
    })

    test('W24 an answer has files in their order, which change with it and are removed with it', async () => {
      const [a, b] = [await upload('a.txt'), await upload('b.png', ANN, await plain().png().toBuffer())]
      assert.deepEqual([a.name, a.size, a.mime, a.thumb], ['a.txt', 8, 'text/plain', undefined])
      const made = await make({ files: [b.file, a.file] })
      assert.deepEqual(made.files, [b, a])
      assert.deepEqual((await listed())[0]?.files, [b, a])
      assert.equal(await (await fetch(a.url)).text(), 'in a.txt')
      assert.equal(await statusOf(b.thumb ?? ''), 200)

      const path = `/canned-answers/${made.id}`
      assert.deepEqual(answerOf(await call('PATCH', path, { title: 'All prices' })).files, [b, a])
      const c = await upload('c.txt')
      const changed = answerOf(await call('PATCH', path, { files: [c.file, b.file] }))
      assert.deepEqual(changed.files, [c, b])
      assert.deepEqual([await rowsOf(a.file), await onDisk(a.file), await statusOf(a.url)], [[], [], 404])

      assert.equal((await call('DELETE', path)).status, 204)
      assert.deepEqual([await rowsOf(b.file, c.file), await onDisk(b.file), await statusOf(b.url)], [[], [], 404])
    })

    test('W24 a copy of the file is sent as the agent’s upload, and stays when the answer is removed', async () => {
      const picture = await upload('plan.png', ANN, await plain().png().toBuffer())
      const { id } = await make({ files: [picture.file], shared: true })
      const { chat, page } = await chatOf('petra')
      const copied = await call('POST', `/chats/${chat}/uploads/canned`, { file: picture.file })
      assert.equal(copied.status, 200, copied.text)
      const copy = String(copied.body['file'])
      assert.notEqual(copy, picture.file)
      assert.deepEqual(
        [copied.body['name'], copied.body['size'], copied.body['mime']],
        [picture.name, picture.size, picture.mime],
      )
      const sent = await call('POST', `/chats/${chat}/messages`, { text: 'The plan', attachments: [copy] })
      assert.equal(sent.status, 200, sent.text)
      const shown = await page.receives('The plan')
      assert.ok(shown?.type === 'message')
      const [view] = shown.attachments ?? []
      assert.equal(await statusOf(view?.url ?? ''), 200)
      await call('DELETE', `/canned-answers/${id}`)
      assert.deepEqual(await rowsOf(picture.file, copy), [copy])
      const entries = await testServer.agent().entries(chat)
      const message = entries.find((one) => one.type === 'message' && one.text === 'The plan') as MessageEntry
      assert.equal(await statusOf(message.attachments[0]?.url ?? ''), 200)
      assert.equal(await statusOf(message.attachments[0]?.thumb ?? ''), 200)
      // The copy belongs to the chat alone: no answer can have it, and no other chat.
      assert.deepEqual(reasonOf(await call('POST', '/canned-answers', { title: 'x', text: 'x', files: [copy] })), [
        400,
        '/files/0',
        'canned_file_gone',
      ])
      const again = await call('POST', `/chats/${chat}/uploads/canned`, { file: picture.file })
      assert.deepEqual(reasonOf(again), [400, '/file', 'canned_file_gone'])
      await page.close()
    })

    test('T12 the files of an answer are for its agent alone, or for all agents when it is shared', async () => {
      const own = await upload('own.txt')
      const { id } = await make({ files: [own.file] })
      const { chat, page } = await chatOf('tina')
      const asBob = () => call('POST', `/chats/${chat}/uploads/canned`, { file: own.file }, BOB)
      await testServer.agent(BOB).accepts(chat, { takeOver: true })
      assert.deepEqual(reasonOf(await asBob()), [400, '/file', 'canned_file_gone'])
      assert.equal(
        (await asBob()).text,
        (await call('POST', `/chats/${chat}/uploads/canned`, { file: 'A'.repeat(22) }, BOB)).text,
      )
      // Bob cannot take the file into an answer of his, neither from Ann's answer nor from her uploads.
      const waiting = await upload('waiting.txt')
      for (const file of [own.file, waiting.file])
        assert.deepEqual(
          reasonOf(await call('POST', '/canned-answers', { title: 'x', text: 'x', files: [file] }, BOB)),
          [400, '/files/0', 'canned_file_gone'],
        )
      const others = { ...testServer.services.directory.agent(1, 2) }
      const linkFor = (file: CannedFile, agent: number) =>
        testServer.services.links.link({
          account: 1,
          id: file.file,
          name: file.name,
          reader: `agent:${agent}`,
          forMs: 1,
        })
      const bob = others.id ?? 0
      assert.equal(await statusOf(linkFor(own, bob)), 404)
      assert.equal(await statusOf(linkFor(waiting, bob)), 404)
      assert.equal(await statusOf(waiting.url), 200)
      const asVisitor = testServer.services.links.link({
        account: 1,
        id: own.file,
        name: own.name,
        reader: 'visitor',
        forMs: 1,
      })
      assert.equal(await statusOf(asVisitor), 404)

      assert.equal((await call('PATCH', `/canned-answers/${id}`, { shared: true })).status, 200)
      const theirs = (await listed(BOB))[0]?.files[0]
      assert.equal(await statusOf(theirs?.url ?? ''), 200)
      assert.equal((await asBob()).status, 200)
      // Once it is Ann's again, Bob's link no longer opens it.
      assert.equal((await call('PATCH', `/canned-answers/${id}`, { shared: false })).status, 200)
      assert.equal(await statusOf(theirs?.url ?? ''), 404)
      assert.equal((await asBob()).status, 400)
      await page.close()
    })

    test('W24 the files of canned answers are limited in number and in sum', async () => {
      const { db } = testServer.services
      const files: string[] = []
      for (let n = 0; n < 11; n++) files.push((await upload(`${n}.txt`)).file)
      const many = { title: 'x', text: 'x', files }
      assert.deepEqual(reasonOf(await call('POST', '/canned-answers', many)), [400, '/files', 'too_many'])
      const twice = { title: 'x', text: 'x', files: [files[0], files[0]] }
      assert.equal(reasonOf(await call('POST', '/canned-answers', twice))[2], 'repeated')

      const [first = '', second = ''] = files
      await db.query(swell, [first, OWN_CANNED_BYTES_MAX - 4])
      const own = await make({ files: [first] })
      const more = { title: 'x', text: 'x', files: [second] }
      const large = [400, '/files', 'canned_files_large']
      assert.deepEqual(reasonOf(await call('POST', '/canned-answers', more)), large)
      assert.deepEqual(reasonOf(await call('PATCH', `/canned-answers/${own.id}`, { files: [first, second] })), large)
      assert.deepEqual(
        (await listed()).map((one) => one.files.length),
        [1],
        'a refused change changes nothing',
      )
      // Shared ones have a limit of their own, also for what becomes shared.
      const shared = await make({ shared: true, files: [second] })
      await db.query(swell, [second, SHARED_CANNED_BYTES_MAX - 4])
      assert.deepEqual(reasonOf(await call('PATCH', `/canned-answers/${own.id}`, { shared: true })), large)
      assert.deepEqual(reasonOf(await call('PATCH', `/canned-answers/${shared.id}`, { shared: false })), large)

      // Uploads that no answer has yet.
      await db.query(swell, [files[2], WAITING_CANNED_BYTES_MAX])
      assert.deepEqual(reasonOf(await send('late.txt', 'late')), [400, '/file', 'canned_files_large'])
      assert.equal((await send('late.txt', 'late', BOB)).status, 200)
      await db.query(age, [files, 3 * 24 * 3600])
      await sweepFiles(testServer.services.files, db)
      assert.equal((await send('late.txt', 'late')).status, 200)
    })

    test('W24 uploads that no answer has, and files of removed answers, are swept; those of answers stay', async () => {
      const { db, files } = testServer.services
      const [kept, late, left] = [await upload('kept.txt'), await upload('late.txt'), await upload('left.txt')]
      await make({ files: [kept.file] })
      const ids = [kept.file, late.file, left.file]
      await db.query(age, [ids, UPLOAD_WAITS / 1000 + 60])
      assert.deepEqual(reasonOf(await call('POST', '/canned-answers', { title: 'x', text: 'x', files: [late.file] })), [
        400,
        '/files/0',
        'canned_file_gone',
      ])
      await sweepFiles(files, db)
      assert.equal((await rowsOf(...ids)).length, 3, 'a request may still read them')
      await db.query(age, [ids, UPLOAD_WAITS / 1000])
      await sweepFiles(files, db)
      assert.deepEqual(await rowsOf(...ids), [kept.file])
      assert.equal(await statusOf((await listed())[0]?.files[0]?.url ?? ''), 200)
    })

    test('W24 the answers and macros of a removed agent are removed, and their files with them', async () => {
      const { db, files } = testServer.services
      const body = { name: 'Leo', email: 'leo@shop.test', role: 'agent', password: 'correct horse battery' }
      const { id } = (await call('POST', '/agents', body)).body as unknown as { id: number }
      const [own, shared] = [await upload('leo.txt'), await upload('all.txt')]
      const answer = await make({ files: [own.file] })
      await make({ shared: true, files: [shared.file] })
      await db.query(giveAnswer, [answer.id, id])
      assert.equal((await call('DELETE', `/agents/${id}`)).status, 204)
      await db.query(age, [[own.file, shared.file], (2 * UPLOAD_WAITS) / 1000])
      await sweepFiles(files, db)
      assert.deepEqual(await rowsOf(own.file, shared.file), [shared.file])
      assert.deepEqual(await db.query(selectAnswer, [answer.id]), [])
    })

    test('W24 only the agent who holds the chat can copy a file into it', async () => {
      const file = await upload('a.txt')
      await make({ files: [file.file], shared: true })
      const { chat, page } = await chatOf('hanna')
      const refused = await call('POST', `/chats/${chat}/uploads/canned`, { file: file.file }, BOB)
      assert.equal(refused.body['error']?.['code'], 'taken')
      for (const odd of ['', '../../etc/passwd', 7, undefined])
        assert.equal((await call('POST', `/chats/${chat}/uploads/canned`, { file: odd })).status, 400, String(odd))
      await page.close()
    })
  })
