import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { soon } from '../channels/widget/soon.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  suite(`agents who look at a chat (${kind})`, () => {
    let clock: HandClock
    let testServer: TestServer
    let chat = 0
    before(async () => {
      clock = handClock()
      testServer = await startTestServer({ kind, clock })
      await testServer.visitor('looked-at').writes('hello')
      chat = (await testServer.agent().chats())[0]?.id ?? 0
    })
    after(() => testServer.close())

    const named = (frame: ServerFrame, of = chat): string | undefined =>
      frame.type === 'looking' && frame.chat === of
        ? frame.agents.map(({ name, note }) => `${name}${note ? ' with a note' : ''}`).join()
        : undefined
    type Screen = Awaited<ReturnType<ReturnType<TestServer['agent']>['connects']>>
    const last = ({ frames }: Screen) => frames.map((frame) => named(frame)).findLast((names) => names !== undefined)
    /** Frames of one chat have a distance of half a second. */
    const sees = (screen: Screen, names: string) =>
      soon(async () => {
        await clock.move(500)
        return last(screen) === names
      })

    test('N8 the others are told who looks and who writes a note, also those who connect later, and when it ends', async () => {
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      bob.send({ type: 'look', chat })
      await sees(ann, 'Bob')
      bob.send({ type: 'look', chat, note: true })
      await sees(ann, 'Bob with a note')
      const late = await testServer.agent(ANN).connects()
      await sees(late, 'Bob with a note')
      assert.ok(!bob.frames.some((frame) => named(frame)), 'an agent is not told of themselves')
      ann.send({ type: 'look', chat })
      await sees(bob, 'Ann')
      bob.send({ type: 'look' })
      await sees(late, '')
      bob.send({ type: 'look', chat })
      await sees(ann, 'Bob')
      bob.close()
      await sees(ann, '')
      for (const one of [ann, late]) one.close()
    })

    test('T21 N8 an agent who may not see a chat is not named, and not told who looks at it', async () => {
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
      }[]
      const agents = (await testServer.agent().call('GET', '/agents')).body['agents'] as unknown as { id: number }[]
      const assign = (ids: (number | undefined)[]) =>
        testServer.agent().call('PATCH', `/channels/${channel?.id}`, { agents: ids })
      const answer = await assign([agents[0]?.id])
      assert.equal(answer.status, 200, answer.text)
      await bob.sees((frame) => frame.type === 'stale' && frame.what === 'inbox')
      bob.frames.length = 0
      ann.frames.length = 0
      bob.send({ type: 'look', chat })
      ann.send({ type: 'look', chat })
      const third = await testServer.agent(ANN).connects()
      await sees(third, '')
      await clock.move(1000)
      for (const one of [ann, bob, third]) assert.ok(!one.frames.some((frame) => named(frame)))
      assert.ok(!bob.frames.some((frame) => frame.type === 'looking'))
      // With access, both are told at once.
      await assign(agents.map(({ id }) => id))
      await sees(bob, 'Ann')
      for (const one of [ann, bob, third]) one.close()
    })
  })
