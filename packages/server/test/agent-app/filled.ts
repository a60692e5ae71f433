import { ANN, BOB, type TestServer } from '../test-server.ts'
import type { IntegratorServer } from '../integrator-server.ts'

/** A PNG of 1 × 1. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Fills a server with chats of every kind, so that every screen has something to show. Returns the chats' numbers. */
export async function fillServer(testServer: TestServer, integrator: IntegratorServer) {
  const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
  integrator.behaves((request, response) => {
    if (request.path.endsWith('.png')) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(DOT)
      return
    }
    const answer = request.body.includes('bad')
      ? { error: { code: 'gone', message: 'The customer has left' } }
      : { result: 'ok' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const chatOf = async (name: string): Promise<number> => {
    const chat = (await ann.chats()).find((one) => one.visitor.name === name)
    if (!chat) throw new Error(`${name} has no chat`)
    return chat.id
  }

  const vera = testServer.visitor('vera', {
    name: 'Vera',
    email: 'vera@shop.test',
    phone: '+49 30 123',
    photo: `${integrator.url}/face.png`,
    url: 'https://shop.test/cart',
    invite: 'May we help?',
  })
  await vera.writes('Look at https://shop.test/a and https://аррӏе.com')
  await vera.sends({ type: 'photo', file: `${integrator.url}/dot.png`, file_name: 'dot.png', file_size: DOT.length })
  await vera.sends({ type: 'photo', file: 'http://127.0.0.1:1/gone.png', file_name: 'gone.png', file_size: 9 })
  // Without a size: the message is accepted, with a note.
  await vera.sends({ type: 'document', file: `${integrator.url}/list.png`, file_name: 'list.pdf' })
  await vera.sends({ type: 'location', latitude: 28.1, longitude: -15.4 })
  await vera.writes(`long ${'text '.repeat(300)}`)
  await vera.post({
    sender: { id: 'vera', name: 'Vera', email: 'vera@new.test' },
    message: { type: 'text', text: 'new mail' },
  })
  const mine = await chatOf('Vera')
  await ann.accepts(mine)
  await ann.writes(mine, 'good day')
  await ann.writes(mine, 'this goes bad')

  await testServer.visitor('otto', { name: 'Otto' }).writes('anybody there?')
  await testServer.visitor('nameless').writes('hello')
  await testServer.visitor('mia', { name: 'Mia' }).writes('hello')
  const held = await chatOf('Mia')
  await bob.accepts(held)
  await testServer.visitor('leo', { name: 'Leo' }).writes('bye')
  const closed = await chatOf('Leo')
  await ann.accepts(closed)
  await ann.closes(closed)
  await testServer.settled()
  return { mine, held, closed, waiting: await chatOf('Otto') }
}
