import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { makePlace } from '../../db.ts'
import { settle } from '../../clock.ts'
import type { TestServer } from '../../test-server.ts'
import { findNats, withoutNats } from '../../nats.ts'
import { openPage } from '../../channels/widget/page.ts'
import { soon } from '../../channels/widget/soon.ts'
import { startProcess, startTwo, type Process } from './two.ts'

const SENTINEL = 'my card is sentinel-4f1b'

/** An agent's socket, and the number of typing frames that it has received. */
async function seenBy(testServer: TestServer) {
  const screen = await testServer.agent().connects()
  return {
    typing: () => screen.frames.filter(({ type }) => type === 'typing').length,
    screen,
  }
}

suite('several installations on one NATS server', { skip: await withoutNats() }, () => {
  let two: Awaited<ReturnType<typeof startTwo>>
  const others: Process[] = []
  let tap: NatsConnection
  const received: { subject: string; data: Buffer }[] = []

  before(async () => {
    const nats = await findNats()
    tap = await connect({ servers: new URL(nats ?? '').host })
    tap.subscribe('>', {
      callback: (_error, { subject, data }) => {
        if (subject.startsWith('deskbell.')) received.push({ subject, data: Buffer.from(data) })
      },
    })
    await tap.flush()
    two = await startTwo(nats)
    // The same SECRET_KEY with another database, and another key with another database.
    others.push(await startProcess({ nats, place: await makePlace('server') }))
    const env = { SECRET_KEY: 'a key of another installation' }
    others.push(await startProcess({ nats, place: await makePlace('server'), env }))
  })
  after(async () => {
    for (const { testServer } of others) await testServer.close()
    await two.close()
    await tap.close()
  })

  /** A visitor of chat 1 types at one of our two processes, and the other one shows it. */
  async function types(page: Awaited<ReturnType<typeof openPage>>, text: string): Promise<void> {
    const screen = await two.there.testServer.agent().connects()
    page.send({ t: 'typing', text })
    await screen.sees((frame) => frame.type === 'typing' && frame.text === text)
    screen.close()
  }

  test('T51 only the processes of the same installation show a visitor typing, and the bus does not show the text', async () => {
    for (const { testServer } of others) await testServer.visitor('somebody').writes('chat 1 of this installation')
    const screens = await Promise.all(others.map(({ testServer }) => seenBy(testServer)))
    const page = await openPage(two.here.testServer, { visitor: 'typist' })
    await page.writes('chat 1 of ours')
    const from = received.length
    await types(page, SENTINEL)
    await soon(() => received.length > from)
    await settle(50)
    for (const { typing, screen } of screens) {
      assert.equal(typing(), 0)
      screen.close()
    }
    assert.ok(received.every(({ data }) => !data.includes('sentinel') && !data.includes('typing')))
    await page.close()
  })

  test('T51 each installation has its own subject; copied and replayed messages are dropped, with one log line', async () => {
    for (const { testServer } of others)
      await testServer.agent().call('POST', '/departments', { name: 'Says something' })
    const page = await openPage(two.here.testServer, { visitor: 'replayed' })
    await page.writes('hello')
    const subjects = () => [...new Set(received.map(({ subject }) => subject))]
    const installations = () => new Set(received.map(({ subject }) => subject.split('.')[1]))
    await soon(() => installations().size === 3)
    const screens = await Promise.all([two.there.testServer, ...others.map(({ testServer }) => testServer)].map(seenBy))
    const from = received.length
    await types(page, SENTINEL)
    await soon(() => received.length > from)
    const before = screens.map(({ typing }) => typing())
    for (const subject of subjects()) for (const { data } of received.slice(from)) tap.publish(subject, data)
    await tap.flush()
    const warnings = ({ logged }: Process) => logged.filter((line) => line.includes('messages of the bus were dropped'))
    await soon(() => [two.there, ...others].every((one) => warnings(one).length === 1))
    assert.deepEqual(
      screens.map(({ typing }) => typing()),
      before,
    )
    for (const { screen } of screens) screen.close()
    await page.close()
  })
})
