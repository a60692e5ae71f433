import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { startTestServer } from '../test-server.ts'

for (const kind of testKinds())
  test(`T52 a visitor who is erased while an agent types gets no further typing notice, ${kind}`, async (t) => {
    const clock = handClock()
    const integrator = await startIntegratorServer({ clock })
    const testServer = await startTestServer({ kind, clock, channel: { serverUrl: integrator.url } })
    t.after(async () => {
      await testServer.close()
      await integrator.close()
    })
    const ann = testServer.agent()
    await testServer.visitor('vera').writes('Hello')
    const [chat] = await ann.chats()
    assert.ok(chat)
    await ann.accepts(chat.id)
    const typed = await ann.call('POST', `/chats/${chat.id}/typing`, { on: true })
    assert.ok(typed.status < 300, typed.text)
    await integrator.receives(({ body }) => body.includes('typein'))
    const erased = await ann.call('DELETE', `/visitors/${chat.visitor.number}`)
    assert.equal(erased.status, 200, erased.text)
    const before = integrator.requests.length
    await clock.move(60_000)
    await testServer.settled()
    assert.deepEqual(
      integrator.requests.slice(before).map(({ body }) => body),
      [],
    )
  })
