import assert from 'node:assert/strict'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { BOB, startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { fromCamera } from '../files/pictures.ts'
import { startWithCrm, type Crm } from '../webhooks/hook.ts'

/** Is part of everything that the visitors of these tests send, and of all data about them. */
const SENTINEL = 'sentinel-7c2f'
const MAIL = `${SENTINEL}@mail.test`
const SITE = `https://shop.test/${SENTINEL}?utm_source=${SENTINEL}`
const HOUR = 3600 * 1000
const DAY = 24 * HOUR
/** The database works in real time, on a machine that is busy with other tests (ms). */
const DEADLINE = 20_000

/** Where the word is found: in any column of any row of the database, and in the bytes of every file. */
async function hits(testServer: TestServer, word = SENTINEL): Promise<string[]> {
  const found: string[] = []
  await testServer.services.db.administer(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
    )
    const hex = Buffer.from(word).toString('hex')
    for (const { name } of rows) {
      const of = await client.query<{ row: string }>(`select t::text as row from "${name}" t`)
      const holding = of.rows.filter(({ row }) => row.includes(word) || row.includes(hex))
      if (holding.length > 0) found.push(`${name}: ${holding[0]?.row}`)
    }
  })
  for (const path of filesOf(testServer)) if (readFileSync(path).includes(word)) found.push(path)
  return found
}

/** The paths of all stored files. */
const filesOf = (testServer: TestServer): string[] =>
  globSync('**/*', { cwd: join(testServer.services.config.dataDir, 'files'), withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** A customer of the channel with a value in every field. Returns the number of the chat. */
async function lived(testServer: TestServer, media: string, key = MAIL): Promise<number> {
  const ann = testServer.agent()
  const customer = testServer.visitor(key, { name: `Vera ${SENTINEL}`, phone: SENTINEL, email: MAIL, url: SITE })
  await customer.writes(`my address is ${MAIL}`, {}, { 'idempotency-key': SENTINEL })
  await customer.sends({ type: 'document', file: media, file_name: `${SENTINEL}.txt`, text: SENTINEL })
  const [chat] = (await ann.chats()).filter(({ visitor }) => visitor.id === key)
  assert.ok(chat)
  await ann.accepts(chat.id)
  await ann.writes(chat.id, `So ${MAIL} it is`)
  return chat.id
}

const numberOf = async (testServer: TestServer, chat: number) => (await testServer.agent().chat(chat)).visitor.number
const textsOf = (entries: readonly Entry[]) => entries.flatMap((one) => ('text' in one && one.text ? [one.text] : []))

async function startLife(kind: 'embedded' | 'server', logged: string[], clock?: ReturnType<typeof handClock>) {
  const integrator = await startIntegratorServer()
  integrator.behaves((request, response) =>
    request.path.startsWith('/media')
      ? void response.writeHead(200, { 'content-type': 'text/plain' }).end(`a letter to ${MAIL}`)
      : void response.writeHead(200).end(JSON.stringify({ result: 'ok', said: SENTINEL })),
  )
  const {
    server: testServer,
    crm,
    close,
  } = await startWithCrm({
    kind,
    ...(clock && { clock }),
    channel: { serverUrl: `${integrator.url}/chat` },
    channels: [WIDGET],
    onLog: (line) => logged.push(line),
  })
  crm.answers({
    result: 'ok',
    custom_data: [{ title: SENTINEL, content: SENTINEL, link: `https://crm.test/${SENTINEL}` }],
    contact_info: { name: SENTINEL, description: SENTINEL },
    crm_link: `https://crm.test/${SENTINEL}`,
  })
  return {
    testServer,
    crm,
    integrator,
    media: `${integrator.url}/media/${SENTINEL}.txt`,
    async close() {
      await close()
      await integrator.close()
    },
  }
}

/** A visitor of the site who sends a message and a file, and has the page open. */
async function visits(testServer: TestServer) {
  const page = await openPage(testServer, { visitor: 'vera', url: SITE, title: SENTINEL })
  await page.ask({ t: 'token', id: nextId(), token: SENTINEL })
  await page.ask({ t: 'contact', id: nextId(), contact: { name: SENTINEL, email: MAIL, description: SENTINEL } })
  await page.ask({ t: 'custom', id: nextId(), fields: [{ title: SENTINEL, content: SENTINEL }] })
  await page.ask({ t: 'offline', id: nextId(), contact: { email: MAIL }, message: `write to ${MAIL}` })
  const form = new FormData()
  form.set('file', new Blob([`words of ${SENTINEL}`]), `${SENTINEL}.txt`)
  const headers = { authorization: `Bearer ${secretOf('vera')}`, 'x-request-id': nextId() }
  const sent = await testServer.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: form, headers })
  assert.equal(sent.status, 200, sent.text)
  const [chat] = (await testServer.agent().chats()).filter(({ channel }) => channel.kind === 'widget')
  assert.ok(chat)
  return { page, chat: chat.id }
}

