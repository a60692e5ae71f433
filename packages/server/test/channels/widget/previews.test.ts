import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { PREVIEW_EVERY, PREVIEW_TEXT_MAX, RATE_LIMITS } from '@deskbell/protocol/limits'
import { countCodePoints } from '@deskbell/protocol/text'
import { VISITOR_TEXT_MAX } from '@deskbell/protocol/widget/contact'
import type { Typing } from '../../../src/realtime/chat-events.ts'
import { changeSettings } from '../../../src/settings/account-settings.ts'
import { handClock, type HandClock } from '../../clock.ts'
import { addAgent } from '../../agent-api/servers.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../../test-server.ts'
import { openPage, WIDGET } from './page.ts'
import { soon } from './soon.ts'

type Line = Awaited<ReturnType<ReturnType<TestServer['agent']>['connects']>>

suite('previews of what visitors type', () => {
  let server: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    server = await startTestServer({ clock, channels: [WIDGET] })
  })
  after(() => server.close())

  const typed = (line: Line, chat: number) =>
    line.frames.flatMap((frame) => (frame.type === 'typing' && frame.chat === chat ? [frame] : []))
  /** The typing events of the server, in this process and to others. */
  function listen() {
    const told: (Typing & { at: number })[] = []
    const stop = server.services.chatEvents.subscribe({
      onTyping: (typing) => told.push({ ...typing, at: clock.now() }),
    })
    return { told, stop }
  }
  const chatOf = async (page: Awaited<ReturnType<typeof openPage>>): Promise<number> => {
    await page.writes('hi')
    await page.receives('hi')
    return page.entries().at(-1)?.chat ?? 0
  }

  test('T47 typing on many sockets of a visitor is sent to agents twice a second, and the last state is always sent', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => openPage(server, { visitor: 'ada' })))
    const chat = await chatOf(pages[0]!)
    const line = await server.agent().connects()
    const { told, stop } = listen()
    for (let turn = 0; turn < 20; turn++) {
      pages.forEach((page, i) => page.send({ t: 'typing', text: `${turn} ${i}` }))
      await clock.move(100)
    }
    // The frames of the other pages have arrived.
    const heard = (page: (typeof pages)[number]) => {
      const pongs = page.frames.filter(({ t }) => t === 'pong').length
      page.send({ t: 'ping' })
      return page.until(() => page.frames.filter(({ t }) => t === 'pong')[pongs], 'pong')
    }
    for (const page of pages) await heard(page)
    const last = pages[7]!
    last.send({ t: 'typing', text: '' })
    await heard(last)
    await clock.move(1000)
    await line.sees((frame) => frame.type === 'typing' && !frame.on)
    stop()
    const times = told.map(({ at }) => at)
    for (const [i, at] of times.entries()) assert.ok(i === 0 || at - times[i - 1]! >= PREVIEW_EVERY, String(times))
    assert.ok(told.length >= 4 && told.length <= 7, String(told.length))
    assert.equal(typed(line, chat).length, told.length)
    assert.equal(typed(line, chat).at(-1)?.on, false)
    line.close()
    for (const page of pages) await page.close()
  })

  test('T21 only agents who may see the chat are shown that the visitor types, and what', async () => {
    const carl = await addAgent(server, 'carlpreviews@shop.test')
    const page = await openPage(server, { visitor: 'gus' })
    const chat = await chatOf(page)
    await server.agent(BOB).accepts(chat)
    const [assigned, other] = [await server.agent(ANN).connects(), await carl.connects()]
    page.send({ t: 'typing', text: 'my password is' })
    await assigned.sees((frame) => frame.type === 'typing' && frame.text === 'my password is')
    await server.agent(BOB).call('POST', `/chats/${chat}/typing`, { on: true })
    await assigned.sees((frame) => frame.type === 'typing' && frame.from === 'agent')
    other.send({ type: 'ping' })
    await other.sees((frame) => frame.type === 'pong')
    assert.deepEqual(typed(other, chat), [])
    for (const line of [assigned, other]) line.close()
    await page.close()
  })

  test('T47 a preview has at most 500 characters, and no character is cut in half', async () => {
    const page = await openPage(server, { visitor: 'bea' })
    const chat = await chatOf(page)
    const line = await server.agent().connects()
    const whole = `${'x'.repeat(PREVIEW_TEXT_MAX - 1)}👩‍👩‍👧${'y'.repeat(VISITOR_TEXT_MAX - PREVIEW_TEXT_MAX - 10)}`
    page.send({ t: 'typing', text: whole })
    await line.sees((frame) => frame.type === 'typing' && frame.chat === chat)
    const [frame] = typed(line, chat)
    assert.equal(frame?.text, 'x'.repeat(PREVIEW_TEXT_MAX - 1))
    assert.ok(!page.frames.some(({ t }) => t === 'refused'))
    line.close()
    await page.close()
  })

  test('T47 typing from other processes is cut and sent twice a second too', async () => {
    const page = await openPage(server, { visitor: 'cid' })
    const chat = await chatOf(page)
    const line = await server.agent().connects()
    // As the bus delivers it: an event that another process has sent.
    for (let i = 0; i < 50; i++) {
      server.services.chatEvents.typing({
        account: 1,
        chat,
        from: 'visitor',
        on: true,
        text: `${i} ${'x'.repeat(2000)}`,
      })
      await clock.move(20)
    }
    server.services.chatEvents.typing({ account: 1, chat, from: 'visitor', on: false, text: '' })
    await clock.move(1000)
    await line.sees((frame) => frame.type === 'typing' && frame.chat === chat && !frame.on)
    const frames = typed(line, chat)
    assert.ok(frames.length <= 5, String(frames.length))
    for (const { text } of frames) assert.ok(countCodePoints(text ?? '') <= PREVIEW_TEXT_MAX)
    line.close()
    await page.close()
  })

  test('T47 typing of a channel’s visitors is limited per second', async () => {
    const names = ['s1', 's2', 's3', 's4', 's5', 's6']
    for (const name of names) await server.visitor(name).writes('hi')
    const { rate, burst } = RATE_LIMITS.typingPerChannel
    await server.services.db.transaction((tx) =>
      changeSettings(tx, 1, { limits: { typingPerChannel: (4 * rate) / burst } }),
    )
    await server.services.directory.refresh()
    const { told, stop } = listen()
    for (const name of names) assert.equal((await server.visitor(name).types()).status, 200)
    assert.equal(told.length, 4)
    stop()
  })

  test('T47 an agent’s socket with unread data gets no previews, stays open, and gets them again later', async () => {
    const page = await openPage(server, { visitor: 'dan' })
    const chat = await chatOf(page)
    const text = '🐘'.repeat(VISITOR_TEXT_MAX / 2)
    await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        server.services.commit({
          account: 1,
          target: { channel: 1, key: 'filler' },
          command: { type: 'visitor.write', id: `m${i}`, text, profile: {} },
        }),
      ),
    )
    const full = (await server.agent().chats()).find(({ preview }) => preview?.startsWith('🐘'))?.id
    const [slow, quick] = [await server.agent().connects(), await server.agent().connects()]
    const wire = (slow.socket as unknown as { _socket: { pause(): void; resume(): void } })._socket
    wire.pause()
    slow.send({ type: 'follow', chat: full, after: 0 })
    quick.send({ type: 'follow', chat: full, after: 0 })
    await quick.sees((frame) => frame.type === 'entries' && frame.entries.at(-1)?.n === 400)
    const before = typed(quick, chat).length
    for (let i = 0; i < 10; i++) {
      page.send({ t: 'typing', text: `word ${i}` })
      await clock.move(500)
    }
    await quick.sees((frame) => frame.type === 'typing' && frame.chat === chat && frame.text === 'word 9')
    assert.ok(typed(quick, chat).length - before >= 5)
    wire.resume()
    await slow.sees((frame) => frame.type === 'entries' && frame.entries.at(-1)?.n === 400)
    assert.deepEqual(typed(slow, chat), [])
    assert.equal(slow.socket.readyState, slow.socket.OPEN)
    let turn = 0
    await soon(async () => {
      page.send({ t: 'typing', text: `again ${turn++}` })
      await clock.move(500)
      return typed(slow, chat).length > 0
    })
    for (const line of [slow, quick]) line.close()
    await page.close()
  })
})
