import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { makePlace, testKinds } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startDesk, type Desk } from './desk.ts'
import { command, makeEmpty } from './places.ts'

for (const kind of testKinds())
  suite(`what a restored desk has still to send, ${kind}`, () => {
    let desk: Desk
    before(async () => {
      desk = await startDesk(kind)
    })
    after(() => desk.close())

    test('R27 what was to be sent in a backup is held, until the operator says to send it or not', async (t) => {
      desk.integrator.behaves((_request, response) => void response.writeHead(500).end())
      await desk.server.visitor('held').writes('hello')
      const chat = (await desk.server.agent().chats()).find(({ visitor }) => visitor.id === 'held')
      assert.ok(chat)
      await desk.server.agent().accepts(chat.id)
      await desk.server.agent().writes(chat.id, 'to be sent once')
      const path = desk.pathOf('held.backup')
      assert.equal((await desk.command(['backup', path])).code, 0)
      desk.integrator.answers()
      await desk.server.settled()
      for (const decision of kind === 'server' ? (['send', 'discard'] as const) : (['discard'] as const)) {
        const place = await makeEmpty(kind)
        t.after(place.drop)
        const done = await command(place, ['restore', path])
        assert.match(done.said, /agent_message: 1/)
        const kept = { ...place, drop: async () => {} }
        const start = () =>
          startTestServer({ kind, place: kept, channel: { serverUrl: `${desk.integrator.url}/chat` } })
        const held = await start()
        const before = desk.integrator.requests.length
        // What an agent writes now stays behind it.
        await held.agent().writes(chat.id, 'written after the restore')
        await held.settled()
        assert.equal(desk.integrator.requests.length, before)
        await held.close()
        const decided = await command(place, ['held', decision])
        assert.equal(decided.code, 0, decided.said)
        const again = await start()
        await again.settled()
        const texts = desk.integrator.requests.slice(before).map(({ body }) => String(body))
        const has = (text: string) => texts.filter((one) => one.includes(text)).length
        assert.deepEqual(
          [has('to be sent once'), has('written after the restore')],
          [decision === 'send' ? 1 : 0, 1],
          decision,
        )
        const { body } = await again.agent().call('GET', '/deliveries?state=dead_letter')
        assert.equal(JSON.stringify(body).includes('restored from a backup'), decision === 'discard')
        await again.close()
        assert.match((await command(place, ['held'])).said, /No delivery is held/)
      }
    })

    test('R27 events for a webhook that failed when the backup was made stay held when it works again', async (t) => {
      const crm = await startIntegratorServer()
      t.after(() => crm.close())
      crm.behaves((_request, response) => void response.writeHead(500).end())
      const clock = handClock()
      const place = await makePlace(kind)
      if (kind === 'server') place.dataDir = mkdtempSync(join(tmpdir(), 'deskbell-held-'))
      const old = await startTestServer({ kind, place, clock, webhooks: [{ url: `${crm.url}/hook` }] })
      t.after(() => old.close())
      await begins(old, 'Before the backup')
      // It has failed for long enough to be caught up with when it works again.
      await soon(async () => {
        await clock.move(60_000)
        return (await old.agent().call('GET', '/webhooks')).text.includes('"failing":{')
      }, 60_000)
      const path = join(place.dataDir, 'failing.backup')
      const done = await command({ ...place, dataDir: old.services.config.dataDir }, ['backup', path])
      assert.equal(done.code, 0, done.said)
      const empty = await makeEmpty(kind)
      t.after(empty.drop)
      assert.equal((await command(empty, ['restore', path])).code, 0)
      crm.answers()
      const before = crm.requests.length
      const later = handClock(clock.now() + 60_000)
      const kept = { ...empty, drop: async () => {} }
      const restored = await startTestServer({
        kind,
        place: kept,
        clock: later,
        webhooks: [{ url: `${crm.url}/hook` }],
      })
      await begins(restored, 'After the restore')
      const texts = () => crm.requests.slice(before).map(({ body }) => String(body))
      await soon(async () => {
        await later.move(1000)
        return texts().some((one) => one.includes('After the restore'))
      }, 60_000)
      for (let i = 0; i < 20; i++) await later.move(1000)
      assert.ok(!texts().some((one) => one.includes('Before the backup')), texts().join('\n'))
      await restored.close()
    })
  })

/** A visitor of this name writes, and an agent accepts the chat: an event. */
async function begins(server: TestServer, name: string): Promise<void> {
  await server.visitor(name, { name }).writes('hello')
  const chat = (await server.agent().chats()).find(({ visitor }) => visitor.id === name)
  await server.agent().accepts(chat?.id ?? 0)
}
