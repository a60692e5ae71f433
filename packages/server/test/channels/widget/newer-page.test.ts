import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'

const server = await startTestServer({ channels: [WIDGET] })
after(() => server.close())
const ADDED = { addedByTheNextVersion: { shade: 'light' } }

test('R31 a process passes over the fields that a page of the next version adds to frames', async () => {
  const page = await openPage(server, { visitor: 'from the next version' })
  const message = { t: 'message' as const, id: nextId(), text: 'Hello from the next version', ...ADDED }
  assert.equal((await page.ask(message)).t, 'done')
  const contact = { t: 'contact' as const, id: nextId(), contact: { name: 'Vera', ...ADDED } }
  assert.equal((await page.ask(contact)).t, 'done')
  const [chat] = await server.agent().chats('?view=waiting')
  assert.equal(chat?.visitor.name, 'Vera')
  // What is wrong by this version is refused all the same.
  page.socket.send(JSON.stringify({ t: 'message', id: nextId(), text: 5, ...ADDED }))
  await page.until(() => page.frames.find((one) => one.t === 'refused'), 'refusal')
  await page.close()
})

test('R31 the same where sockets are blocked', async () => {
  const hello = {
    t: 'hello',
    visitor: secretOf('blocked'),
    visit: 'visit-0001',
    url: 'https://shop.test/',
    title: 'Shop',
  }
  const post = (body: object) =>
    server.ask(`/widget/${WIDGET_ID}/frames`, { method: 'POST', body: JSON.stringify(body) })
  const session = secretOf('a session of a page')
  const body = { session, after: 0, wait: 0, frames: [{ ...hello, ...ADDED }], ...ADDED }
  const answer = await post(body)
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await post({ ...body, after: 'many' })).status, 400)
})