const orphans = {
  name: 'test_orphans',
  text: `select a.delivery_id from attempt a where not exists (
    select from delivery d where d.account_id = a.account_id and d.id = a.delivery_id)`,
}

const erases = (testServer: TestServer, visitor: string, email?: string) =>
  testServer.agent(email).call('DELETE', `/visitors/${visitor}`)

/** The deliveries to a receiver that is down stay in the database. */
const goesAway = (crm: Crm) => crm.behaves((_request, response) => void response.writeHead(500).end(SENTINEL))

test('T42 an erasure is confirmed and completed although the bytes of a file cannot be removed', async (t) => {
  const logged: string[] = []
  const testServer = await startTestServer({ channels: [WIDGET], onLog: (line) => logged.push(line) })
  t.after(() => testServer.close())
  const { page, chat } = await visits(testServer)
  await page.close()
  const root = join(testServer.services.config.dataDir, 'files')
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  assert.ok(files.length > 0)
  // A folder with content stands where the file was: removing it fails.
  for (const { parentPath, name } of files) {
    rmSync(join(parentPath, name))
    mkdirSync(join(parentPath, name, 'full'), { recursive: true })
  }
  const { number } = (await testServer.agent().chat(chat)).visitor
  const answer = await erases(testServer, number)
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await testServer.agent().chat(chat)).erased, true)
  assert.match(logged.join(''), /EISDIR|directory/)
})

