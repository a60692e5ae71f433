import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { handClock, type HandClock } from '../../clock.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET } from './page.ts'
import { soon } from './soon.ts'

suite('pages that disconnect, reconnect and repeat requests', () => {
  let server: TestServer
  let clock: HandClock
  const lines: string[] = []
  before(async () => {
    clock = handClock()
    server = await startTestServer({ clock, channels: [WIDGET], onLog: (line) => lines.push(line) })
  })
  after(() => server.close())

  test('R15 a page that disconnects while its first message is committed leaves no follower behind', async () => {
    const page = await openPage(server, { visitor: 'hasty' })
    page.send({ t: 'message', id: nextId(), text: 'going' })
    page.socket.terminate()
    await soon(async () => (await server.agent().chats()).some(({ preview }) => preview === 'going'))
    await server.settled()
    lines.length = 0
    for (let second = 0; second < 5; second++) await clock.move(1000)
    assert.deepEqual(
      lines.filter((line) => line.includes('could not be told')),
      [],
    )
  })

  test('agents who write to the same new visitor at once wait for one secret, and one of them gets the chat', async () => {
    const page = await openPage(server, { visit: 'wanted-by-two' })
    const { visitors } = (await server.agent().call('GET', '/visitors')).body as unknown as {
      visitors: { visit: string; number: string | null }[]
    }
    const visit = visitors.find(({ number }) => number === null)?.visit ?? ''
    const [one, other] = ['ann@shop.test', 'bob@shop.test'].map((email) =>
      server.agent(email).call('POST', `/visitors/${visit}/chat`, { text: `${email} here` }),
    )
    await page.until(() => page.frames.find(({ t }) => t === 'meet'), 'meet')
    page.send({ t: 'identify', visitor: secretOf('wanted') })
    const answers = await Promise.all([one, other])
    assert.deepEqual(new Set(answers.map((answer) => answer?.status)), new Set([200, 409]))
    assert.equal(page.frames.filter(({ t }) => t === 'meet').length, 1)
    await page.close()
  })

  test('a repeated rating is stored once, and ratings count toward the rate limit of messages', async () => {
    const page = await openPage(server, { visitor: 'critic' })
    await page.writes('how is it')
    const agent = server.agent()
    const chat = (await agent.chats()).find(({ preview }) => preview === 'how is it')?.id ?? 0
    await agent.accepts(chat)
    await agent.closes(chat)
    const id = nextId()
    const rating = { t: 'rate', id, chat, rating: 'positive', text: 'quick' } as const
    for (let n = 0; n < 5; n++) assert.equal((await page.ask(rating)).t, 'done')
    const other = await page.ask({ ...rating, text: 'something else' })
    assert.equal(other.t === 'refused' && other.code, 'invalid')
    const rated = (await agent.entries(chat)).filter((entry) => entry.type === 'chat.rated')
    assert.equal(rated.length, 1)
    await page.close()
  })

  test('a campaign name that ends in half a surrogate pair does not prevent messages', async () => {
    const url = `https://shop.test/?utm_source=${encodeURIComponent('a'.repeat(199) + '😀')}`
    const page = await openPage(server, { visitor: 'longname', url })
    assert.equal((await page.writes('hello')).t, 'done')
    await page.close()
  })

  test('a visit keeps its referrer and campaign over pages, before and after the first message', async () => {
    const visit = 'tab-of-dot'
    const open = (url: string) => openPage(server, { visitor: 'dot', visit, url })
    const campaign = async () => {
      const chat = (await server.agent().chats()).find(({ preview }) => preview?.startsWith('from page'))
      return (await server.agent().chat(chat?.id ?? 0)).visitor.site?.utm
    }
    const landed = await open('https://shop.test/?utm_source=letter')
    await landed.close()
    const second = await open('https://shop.test/two')
    await second.writes('from page two')
    assert.deepEqual(await campaign(), { source: 'letter' })
    await second.close()
    const third = await open('https://shop.test/three')
    await third.writes('from page three')
    assert.deepEqual(await campaign(), { source: 'letter' })
    await third.close()
    const again = await open('https://shop.test/?utm_source=advert')
    await again.writes('from page one')
    assert.deepEqual(await campaign(), { source: 'advert' })
    await again.close()
    const later = await openPage(server, { visitor: 'dot', visit: 'another-tab', url: 'https://shop.test/four' })
    await later.writes('from page four')
    assert.equal(await campaign(), undefined)
    await later.close()
  })
})
