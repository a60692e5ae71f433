import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ArchivePage } from '@deskbell/protocol/agent/archive'
import type { Tag } from '@deskbell/protocol/agent/tag'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent, type TestServer } from '../test-server.ts'
import { addAccount, startServer } from './servers.ts'

const insertTag = { name: 'test_tag', text: "insert into tag (account_id, name, colour) values (1, $1, 'grey')" }
const deleteTags = { name: 'test_no_tags', text: "delete from tag where name like 'many %'" }

for (const kind of testKinds())
  suite(`tags, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    let bob: TestAgent
    before(async () => {
      testServer = await startServer({ kind })
      ann = testServer.agent(ANN)
      bob = testServer.agent(BOB)
    })
    after(() => testServer.close())

    const chatOf = async (key: string): Promise<number> => {
      await testServer.visitor(key).writes('hello')
      return (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)?.id ?? 0
    }
    const make = async (name: string, colour = 'blue'): Promise<Tag> => {
      const answer = await ann.call('POST', '/tags', { name, colour })
      assert.equal(answer.status, 201, answer.text)
      return answer.body as unknown as Tag
    }
    const change = (agent: TestAgent, chat: number, body: object) => agent.call('POST', `/chats/${chat}/tags`, body)
    const list = async () => ((await bob.call('GET', '/tags')).body['tags'] ?? []) as unknown as Tag[]

    test('T18 owners and admins change the list, agents read it and tag chats', async () => {
      const tag = await make('Refund')
      assert.deepEqual(await list(), [tag])
      assert.equal((await bob.call('POST', '/tags', { name: 'Mine' })).status, 403)
      assert.equal((await bob.call('PATCH', `/tags/${tag.id}`, { name: 'Mine' })).status, 403)
      assert.equal((await bob.call('DELETE', `/tags/${tag.id}`)).status, 403)
      const chat = await chatOf('t1')
      const socket = await bob.connects()
      const answer = await change(bob, chat, { add: [tag.id] })
      assert.deepEqual([answer.status, answer.body['tags']], [200, [tag.id]])
      await socket.seesChat(({ id, tags }) => id === chat && tags?.[0] === tag.id)
      const entries = await ann.entries(chat)
      assert.deepEqual(
        entries.flatMap((entry) => (entry.type === 'tags.changed' ? [[entry.agent.name, entry.added]] : [])),
        [['Bob', [{ id: tag.id, name: 'Refund' }]]],
      )
      assert.deepEqual((await change(bob, chat, { remove: [tag.id] })).body['tags'], undefined)
      socket.close()
    })

    test('a renamed and recoloured tag stays on its chats; a removed one leaves them with their next change', async () => {
      const [one, two] = [await make('Urgent'), await make('Later')]
      const chat = await chatOf('t2')
      await change(ann, chat, { add: [one.id, two.id] })
      const socket = await bob.connects()
      const renamed = await ann.call('PATCH', `/tags/${one.id}`, { name: ' Hot ', colour: 'red' })
      assert.deepEqual(renamed.body as unknown, { id: one.id, name: 'Hot', colour: 'red' })
      await socket.sees((frame) => frame.type === 'stale' && frame.what === 'tags')
      assert.deepEqual((await bob.chat(chat)).tags, [one.id, two.id])
      assert.equal((await ann.call('DELETE', `/tags/${one.id}`)).status, 204)
      assert.equal((await ann.call('DELETE', `/tags/${one.id}`)).status, 404)
      const three = await make('Third')
      assert.deepEqual((await change(bob, chat, { add: [three.id] })).body['tags'], [two.id, three.id])
      socket.close()
    })

    test('names are unique whatever their case, not blank, at most 40 characters, and colours are known', async () => {
      const { id } = await make('VIP')
      assert.equal((await ann.call('POST', '/tags', { name: ' vip' })).body['error']?.['code'], 'name_taken')
      assert.equal((await ann.call('PATCH', `/tags/${id}`, { name: 'vip' })).status, 200)
      const other = await make('Other')
      assert.equal((await ann.call('PATCH', `/tags/${other.id}`, { name: 'Vip' })).status, 409)
      for (const body of [{ name: ' ' }, { name: '' }, { name: 'x'.repeat(41) }, { name: 'x', colour: 'mauve' }, {}])
        assert.equal((await ann.call('POST', '/tags', body)).status, 400, JSON.stringify(body))
    })

    test('a chat has at most 20 tags, of tags that exist in the account', async () => {
      const chat = await chatOf('t3')
      const ids: number[] = []
      for (let i = 1; i <= 21; i++) ids.push((await make(`tag ${i}`)).id)
      assert.equal((await change(ann, chat, { add: ids.slice(0, 20) })).status, 200)
      const full = await change(ann, chat, { add: ids.slice(20) })
      assert.deepEqual([full.status, full.body['error']?.['code']], [409, 'too_many_tags'])
      assert.equal((await change(ann, chat, { add: ids })).status, 400)
      const unknown = await change(ann, chat, { remove: [ids[0]], add: [999_999] })
      assert.deepEqual([unknown.status, unknown.body['error']?.['field']], [400, '/add/0'])
      const other = await addAccount(testServer, { chats: 0 })
      assert.equal((await change(other.agent, chat, { add: [] })).status, 404)
      assert.deepEqual((await other.agent.call('GET', '/tags')).body['tags'], [])
    })

    test('an account has at most 200 tags', async () => {
      const { db } = testServer.services
      const have = (await list()).length
      for (let i = have; i < 200; i++) await db.query(insertTag, [`many ${i}`])
      const refused = await ann.call('POST', '/tags', { name: 'one more' })
      assert.deepEqual([refused.status, refused.body['error']?.['code']], [409, 'too_many_tags'])
      await db.query(deleteTags, [])
    })

    test('the archive finds chats by tag, and the export names tags', async () => {
      const tag = await make('=Archive')
      const chat = await chatOf('t4')
      await ann.accepts(chat)
      await change(ann, chat, { add: [tag.id] })
      await ann.closes(chat)
      await testServer.settled()
      const found = async () => {
        const page = (await ann.call('GET', `/archive?tag=${tag.id}`)).body as unknown as ArchivePage
        return page.chats.map(({ id, tags }) => [id, tags])
      }
      assert.deepEqual(await found(), [[chat, [tag.id]]])
      const csv = await ann.call('GET', `/archive.csv?tag=${tag.id}`)
      assert.match(csv.text, /,words,tags,rating words\r\n/)
      assert.match(csv.text, /,"?'=Archive"?,\r\n/)
      await change(ann, chat, { remove: [tag.id] })
      await testServer.settled()
      assert.deepEqual(await found(), [])
    })
  })
