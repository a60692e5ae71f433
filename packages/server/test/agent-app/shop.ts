import sharp from 'sharp'
import type { IntegratorServer } from '../integrator-server.ts'
import { openPage } from '../channels/widget/page.ts'
import { ANN, BOB, type TestServer } from '../test-server.ts'

/** A drawn picture, tall as those of phones. */
const photo = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="1600"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#f4d9b8"/><stop offset="1" stop-color="#7f9a90"/></linearGradient></defs><rect width="600" height="1600" fill="url(#g)"/><path d="M300 1400V700" stroke="#3a4a46" stroke-width="22"/><path d="M130 720h340L390 400H210z" fill="#fff6e6"/><ellipse cx="300" cy="1410" rx="150" ry="36" fill="#3a4a46"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** A shop on an ordinary day, for pictures: people of several languages, messages of several kinds. */
export async function openShop(testServer: TestServer, integrator: IntegratorServer) {
  const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
  const picture = await photo()
  integrator.behaves((request, response) => {
    if (request.path.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
  })
  const chatOf = async (name: string): Promise<number> => {
    const chat = (await ann.chats('?limit=100')).find(({ visitor }) => visitor.name === name)
    if (!chat) throw new Error(`${name} has no chat`)
    return chat.id
  }
  const writes = async (id: string, name: string, ...texts: string[]) => {
    const visitor = testServer.visitor(id, { name, email: `${id}@example.com` })
    for (const text of texts) await visitor.writes(text)
    return visitor
  }

  await writes('leo', 'Leo Martin', 'Bonjour, où est mon colis ?')
  const closed = await chatOf('Leo Martin')
  await ann.accepts(closed)
  await ann.writes(closed, 'It arrives on Tuesday.')
  await ann.closes(closed)

  const maria = await writes('maria', 'Maria Lopez', 'Hi! Is there a longer cable for the Dune?')
  const mine = await chatOf('Maria Lopez')
  await ann.accepts(mine)
  await ann.writes(mine, 'Hello Maria! Yes: 2 m as it is, and we make it with up to 5 m for you.')
  await ann.writes(mine, 'Which length do you need?')
  await maria.writes('3 m, please! Can I dim it? ❤')
  await maria.sends({ type: 'photo', file: `${integrator.url}/lamp.png`, file_name: 'lamp.png', file_size: 20_000 })
  await ann.writes(mine, 'You can: there is a small wheel on the cable.')

  await writes('tom', 'Tom Becker', 'My Fjord hums a little. Is that normal?')
  const held = await chatOf('Tom Becker')
  await bob.accepts(held)
  await writes('yuki', 'Yuki Tanaka', 'Can I visit you on Saturday?')
  await writes('sara', 'سارة', 'مرحبا، هل المتجر مفتوح اليوم؟')
  await writes('olga', 'Olga Novak', 'Do you ship to Prague, and what does it cost?', 'It is for two lamps.')
  await testServer.visitor('nameless').writes('hello?')
  const page = await openPage(testServer, {
    visitor: 'ada',
    url: 'https://lumen.example/lamps/dune',
    title: 'Dune, table lamp',
  })
  await page.writes('Is the Dune in stock in sand?')
  await testServer.settled()
  return { mine, held, closed, waiting: await chatOf('Olga Novak'), close: () => page.close() }
}
