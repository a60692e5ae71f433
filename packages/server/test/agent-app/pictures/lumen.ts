import type { IntegratorServer } from '../../integrator-server.ts'
import { ANN, BOB, type TestServer, tokenOf } from '../../test-server.ts'
import { sayCalls } from './calls.ts'
import { lamp, logo, portrait } from './drawings.ts'
import { MORNING, type SetClock } from './set-clock.ts'
import { sayBotChat } from './bot-chat.ts'
import { sayEarlier } from './earlier-days.ts'
import { sayThisMorning } from './this-morning.ts'
import { openWebsite } from './website.ts'

const MINUTE = 60_000

/** What tells the story of the shop: its people, and the moment at which each thing happens. */
export async function makeStory(testServer: TestServer, integrator: IntegratorServer, clock: SetClock) {
  const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
  const must = async (agent: typeof ann, method: string, path: string, body?: unknown) => {
    const answer = await agent.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body as { id?: number } & Record<string, never>
  }
  const upload = async (email: string, path: string, picture: Buffer) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)]), 'picture.png')
    const headers = { authorization: `Bearer ${tokenOf(email)}` }
    const answer = await testServer.ask(`/api${path}`, { method: 'PUT', headers, body: form })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
  }
  return {
    ann,
    bob,
    must,
    upload,
    integrator,
    testServer,
    /** It is `days` days before, at hour and minute of the clock; today without `days`. */
    async at(time: string, days = 0): Promise<void> {
      await testServer.settled()
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      const midnight = MORNING - (MORNING % (24 * 60 * MINUTE))
      clock.set(midnight - days * 24 * 60 * MINUTE + (hours * 60 + minutes) * MINUTE)
    },
    /** A visitor of the app; with a portrait if there is one. */
    person(id: string, name: string, { photo = false, phone }: { photo?: boolean; phone?: string } = {}) {
      return testServer.visitor(id, {
        name,
        email: `${id}@example.com`,
        ...(phone && { phone }),
        ...(photo && { photo: `${integrator.url}/${id}.png` }),
      })
    },
    /** The open chat of a visitor. */
    async chatOf(name: string): Promise<number> {
      const chat = (await ann.chats('?limit=100')).find(({ visitor }) => visitor.name === name)
      if (!chat) throw new Error(`${name} has no chat`)
      return chat.id
    },
  }
}
export type Story = Awaited<ReturnType<typeof makeStory>>

/** A shop for lamps on a Tuesday morning, for pictures: its people, three weeks of chats, and what waits now. */
export async function openLumen(testServer: TestServer, integrator: IntegratorServer, clock: SetClock) {
  const story = await makeStory(testServer, integrator, clock)
  const { ann, must, upload } = story
  const pictures = new Map<string, Buffer>([['lamp', await lamp()]])
  for (const id of ['maria', 'hugo', 'amara']) pictures.set(id, await portrait(id))
  integrator.behaves((request, response) => {
    const picture = pictures.get(/\/(\w+)\.png$/.exec(request.path)?.[1] ?? '')
    if (picture) return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerOf(request.path)))
  })
  await story.at('09:00', 26)
  await must(ann, 'PATCH', '/settings', { name: 'Lumen' })
  await upload(ANN, '/settings/logo', await logo())
  await must(ann, 'PATCH', '/me', { name: 'Ann Berger' })
  const people = (await ann.call('GET', '/agents')).body['agents'] as unknown as { id: number; email: string }[]
  const bobId = people.find(({ email }) => email === BOB)?.id
  await must(ann, 'PATCH', `/agents/${bobId}`, { name: 'Bob Fischer' })
  await addPriya(testServer)
  await upload(ANN, '/me/photo', await portrait('ann'))
  await upload(BOB, '/me/photo', await portrait('bob'))
  const tags: Record<string, number> = {}
  for (const [name, colour] of [
    ['Shipping', 'blue'],
    ['Returns', 'orange'],
    ['Custom order', 'teal'],
    ['Wholesale', 'purple'],
    ['Repair', 'pink'],
  ])
    tags[name!] = (await must(ann, 'POST', '/tags', { name, colour })).id ?? 0
  await keepTexts(story, tags)
  const closed = await sayEarlier(story, tags)
  const now = await sayThisMorning(story, tags, bobId ?? 0)
  const site = await openWebsite(story, tags)
  const withBot = await sayBotChat(story)
  const { rings } = await sayCalls(story, bobId ?? 0)
  const seen = await story.bob.connects()
  await testServer.settled()
  return {
    ...now,
    closed,
    withBot,
    rings,
    async close() {
      seen.close()
      await site.close()
    },
  }
}

/** Agents are added by owners who have signed in with their password. */
async function addPriya({ ask, publicUrl }: TestServer): Promise<void> {
  const password = 'correct horse battery'
  const post = (path: string, body: object, cookie = '') =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
      body: JSON.stringify(body),
    })
  const { headers } = await post('/api/session', { email: ANN, password })
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const priya = { name: 'Priya Shah', email: 'priya@shop.test', role: 'admin', password }
  const answer = await post('/api/agents', priya, cookie)
  if (answer.status >= 300) throw new Error(answer.text)
}

/** What the shop's CRM says about a customer when an agent accepts the chat. */
const answerOf = (path: string) =>
  path.endsWith('/crm')
    ? {
        result: 'ok',
        custom_data: [
          { title: 'Orders', content: '3, last on 22 September' },
          { title: 'Spent', content: '€ 412' },
        ],
        crm_link: 'https://crm.lumen.example/customers/1842',
      }
    : { result: 'ok' }

/** Canned answers and macros. */
async function keepTexts({ ann, must }: Story, tags: Record<string, number>): Promise<void> {
  for (const [title, shortcut, text] of [
    [
      'Shipping within the EU',
      'ship',
      'We ship within the EU for € 6, free above € 150. It takes 2 to 4 working days.',
    ],
    ['Cable lengths', 'cable', 'The cable is 2 m long. We make it with up to 5 m for you, for € 4 a metre.'],
    [
      'Returns',
      'return',
      'Hello {visitor.name|there}, you can return any lamp within 30 days. Shall I send you a label?',
    ],
    ['Opening hours', 'hours', 'The shop by the river is open from Tuesday to Saturday, 10:00 to 18:00.'],
    [
      'Out of stock',
      'stock',
      'It is sold out at the moment. We make new ones in about two weeks. May I write to you then?',
    ],
  ])
    await must(ann, 'POST', '/canned-answers', { shared: true, title, shortcut, text })
  await must(ann, 'POST', '/canned-answers', {
    title: 'My greeting',
    shortcut: 'hi',
    text: 'Hello {visitor.name|there}, this is {agent.name} from Lumen.',
  })
  await must(ann, 'POST', '/macros', {
    shared: true,
    title: 'Start a return',
    shortcut: 'return',
    steps: [
      { type: 'send', text: 'I am sending you a label by mail. Thank you, {visitor.name|and see you soon}!' },
      { type: 'tag', add: [tags['Returns']], remove: [] },
      { type: 'close' },
    ],
  })
  await must(ann, 'POST', '/macros', {
    shared: true,
    title: 'Ask again tomorrow',
    steps: [
      { type: 'note', text: 'Waiting for the workshop.' },
      { type: 'snooze', minutes: 24 * 60 },
    ],
  })
}