for (const kind of testKinds()) {
  test(`T42 after a visitor was erased, their data is found nowhere, ${kind}`, { timeout: 60_000 }, async (t) => {
    const logged: string[] = []
    const { testServer, crm, media, close } = await startLife(kind, logged)
    t.after(close)
    const ann = testServer.agent()
    assert.equal(
      (await ann.call('PATCH', '/settings', { mailLogTo: ['boss@shop.test'] })).status,
      200,
      'the log of each chat is mailed',
    )
    const first = await lived(testServer, media)
    await soon(async () => (await ann.entries(first)).some(({ type }) => type === 'media.stored'))
    await soon(async () => (await ann.entries(first)).some(({ type }) => type === 'crm.answered'))
    await ann.closes(first)
    await testServer.settled()
    // A visitor with an archived and rated chat, an open one, and deliveries that the receiver does not accept.
    const look = async () => (await ann.call('GET', `/archive?q=${SENTINEL}`)).body['chats'] as unknown as unknown[]
    await soon(async () => (await look()).length === 1)
    goesAway(crm)
    const second = await lived(testServer, media)
    await soon(async () => (await ann.entries(second)).some(({ type }) => type === 'media.stored'))
    const { page, chat: third } = await visits(testServer)
    assert.ok((await hits(testServer)).length > 8, 'the search finds the data before the erasure')

    const screen = await ann.connects()
    screen.send({ type: 'follow', chat: second, after: 0 })
    const [number, visiting] = [await numberOf(testServer, first), await numberOf(testServer, third)]
    assert.equal((await erases(testServer, number, BOB)).status, 403, 'for owners and admins only')
    assert.deepEqual((await erases(testServer, number)).body, { chats: 2, files: 2 })
    assert.deepEqual((await erases(testServer, visiting)).body, { chats: 1, files: 1 })
    assert.deepEqual(
      (await erases(testServer, number)).body,
      { chats: 0, files: 0 },
      'a second request changes nothing',
    )
    assert.equal((await erases(testServer, '4711')).status, 404)

    // The outline stays: numbers, agents, the times of messages, and the end.
    for (const chat of [first, second, third]) {
      const shown = await ann.chat(chat)
      assert.deepEqual([shown.state, shown.erased, shown.preview], ['closed', true, ''])
      assert.deepEqual([shown.visitor.name, shown.visitor.email, shown.visitor.site], [null, null, undefined])
      const entries = await ann.entries(chat)
      assert.deepEqual(
        entries.map(({ n }) => n),
        entries.map((_, i) => i + 1),
      )
      assert.deepEqual(textsOf(entries), [])
      const last = entries.at(-1)
      assert.equal(last?.type === 'chat.erased' && last.agent?.name, 'Ann')
      for (const one of entries)
        if (one.type === 'message') assert.ok(one.attachments.every(({ state }) => state !== 'pending'))
    }
    assert.deepEqual(await look(), [])
    const shown = await screen.seesChat((chat) => chat.id === second && chat.erased === true)
    assert.equal(shown.visitor.name, null)
    screen.close()

    await testServer.settled()
    const found = (await hits(testServer)).filter((hit) => !hit.startsWith('idempotency:'))
    assert.deepEqual(found, [])
    assert.deepEqual(await testServer.services.db.query(orphans, []), [], 'no attempt without its delivery')
    assert.deepEqual(
      logged.filter((line) => line.includes(SENTINEL)),
      [],
    )

    // An erased chat takes no further entries, and a visitor who writes again is a new one.
    assert.equal((await ann.call('POST', `/chats/${second}/messages`, { text: 'still there?' })).status, 409)
    assert.equal((await ann.call('POST', `/chats/${second}/block`)).status, 409)
    crm.answers()
    assert.equal((await testServer.visitor(MAIL).writes('It is me')).status, 200)
    const [again] = (await ann.chats()).filter(({ visitor }) => visitor.id === MAIL)
    assert.ok(again && again.visitor.number !== number && again.visitor.chats === 1)
    await page.ask({ t: 'message', id: nextId(), text: 'me too' })
    const [anew] = (await ann.chats()).filter(({ channel }) => channel.kind === 'widget')
    assert.ok(anew && anew.visitor.number !== visiting && anew.visitor.name === null)
    await ann.accepts(anew.id)
    await ann.writes(anew.id, 'Welcome')
    await page.until(() => page.entries().find((one) => one.type === 'message' && one.text === 'Welcome'), 'the answer')
    await page.close()
  })

  test(
    `T42 a day after the erasure, stored answers to requests do not have the data either, ${kind}`,
    { timeout: 60_000 },
    async (t) => {
      const clock = handClock()
      const logged: string[] = []
      const { testServer, integrator, media, close } = await startLife(kind, logged, clock)
      t.after(close)
      const chat = await lived(testServer, media)
      // One message waits for its next attempt in three seconds, which is never made.
      integrator.behaves((_request, response) => void response.writeHead(500).end())
      const before = integrator.requests.length
      await testServer.agent().writes(chat, `once more, ${MAIL}`)
      await soon(() => integrator.requests.length > before, DEADLINE)
      await erases(testServer, await numberOf(testServer, chat))
      const sent = integrator.requests.length
      for (let second = 0; second < 12; second++) await clock.jump(1000)
      assert.equal(integrator.requests.length, sent)
      await clock.jump(DAY + 1)
      let [left, hours] = [await hits(testServer), 0]
      for (const late = performance.now() + DEADLINE; left.length > 0 && performance.now() < late; hours++) {
        await clock.jump(HOUR)
        left = await hits(testServer)
      }
      assert.deepEqual(left, [], `after ${hours} hours`)
      assert.deepEqual(
        logged.filter((line) => line.includes(SENTINEL)),
        [],
      )
    },
  )

  test(`T42 a file and a portrait that come after their visitor was erased are not kept, ${kind}`, async (t) => {
    const { testServer, integrator, media, close } = await startLife(kind, [])
    t.after(close)
    const portrait = await fromCamera('png')
    let [asked, comes] = [0, () => {}]
    const isErased = new Promise<void>((resolve) => (comes = resolve))
    integrator.behaves(({ path }, response) => {
      asked++
      void isErased.then(() => response.writeHead(200).end(path.endsWith('.png') ? portrait : `a letter to ${MAIL}`))
    })
    const customer = testServer.visitor(MAIL, { photo: media.replace('.txt', '.png') })
    await customer.sends({ type: 'document', file: media, file_name: 'letter.txt', text: SENTINEL })
    const [chat] = await testServer.agent().chats()
    assert.ok(chat)
    await soon(() => asked === 2, DEADLINE)
    await erases(testServer, await numberOf(testServer, chat.id))
    comes()
    await testServer.services.worker.settled()
    assert.deepEqual(await hits(testServer), [])
    assert.deepEqual(filesOf(testServer), [])
  })

  test(`T42 closed chats are erased when their retention time is over, ${kind}`, { timeout: 60_000 }, async (t) => {
    const clock = handClock()
    const { testServer, media, close } = await startLife(kind, [], clock)
    t.after(close)
    const ann = testServer.agent()
    assert.equal((await ann.call('PATCH', '/settings', { keepDays: -1 })).status, 400)
    assert.equal((await ann.call('PATCH', '/settings', { keepDays: 30 })).status, 200)
    const old = await lived(testServer, media)
    const other = await lived(testServer, media, 'other')
    await ann.closes(old)
    await ann.closes(other)
    await clock.jump(20 * DAY)
    const young = await lived(testServer, media)
    await ann.closes(young)
    const isErased = async (chat: number) => (await ann.chat(chat)).erased === true
    assert.equal(await isErased(old), false)
    await clock.jump(11 * DAY)
    await soon(async () => {
      await clock.jump(HOUR)
      return (await isErased(old)) && (await isErased(other))
    }, DEADLINE)
    // A customer who wrote again later is still known, with the later chat.
    assert.equal(await isErased(young), false)
    const shown = await ann.chat(young)
    assert.equal(shown.visitor.email, MAIL)
    assert.equal((await ann.chat(other)).visitor.name, null)
    const last = (await ann.entries(old)).at(-1)
    assert.ok(last?.type === 'chat.erased' && last.agent === undefined, 'no agent erased it')
    await clock.jump(20 * DAY)
    await soon(async () => {
      await clock.jump(HOUR)
      return isErased(young)
    }, DEADLINE)
    assert.equal((await ann.chat(young)).visitor.email, null)
    await soon(async () => {
      await clock.jump(HOUR)
      return (await hits(testServer)).length === 0
    }, DEADLINE)
  })
}
