import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Contact, ContactHistory, ImportResults } from '@deskbell/protocol/agent/contact'
import type { Channel } from '@deskbell/protocol/agent/channel'
import { startServer } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { ANN, type Answer, type TestAgent, type TestServer } from '../test-server.ts'

/** The first value of `read` that is not undefined. The linking runs beside the answer to the visitor. */
async function eventually<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 1000; tries++) {
    const value = await read()
    if (value !== undefined) return value
    await pause(20)
  }
  throw new Error('it did not happen')
}

for (const kind of testKinds())
  suite(`linked contacts, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    let channel = 0
    let files = 0
    before(async () => {
      testServer = await startServer({ kind })
      ann = testServer.agent(ANN)
      const { channels } = bodyOf<{ channels: Channel[] }>(await ann.call('GET', '/channels'))
      channel = channels.find((one) => one.kind === 'api')?.id ?? 0
    })
    after(() => testServer.close())

    const bodyOf = <T>(answer: Answer): T => {
      assert.ok(answer.status < 300, answer.text)
      return answer.body as unknown as T
    }
    const read = async (id: number) => bodyOf<Contact>(await ann.call('GET', `/contacts/${id}`))
    const imports = async (...given: object[]) => {
      const file = { key: `of test ${++files}`, lines: given.length }
      const lines = given.map((one, place) => ({ line: place + 2, ...one }))
      const { results } = bodyOf<ImportResults>(await ann.call('POST', '/contacts/import', { file, lines }))
      return results.map(({ contact = 0 }) => contact)
    }
    const verifies = async (verifiedContacts: boolean) =>
      void bodyOf(await ann.call('PATCH', `/channels/${channel}`, { verifiedContacts }))
    async function writes(key: string, sender: Record<string, unknown> = {}) {
      await testServer.visitor(key, sender).writes(`hello from ${key}`)
      const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)
      return chat?.visitor.contact ?? 0
    }
    const alike = async (id: number) => (await read(id)).like.map((one) => one.id)

    test('T55 what a visitor only claims links no contacts: the agent is shown who may be the same person', async () => {
      const [mail = 0, phone = 0] = await imports(
        { name: 'Vera Stone', email: 'Vera@tea.test', externalId: 'claim-3' },
        { name: 'Amir Haddad', phone: '+49 170 555-0199' },
      )
      const claims = await writes('claim-1', { name: 'V', email: 'vera@TEA.test' })
      const digits = await writes('claim-2', { phone: '0049 (170) 5550199' })
      const id = await writes('claim-3', { name: 'Someone' })
      assert.deepEqual(await alike(claims), [mail])
      assert.deepEqual(await alike(mail), [claims])
      assert.deepEqual(await alike(digits), [phone])
      assert.deepEqual(await alike(id), [])
      // Also when the setting is on later, until the visitor writes again.
      await verifies(true)
      await verifies(false)
      await testServer.visitor('claim-1', { name: 'V', email: 'vera@tea.test' }).writes('again')
      for (const one of [mail, phone]) assert.equal((await read(one)).identities.length, 0)
      assert.equal((await read(claims)).name, 'V')
    })

    test('an imported contact becomes that of the visitor when the channel has verified the id, e-mail or phone', async () => {
      await verifies(true)
      const rows = [
        { name: 'Ida Id', externalId: 'link-id', fields: [{ title: 'Plan', content: 'Gold' }] },
        { name: 'Eda Mail', email: 'Eda@link.test' },
        { name: 'Pia Phone', phone: '+49 151 22' },
      ]
      const imported = await imports(...rows)
      const written = [
        await writes('link-id', { name: 'ida' }),
        await writes('link-mail', { email: 'eda@link.test' }),
        await writes('link-phone', { phone: '004915122' }),
      ]
      for (const [place, id] of written.entries()) {
        const contact = await eventually(async () => {
          const found = await read(id)
          return found.name === rows[place]?.name ? found : undefined
        })
        assert.equal(contact.identities.length, 1)
        assert.equal((await ann.call('GET', `/contacts/${imported[place]}`)).status, 404)
        const { events } = bodyOf<ContactHistory>(await ann.call('GET', `/contacts/${id}/history`))
        assert.deepEqual(
          events.map((event) => [event.kind, event.agent.name]),
          [
            ['linked', 'Ann'],
            ['imported', 'Ann'],
          ],
        )
      }
      assert.deepEqual((await read(written[0] ?? 0)).fields, rows[0]?.fields)
      assert.equal((await read(written[0] ?? 0)).externalId, 'link-id')
      const [chat] = await ann.chats('?limit=200')
      assert.equal((await ann.chat(chat?.id ?? 0)).visitor.name, 'Pia Phone')
      await verifies(false)
    })

    test('T55 several imported contacts, one with a visitor, and a phone number without its country are left to agents', async () => {
      await verifies(true)
      const twins = await imports(
        { name: 'Twin', phone: '+45 1' },
        { name: 'Twin too', phone: '+45 1', email: 'twin@x.test' },
      )
      const both = await writes('twin', { phone: '+45 1' })
      const [bare = 0] = await imports({ name: 'Bare', phone: '45 2' })
      const national = await writes('bare', { phone: '45 2' })
      await imports({ name: 'Held', email: 'held@x.test' })
      const first = await writes('held-1', { email: 'held@x.test' })
      await eventually(async () => ((await read(first)).name === 'Held' ? true : undefined))
      const second = await writes('held-2', { email: 'held@x.test' })
      // The last of several tasks is done after the others.
      const [last = 0] = await imports({ name: 'Last', externalId: 'last' })
      await writes('last')
      await eventually(async () => ((await ann.call('GET', `/contacts/${last}`)).status === 404 ? true : undefined))
      for (const one of [...twins, bare]) assert.equal((await read(one)).identities.length, 0)
      assert.deepEqual(new Set(await alike(both)), new Set(twins))
      assert.deepEqual(await alike(national), [bare])
      assert.deepEqual(await alike(second), [first])
      await verifies(false)
    })
  })
