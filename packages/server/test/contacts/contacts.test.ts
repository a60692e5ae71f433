import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Contact, ContactHistory, ContactNotes, ContactsPage } from '@deskbell/protocol/agent/contact'
import type { ArchivePage } from '@deskbell/protocol/agent/archive'
import { emptyContact } from '../../src/conversation/contact/erase.ts'
import { addAgent, startServer } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type Answer, type TestAgent, type TestServer } from '../test-server.ts'

const SECOND = 'Second00id'
const OTHER = 'B'.repeat(32)

for (const kind of testKinds())
  suite(`contacts, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    let bob: TestAgent
    before(async () => {
      testServer = await startServer({
        kind,
        channels: [{ kind: 'api', name: 'Second', publicId: SECOND, random: OTHER, agents: [ANN] }],
      })
      ann = testServer.agent(ANN)
      bob = testServer.agent(BOB)
    })
    after(() => testServer.close())

    const bodyOf = <T>(answer: Answer): T => {
      assert.ok(answer.status < 300, answer.text)
      return answer.body as unknown as T
    }
    const list = async (query = '', agent = ann) => bodyOf<ContactsPage>(await agent.call('GET', `/contacts${query}`))
    const names = async (query = '', agent = ann) => (await list(query, agent)).contacts.map(({ name }) => name)
    const read = async (id: number, agent = ann) => bodyOf<Contact>(await agent.call('GET', `/contacts/${id}`))
    const change = async (id: number, body: object, agent = ann) =>
      bodyOf<Contact>(await agent.call('PATCH', `/contacts/${id}`, body))
    const history = async (id: number) =>
      bodyOf<ContactHistory>(await ann.call('GET', `/contacts/${id}/history`)).events
    const chatOf = async (key: string) => (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)
    /** A visitor of the first channel who has written, with the numbers of their chat and contact. */
    async function writes(key: string, sender: Record<string, unknown> = {}, text = 'hello') {
      await testServer.visitor(key, sender).writes(text)
      const chat = await chatOf(key)
      return { chat: chat?.id ?? 0, contact: chat?.visitor.contact ?? 0 }
    }
    const writesThere = (key: string, sender: Record<string, unknown> = {}) =>
      testServer.ask(`/${OTHER}/${SECOND}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sender: { id: key, ...sender }, message: { type: 'text', text: 'hello' } }),
      })

    test('the list has the newest first or the names in order, page by page, and finds by any word', async () => {
      await writes('k-zoe', { name: 'Zoe Ångström', email: 'zoe@tea.test', phone: '+49 170 555-0199' })
      await writes('k-adam', { name: 'adam Birch', email: 'adam@oak.test' })
      await writes('k-mute')
      assert.deepEqual(await names(), [null, 'adam Birch', 'Zoe Ångström'])
      assert.deepEqual(await names('?sort=name'), [null, 'adam Birch', 'Zoe Ångström'])
      for (const sort of ['active', 'name']) {
        const seen: (string | null)[] = []
        let next: string | null = ''
        while (next !== null) {
          const page: ContactsPage = await list(`?sort=${sort}&limit=1${next === '' ? '' : `&after=${next}`}`)
          seen.push(...page.contacts.map(({ name }) => name))
          next = page.next
        }
        assert.deepEqual(seen, [null, 'adam Birch', 'Zoe Ångström'], sort)
      }
      for (const q of ['zo', 'ANGSTR', 'zoe ang', 'zoe@tea', '0170 555', '+491705550199', '0199', 'k-zoe'])
        assert.deepEqual(await names(`?q=${encodeURIComponent(q)}`), ['Zoe Ångström'], q)
      for (const q of ['oe', 'zoe birch', '%', "' | 'zzz", '99999'])
        assert.deepEqual(await names(`?q=${encodeURIComponent(q)}`), [], q)
      const { contacts } = await list('?q=k-mute')
      assert.deepEqual(contacts[0]?.visitors, [(await chatOf('k-mute'))?.visitor.number])
      for (const query of ['?after=x', '?limit=0', '?limit=101', '?sort=age', `?q=${'x'.repeat(201)}`])
        assert.equal((await ann.call('GET', `/contacts${query}`)).status, 400, query)
    })

    test('an edit is shown everywhere, stays when the visitor says otherwise, and ends when it is reset', async () => {
      const { chat, contact } = await writes('k-eva', { name: 'Eve', email: 'eve@web.test' })
      const socket = await bob.connects()
      const edited = await change(contact, { name: ' Eva Stone ', phone: '0151 1' }, bob)
      assert.deepEqual([edited.name, edited.email, edited.phone], ['Eva Stone', 'eve@web.test', '0151 1'])
      assert.deepEqual([edited.edited.name?.by.name, edited.edited.name?.given], ['Bob', ['Eve']])
      await socket.seesChat(({ id, visitor }) => id === chat && visitor.name === 'Eva Stone')
      const told = (await ann.entries(chat)).filter((entry) => entry.type === 'visitor.changed')
      assert.deepEqual(
        told.map(({ by, agent, name, phone }) => [by, agent?.name, name, phone]),
        [['agent', 'Bob', 'Eva Stone', '0151 1']],
      )
      assert.deepEqual((await ann.chat(chat)).visitor.edited, ['name', 'phone'])
      await writes('k-eva', { name: 'Eveline', email: 'eveline@web.test' }, 'again')
      const after = await read(contact)
      assert.deepEqual([after.name, after.email], ['Eva Stone', 'eveline@web.test'])
      assert.deepEqual(after.edited.name?.given, ['Eveline'])
      assert.equal((await ann.chat(chat)).visitor.name, 'Eva Stone')
      assert.equal(after.identities[0]?.name, 'Eveline')
      for (const q of ['stone', 'eveline']) assert.deepEqual(await names(`?q=${q}`), ['Eva Stone'], q)
      const reset = await change(contact, { reset: ['name'] })
      assert.deepEqual([reset.name, reset.edited.name, reset.phone], ['Eveline', undefined, '0151 1'])
      assert.equal((await ann.chat(chat)).visitor.name, 'Eveline')
      assert.deepEqual(
        (await history(contact)).map(({ kind: what, agent, fields }) => [what, agent.name, fields]),
        [
          ['edited', 'Ann', [{ field: 'name', from: 'Eva Stone' }]],
          [
            'edited',
            'Bob',
            [
              { field: 'name', from: 'Eve', to: 'Eva Stone' },
              { field: 'phone', from: null, to: '0151 1' },
            ],
          ],
        ],
      )
      socket.close()
    })

    test('a removed value is shown nowhere, and an equal value or an empty change is no edit', async () => {
      const { chat, contact } = await writes('k-fay', { name: 'Fay', phone: '12345' })
      assert.equal((await change(contact, { phone: null })).phone, null)
      assert.equal((await ann.chat(chat)).visitor.phone, null)
      const [removed] = (await ann.entries(chat)).filter((entry) => entry.type === 'visitor.changed')
      assert.deepEqual(removed?.removed, ['phone'])
      const same = await change(contact, { name: 'Fay' })
      assert.equal(same.edited.name, undefined)
      await change(contact, {})
      assert.equal((await history(contact)).length, 1)
    })

    test('own fields and the identifier of another system are stored in order, and refused when they are wrong', async () => {
      const { contact } = await writes('k-gil', { name: 'Gil' })
      const fields = [
        { title: 'Company', content: 'Tea & Co' },
        { title: 'Plan', content: 'Gold' },
      ]
      const stored = await change(contact, { fields, externalId: 'crm-77' })
      assert.deepEqual([stored.fields, stored.externalId], [fields, 'crm-77'])
      assert.deepEqual(await names('?q=crm-77'), ['Gil'])
      const wrong: [object, string][] = [
        [{ name: ' ' }, '/name'],
        [{ name: '' }, '/name'],
        [{ name: 'x'.repeat(257) }, '/name'],
        [{ email: 'no address' }, '/email'],
        [{ phone: 'x'.repeat(65) }, '/phone'],
        [{ name: 'Gil', reset: ['name'] }, '/reset'],
        [{ fields: [fields[0], { title: 'company', content: 'x' }] }, '/fields/1/title'],
        [{ fields: [{ title: ' ', content: 'x' }] }, '/fields/0/title'],
        [{ fields: Array.from({ length: 51 }, (_, i) => ({ title: `f${i}`, content: 'x' })) }, '/fields'],
        [{ age: 3 }, '/age'],
      ]
      for (const [body, field] of wrong) {
        const answer = await ann.call('PATCH', `/contacts/${contact}`, body)
        assert.deepEqual([answer.status, answer.body['error']?.['field']], [400, field], JSON.stringify(body))
      }
      assert.deepEqual((await read(contact)).fields, fields)
      assert.deepEqual((await change(contact, { fields: [] })).fields, [])
    })

    test('the archive finds closed chats by an edited name', async () => {
      const { chat, contact } = await writes('k-hal', { name: 'Hal' })
      await ann.accepts(chat)
      await ann.closes(chat)
      await testServer.settled()
      await change(contact, { name: 'Henrietta' })
      await testServer.settled()
      const found = bodyOf<ArchivePage>(await ann.call('GET', '/archive?visitor=henrietta'))
      assert.deepEqual(
        found.chats.map(({ id, visitor }) => [id, visitor.name]),
        [[chat, 'Henrietta']],
      )
    })

    test('T18 agents see contacts with a visitor on their channels, and notes are removed by their author or an admin', async () => {
      await writesThere('k-far', { name: 'Far Away' })
      const far = (await list('?q=far')).contacts[0]?.id ?? 0
      assert.ok(far > 0)
      assert.deepEqual(await names('?q=far', bob), [])
      for (const path of ['', '/chats', '/notes', '/history'])
        assert.equal((await bob.call('GET', `/contacts/${far}${path}`)).status, 404, path)
      assert.equal((await bob.call('PATCH', `/contacts/${far}`, { name: 'x' })).status, 404)
      assert.equal((await bob.call('POST', `/contacts/${far}/notes`, { text: 'x' })).status, 404)

      const { chat, contact } = await writes('k-ida', { name: 'Ida' })
      await ann.call('POST', `/chats/${chat}/notes`, { text: 'prefers e-mail' })
      const mine = bodyOf<{ id: number }>(await ann.call('POST', `/contacts/${contact}/notes`, { text: ' VIP ' }))
      const bobs = bodyOf<{ id: number }>(await bob.call('POST', `/contacts/${contact}/notes`, { text: 'called' }))
      const { notes, fromChats } = bodyOf<ContactNotes>(await bob.call('GET', `/contacts/${contact}/notes`))
      assert.deepEqual(
        notes.map(({ agent, text }) => [agent.name, text]),
        [
          ['Bob', 'called'],
          ['Ann', 'VIP'],
        ],
      )
      assert.deepEqual(
        fromChats.map((one) => [one.chat, one.agent.name, one.text]),
        [[chat, 'Ann', 'prefers e-mail']],
      )
      assert.equal((await bob.call('DELETE', `/contacts/${contact}/notes/${mine.id}`)).status, 403)
      assert.equal((await ann.call('DELETE', `/contacts/${contact}/notes/${bobs.id}`)).status, 204)
      assert.equal((await ann.call('DELETE', `/contacts/${contact}/notes/${bobs.id}`)).status, 404)
      for (const text of ['', '  ', 'x'.repeat(10_001)])
        assert.ok((await bob.call('POST', `/contacts/${contact}/notes`, { text })).status === 400, text.slice(0, 5))
      const cleo = await addAgent(testServer, 'cleo@shop.test')
      assert.deepEqual((await list('', testServer.agent('cleo@shop.test'))).contacts, [])
      assert.ok(cleo.id > 0)
    })

    test('an erased visitor leaves nothing at the contact', async () => {
      const { contact } = await writes('k-jon', { name: 'Jon', email: 'jon@gone.test' })
      await change(contact, { name: 'Jonathan', fields: [{ title: 'Secret', content: 'gone' }] })
      await ann.call('POST', `/contacts/${contact}/notes`, { text: 'secret note' })
      const visitor = Number((await read(contact)).identities[0]?.number)
      assert.equal((await ann.call('DELETE', `/visitors/${visitor}`)).status, 200)
      assert.equal((await ann.call('GET', `/contacts/${contact}`)).status, 404)
      assert.deepEqual(await names('?q=jon'), [])
      const { db } = testServer.services
      assert.deepEqual(await db.query(leftStatement, [contact]), [])
      await writes('k-jon', { name: 'Jon again' })
      assert.deepEqual(await names('?q=jon'), ['Jon again'])
    })

    test('T42 a note that is written while the contact is erased is refused', async () => {
      const { db } = testServer.services
      const { contact } = await writes('k-kim', { name: 'Kim' })
      let adding: Promise<Answer> | undefined
      await db.transaction(async (tx) => {
        await emptyContact(tx, 1, contact)
        adding = ann.call('POST', `/contacts/${contact}/notes`, { text: 'secret note' })
        // The embedded store has one connection, so the request waits for the end of this transaction.
        let isAnswered = kind === 'embedded'
        void adding.then(() => (isAnswered = true))
        while (!isAnswered && (await tx.query(waitingStatement, [])).length === 0);
      })
      assert.equal((await adding)?.status, 404)
      assert.deepEqual(await db.query(leftStatement, [contact]), [])
    })
  })

const waitingStatement = {
  name: 'test_note_waits',
  text: `select 1 from pg_locks where not granted
  and pid in (select pid from pg_stat_activity where datname = current_database()) limit 1`,
}

const leftStatement = {
  name: 'test_contact_left',
  text: `select 'note' from contact_note where contact_id = $1 union all select 'change' from contact_change
    where contact_id = $1 union all select 'row' from contact where id = $1
      and (name is not null or email is not null or words is not null or edits <> '{}' or fields <> '[]')`,
}
