import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'
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
  })
