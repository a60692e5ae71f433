import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { PublicSettings } from '@deskbell/protocol/widget/settings'
import { handClock } from '../../clock.ts'
import { makePlace, testKinds } from '../../db.ts'
import { startTestServer } from '../../test-server.ts'
import { openPage, WIDGET, WIDGET_ID } from './page.ts'
import { soon } from './soon.ts'

const MINUTE = 60_000
const OTHER = { ...WIDGET, name: 'Other', publicId: 'Other6Ef6h' }

for (const kind of testKinds())
  suite(`the usual reply time of a widget, ${kind}`, () => {
    test('the settings of a widget say how soon agents answered the newest chats of its channel', async (t) => {
      const clock = handClock()
      const place = await makePlace(kind)
      const server = await startTestServer({ kind, place, clock, channels: [WIDGET, OTHER] })
      t.after(() => server.close())
      const shown = async (query = '', widget = WIDGET_ID) =>
        (await server.ask(`/widget/${widget}/settings${query}`)).body as unknown as PublicSettings
      const answered = async (name: string, after: number) => {
        const page = await openPage(server, { visitor: name, visit: `visit-${name}` })
        await page.writes(`${name} asks`)
        const chat = (await server.agent().chats('?limit=200')).find(({ preview }) => preview === `${name} asks`)!
        await clock.jump(after)
        await server.agent().accepts(chat.id)
        await server.agent().writes(chat.id, 'Here you are')
        await server.agent().closes(chat.id)
        await page.close()
      }
      for (const name of ['ada', 'bea', 'cid', 'dan']) await answered(name, 3 * MINUTE)
      assert.equal((await shown()).reply, '')
      await answered('eve', 300 * MINUTE)
      // Older than a quarter of an hour: the first page causes a new measurement, and later pages get it.
      await clock.jump(15 * MINUTE)
      await shown()
      await soon(async () => {
        await clock.jump(15 * MINUTE)
        return (await shown()).reply === 'We usually answer within a few minutes'
      })
      assert.equal((await shown('?lang=de')).reply, 'Wir antworten meist in wenigen Minuten')
      assert.equal((await shown('', OTHER.publicId)).reply, '')
      assert.deepEqual(
        (await shown()).team.map(({ name }) => name),
        ['Ann', 'Bob'],
      )
    })

    test('a widget whose settings hide the team shows neither agents nor a reply time', async (t) => {
      const place = await makePlace(kind)
      const server = await startTestServer({ kind, place, channels: [{ ...WIDGET, widget: { team: false } }] })
      t.after(() => server.close())
      const { team, reply } = (await server.ask(`/widget/${WIDGET_ID}/settings`)).body as unknown as PublicSettings
      assert.deepEqual([team, reply], [[], ''])
    })
  })
