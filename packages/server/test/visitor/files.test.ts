import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { testKinds } from '../db.ts'
import { startHouse, type House } from '../house.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const kind of testKinds())
  suite(`files of visitors, ${kind}`, () => {
    let house: House
    before(async () => {
      house = await startHouse({ kind, channels: [WIDGET] })
    })
    after(() => house.close())

    function send(visitor: string, bytes: Buffer, name: string, id = nextId()) {
      const form = new FormData()
      form.set('text', 'look')
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const headers = { authorization: `Bearer ${secretOf(visitor)}`, 'x-request-id': id }
      return house.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: form, headers })
    }

    test('a picture may be the first thing that a visitor says, and both sides see it', async () => {
      const page = await openPage(house, { visitor: 'snap' })
      const id = nextId()
      const answer = await send('snap', PICTURE, 'cat.png', id)
      assert.equal(answer.status, 200, answer.text)
      const { chat, n } = answer.body as unknown as { chat: number; n: number }
      const entry = await page.until(() => page.entries().find((one) => one.type === 'message'), 'the picture')
      assert.ok(entry.type === 'message' && entry.media?.url)
      assert.deepEqual([entry.id, entry.text, entry.chat, entry.n], [id, 'look', chat, n])
      assert.equal((await fetch(entry.media.url)).status, 200)
      const shown = (await house.agent().entries(chat)).find((one) => one.type === 'message')
      assert.equal(shown?.type === 'message' && shown.media?.state, 'stored')
      const again = await send('snap', PICTURE, 'cat.png', id)
      assert.deepEqual(again.body, answer.body)
      assert.equal(page.entries().filter((one) => one.type === 'message').length, 1)
      await page.close()
    })

    test('what cannot be taken is refused with a sentence, and says nothing in the chat', async () => {
      assert.equal((await send('empty', Buffer.alloc(0), 'x.txt')).status, 400)
      const headers = { 'x-request-id': nextId() }
      const nobody = await house.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: new FormData(), headers })
      assert.equal(nobody.status, 401)
      const short = await house.ask(`/widget/${WIDGET_ID}/files`, {
        method: 'POST',
        body: new FormData(),
        headers: { authorization: 'Bearer short' },
      })
      assert.equal(short.status, 401)
    })
  })
