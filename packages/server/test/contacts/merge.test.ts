import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type {
  Contact,
  ContactErased,
  ContactHistory,
  ContactNotes,
  ContactsPage,
} from '@deskbell/protocol/agent/contact'
import { startServer } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type Answer, type TestAgent, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  suite(`merged contacts, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    let bob: TestAgent
    before(async () => {
      testServer = await startServer({ kind })
      ann = testServer.agent(ANN)
      bob = testServer.agent(BOB)
    })
    after(() => testServer.close())

    const bodyOf = <T>(answer: Answer): T => {
      assert.ok(answer.status < 300, answer.text)
      return answer.body as unknown as T
    }
    const read = async (id: number) => bodyOf<Contact>(await ann.call('GET', `/contacts/${id}`))
    const merge = (id: number, body: object, agent = ann) => agent.call('POST', `/contacts/${id}/merge`, body)
    const names = async (q: string) =>
      bodyOf<ContactsPage>(await ann.call('GET', `/contacts?q=${q}`)).contacts.map(({ id }) => id)
    const keysOf = ({ identities }: Contact) => identities.map(({ id }) => id)
    /** A visitor who has written: the chat, the contact and the visitor's number. */
    async function writes(key: string, sender: Record<string, unknown> = {}) {
      await testServer.visitor(key, sender).writes(`hello from ${key}`)
      const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)
      return { chat: chat?.id ?? 0, contact: chat?.visitor.contact ?? 0, number: Number(chat?.visitor.number) }
    }

    test('a merge shows the chosen values everywhere, with the chats and notes of both, and can be taken apart', async () => {
      const web = await writes('m-web', { name: 'Max', email: 'max@web.test' })
      const phone = await writes('m-phone', { name: 'Maximilian Meyer', phone: '+49 30 777' })
      await ann.call('PATCH', `/contacts/${web.contact}`, { fields: [{ title: 'Plan', content: 'Gold' }] })
      const others = [
        { title: 'plan', content: 'Free' },
        { title: 'City', content: 'Bonn' },
      ]
      await ann.call('PATCH', `/contacts/${phone.contact}`, { fields: others })
      await ann.call('POST', `/contacts/${phone.contact}/notes`, { text: 'calls in the morning' })
      const merged = bodyOf<Contact>(await merge(web.contact, { other: phone.contact, name: 'other' }))
      assert.deepEqual([merged.name, merged.email, merged.phone], ['Maximilian Meyer', 'max@web.test', '+49 30 777'])
      assert.deepEqual(keysOf(merged), ['m-web', 'm-phone'])
      assert.deepEqual(merged.fields, [{ title: 'Plan', content: 'Gold' }, others[1]])
      for (const { chat } of [web, phone]) {
        const { visitor } = await ann.chat(chat)
        const shown = [visitor.contact, visitor.name, visitor.email, visitor.phone]
        assert.deepEqual(shown, [web.contact, 'Maximilian Meyer', 'max@web.test', '+49 30 777'])
      }
      assert.equal((await ann.call('GET', `/contacts/${phone.contact}`)).status, 404)
      const notes = bodyOf<ContactNotes>(await ann.call('GET', `/contacts/${web.contact}/notes`)).notes
      assert.deepEqual(
        notes.map(({ text }) => text),
        ['calls in the morning'],
      )
      const chats = bodyOf<{ chats: { id: number }[] }>(await ann.call('GET', `/contacts/${web.contact}/chats`)).chats
      assert.deepEqual(
        chats.map(({ id }) => id),
        [phone.chat, web.chat],
      )
      for (const q of ['m-web', 'm-phone', 'maximilian', '30777']) assert.deepEqual(await names(q), [web.contact], q)

      const path = `/contacts/${web.contact}/visitors/${phone.number}/apart`
      assert.equal((await bob.call('POST', path)).status, 403)
      const { contact: apart } = bodyOf<{ contact: number }>(await ann.call('POST', path))
      assert.notEqual(apart, web.contact)
      const [left, gone] = [await read(web.contact), await read(apart)]
      assert.deepEqual([left.name, left.email, left.phone], ['Max', 'max@web.test', null])
      assert.deepEqual([gone.name, gone.email, gone.phone], ['Maximilian Meyer', null, '+49 30 777'])
      assert.deepEqual([keysOf(left), keysOf(gone)], [['m-web'], ['m-phone']])
      assert.equal((await ann.chat(phone.chat)).visitor.email, null)
      assert.equal((await ann.call('POST', path)).status, 404)
      const only = await ann.call('POST', `/contacts/${apart}/visitors/${phone.number}/apart`)
      assert.deepEqual(only.body as unknown, { contact: apart })
      const { events } = bodyOf<ContactHistory>(await ann.call('GET', `/contacts/${web.contact}/history`))
      assert.deepEqual(
        events.slice(0, 2).map((one) => [one.kind, one.contact, one.visitors]),
        [
          ['taken_apart', apart, [String(phone.number)]],
          ['merged', phone.contact, [String(phone.number)]],
        ],
      )
    })

    test('an edit of either contact is kept when it is chosen, and values that agree stay those of the visitors', async () => {
      const one = await writes('e-one', { name: 'Same', email: 'one@web.test' })
      const two = await writes('e-two', { name: 'Same' })
      await bob.call('PATCH', `/contacts/${two.contact}`, { email: 'edited@web.test' })
      const merged = bodyOf<Contact>(await merge(one.contact, { other: two.contact, email: 'other' }))
      assert.deepEqual([merged.email, merged.edited.email?.by.name], ['edited@web.test', 'Bob'])
      assert.equal(merged.edited.name, undefined)
      await testServer.visitor('e-two', { name: 'Same now' }).writes('again')
      assert.equal((await read(one.contact)).name, 'Same now')
    })

    test('wrong merges are refused and change nothing', async () => {
      const one = await writes('w-one', { name: 'One' })
      const two = await writes('w-two', { name: 'Two' })
      for (const [body, status] of [
        [{ other: one.contact }, 400],
        [{ other: 999_999 }, 404],
        [{}, 400],
        [{ other: two.contact, name: 'both' }, 400],
      ] as const)
        assert.equal((await merge(one.contact, body)).status, status, JSON.stringify(body))
      assert.equal((await merge(one.contact, { other: two.contact }, bob)).status, 403)
      assert.deepEqual([keysOf(await read(one.contact)), keysOf(await read(two.contact))], [['w-one'], ['w-two']])
    })

    test('T42 erasing one visitor takes their values from the contact, and erasing the contact takes every visitor', async () => {
      const one = await writes('x-one', { name: 'Xaver', email: 'x@web.test' })
      const two = await writes('x-two', { name: 'Secret Name', phone: '0800 1' })
      await merge(one.contact, { other: two.contact, name: 'other' })
      await ann.call('POST', `/contacts/${one.contact}/notes`, { text: 'stays' })
      assert.equal((await ann.call('DELETE', `/visitors/${two.number}`)).status, 200)
      const left = await read(one.contact)
      assert.deepEqual([left.name, left.email, left.phone], ['Xaver', 'x@web.test', null])
      assert.deepEqual(keysOf(left), ['x-one'])
      assert.equal((await ann.chat(one.chat)).visitor.name, 'Xaver')
      const history = (await ann.call('GET', `/contacts/${one.contact}/history`)).text
      assert.doesNotMatch(history, /Secret/)
      assert.deepEqual(await names('secret'), [])

      const three = await writes('x-three', { name: 'Third' })
      await merge(one.contact, { other: three.contact })
      assert.equal((await bob.call('DELETE', `/contacts/${one.contact}`)).status, 403)
      const erased = bodyOf<ContactErased>(await ann.call('DELETE', `/contacts/${one.contact}`))
      assert.deepEqual([erased.visitors, erased.chats], [2, 2])
      assert.equal((await ann.call('GET', `/contacts/${one.contact}`)).status, 404)
      assert.deepEqual(await names('xaver'), [])
      for (const { chat } of [one, three]) assert.equal((await ann.chat(chat)).erased, true)
    })

    test('merging and taking apart while visitors write loses no message, and every visitor has one contact', async () => {
      const people = await Promise.all(['r-1', 'r-2', 'r-3'].map((key) => writes(key, { name: `Name of ${key}` })))
      const [first, second, third] = people
      assert.ok(first && second && third)
      const writing = Promise.all(
        ['r-1', 'r-2', 'r-3'].map(async (key) => {
          for (let i = 0; i < 12; i++) {
            const answer = await testServer.visitor(key, { name: `${key} is ${i}` }).writes(`message ${i}`)
            assert.equal(answer.status, 200, answer.text)
          }
        }),
      )
      const meanwhile = (async () => {
        for (let round = 0; round < 4; round++) {
          for (const { number } of [second, third]) {
            const contact = async (of: { chat: number }) => (await ann.chat(of.chat)).visitor.contact ?? 0
            const of = number === second.number ? second : third
            const [into, other] = await Promise.all([contact(first), contact(of)])
            await Promise.all([merge(into, { other }), ann.call('PATCH', `/contacts/${into}`, { phone: `1${round}` })])
            await ann.call('POST', `/contacts/${into}/visitors/${number}/apart`)
          }
        }
      })()
      await Promise.all([writing, meanwhile])
      await testServer.settled()
      for (const [place, { chat, number }] of people.entries()) {
        const entries = await ann.entries(chat)
        const said = entries.flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
        assert.deepEqual(
          said.slice(1),
          Array.from({ length: 12 }, (_, i) => `message ${i}`),
        )
        const { visitor } = await ann.chat(chat)
        const contact = await read(visitor.contact ?? 0)
        assert.deepEqual(
          contact.identities.map((one) => one.number),
          [String(number)],
        )
        assert.equal(contact.identities[0]?.name, `r-${place + 1} is 11`)
      }
    })
  })
