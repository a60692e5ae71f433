import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { PUBLIC_ID, RANDOM, startTestServer, type Answer, type TestServer } from '../test-server.ts'

describe('A34 T40 rate limits', () => {
  let clock: HandClock
  let testServer: TestServer
  before(async () => {
    clock = handClock()
    testServer = await startTestServer({
      clock,
      limits: {
        channelMessagesPerSender: 10,
        channelMessagesPerChannel: 500,
        statusPerAddress: 20,
        notFoundPerAddress: 0.33,
        typingPerSender: 0.33,
      },
    })
  })
  after(() => testServer.close())

  function isRefused(answer: Answer): void {
    assert.equal(answer.status, 429)
    assert.equal(answer.body['error']?.['code'], 'rate_limited')
    const wait = Number(answer.headers.get('retry-after'))
    assert.ok(wait >= 1, 'Retry-After')
    for (const name of ['ratelimit-policy', 'ratelimit', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
      assert.ok(answer.headers.get(name), name)
    assert.equal(answer.headers.get('ratelimit-remaining'), '0')
  }

  test('A34 messages of one sender: 50 pass, the next is refused, the limit recovers with time, other senders are not affected', async () => {
    for (let i = 0; i < 50; i++) assert.equal((await testServer.visitor('busy').writes(`${i}`)).status, 200)
    const refused = await testServer.visitor('busy').writes('one too many')
    isRefused(refused)
    assert.equal((await testServer.visitor('calm').writes('hello')).status, 200)
    await clock.move(Number(refused.headers.get('retry-after')) * 1000)
    assert.equal((await testServer.visitor('busy').writes('later')).status, 200)
    const chat = (await testServer.agent().chats()).find((one) => one.visitor.id === 'busy')
    assert.equal(chat?.received, 51)
  })

  test('A34 status requests: 100 pass for one address', async () => {
    const ask = () => testServer.ask(`${testServer.channelUrl}/status`)
    for (let i = 0; i < 100; i++) assert.equal((await ask()).status, 200)
    const refused = await ask()
    isRefused(refused)
    await clock.move(Number(refused.headers.get('retry-after')) * 1000)
    assert.equal((await ask()).status, 200)
  })

  test('A34 guessing channel URLs: 20 tries are answered, and the right URL still works', async () => {
    const guess = (i: number) => testServer.ask(`${testServer.url}/${RANDOM}/Guess0000${i % 10}/status`)
    for (let i = 0; i < 20; i++) assert.equal((await guess(i)).status, 404)
    isRefused(await guess(20))
    assert.equal((await testServer.ask(`${testServer.url}/${RANDOM}/${PUBLIC_ID}/status`)).status, 200)
    await clock.move(60_000)
    assert.equal((await guess(21)).status, 404)
  })

  test('A20 A34 typing requests over the limit are dropped and answered 200', async () => {
    await testServer.visitor('typist').writes('hi')
    const socket = await testServer.agent().connects()
    for (let i = 0; i < 6; i++)
      assert.deepEqual((await testServer.visitor('typist').types(i % 2 === 0)).body, { result: 'ok' })
    await socket.sees((frame) => frame.type === 'typing')
    await testServer.visitor('typist').writes('said')
    await socket.seesChat((chat) => chat.visitor.id === 'typist' && chat.received === 2)
    assert.ok(socket.frames.filter((frame) => frame.type === 'typing' && frame.from === 'visitor').length <= 2)
    socket.close()
  })

  test('A20 typing opens no chat', async () => {
    await testServer.visitor('silent').types()
    await testServer.settled()
    assert.ok(!(await testServer.agent().chats()).some((chat) => chat.visitor.id === 'silent'))
  })
})

test('A34 messages of a whole channel: the burst passes for any senders, the next is refused, and the limit recovers', async () => {
  const clock = handClock()
  // 4 for each 1 a second, as the defaults have it.
  const testServer = await startTestServer({ clock, limits: { channelMessagesPerChannel: 5 } })
  try {
    for (let i = 0; i < 20; i++) assert.equal((await testServer.visitor(`v${i}`).writes('hi')).status, 200)
    const refused = await testServer.visitor('late').writes('hi')
    assert.equal(refused.status, 429)
    assert.match(refused.headers.get('ratelimit') ?? '', /^"channelMessagesPerChannel";r=0;/)
    await clock.move(Number(refused.headers.get('retry-after')) * 1000)
    assert.equal((await testServer.visitor('late').writes('hi')).status, 200)
  } finally {
    await testServer.close()
  }
})

test('A34 0 switches a limit off', async () => {
  const testServer = await startTestServer({ clock: handClock() })
  try {
    const answers = await Promise.all(Array.from({ length: 120 }, (_, i) => testServer.visitor('free').writes(`${i}`)))
    assert.ok(answers.every((answer) => answer.status === 200))
  } finally {
    await testServer.close()
  }
})
