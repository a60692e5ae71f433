import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ChatForMe, ChatsPage } from '@deskbell/protocol/agent/chat'
import type { Tag } from '@deskbell/protocol/agent/tag'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent } from '../test-server.ts'
import { addAccount, addAgent, startServer } from './servers.ts'

const SHOP = {
  kind: 'api' as const,
  name: 'Harbour',
  agents: [ANN],
  random: 'abcdefghijklmnopqrstuvwxyzABCDEF',
  publicId: 'Zb3dEf6hIj',
}
/** The index works in real time, on a machine that is busy with other tests (ms). */
const LATE = 20_000

/** All pages of a list, four chats on each. */
async function pages(agent: TestAgent, path: string, conditions: object): Promise<ChatForMe[]> {
  const all: ChatForMe[] = []
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams(
      Object.entries({ ...conditions, limit: 4, ...(after !== '' && { after }) }).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
    )
    const answer = await agent.call('GET', `${path}?${query.toString()}`)
    assert.equal(answer.status, 200, answer.text)
    const page = answer.body as unknown as ChatsPage
    all.push(...page.chats)
    after = page.next
  }
  return all
}
const find = (agent: TestAgent, conditions: object) => pages(agent, '/search/chats', { view: 'closed', ...conditions })

for (const kind of testKinds())
  suite(`the list of closed chats, ${kind}`, () => {
    test('closed chats are found by conditions and by words, newest first, page by page', async () => {
      const testServer = await startServer({ kind, channels: [SHOP] })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        const tag = (await ann.call('POST', '/tags', { name: 'Refund' })).body as unknown as Tag
        for (let i = 0; i < 9; i++) {
          const address = i % 3 === 0 ? `${testServer.url}/${SHOP.random}/${SHOP.publicId}` : testServer.channelUrl
          const sender = { id: `v${i}`, name: i === 4 ? 'Ottoline' : `Person ${i}` }
          const message = { type: 'text', text: i === 3 ? 'a turquoise lamp' : 'a grey lamp' }
          const body = JSON.stringify({ sender, message })
          assert.equal((await testServer.ask(address, { method: 'POST', body })).status, 200)
        }
        const open = await ann.chats()
        const byBob = new Set<number>()
        for (const [i, { id, channel }] of open.entries()) {
          const agent = i % 2 && channel.name !== SHOP.name ? bob : ann
          if (agent === bob) byBob.add(id)
          await agent.accepts(id)
          if (i % 4 < 2) await ann.call('POST', `/chats/${id}/tags`, { add: [tag.id] })
          // One chat stays open.
          if (i > 0) assert.equal((await agent.call('POST', `/chats/${id}/close`, {})).status, 200)
        }
        const whole = await pages(ann, '/chats', { state: 'closed' })
        assert.equal(whole.length, 8)
        await soon(async () => (await find(ann, {})).length === whole.length, LATE)
        const shop = open.find(({ channel }) => channel.name === SHOP.name)?.channel.id ?? 0
        const [, bobs] = (await ann.call('GET', '/agents')).body['agents'] as unknown as { id: number; name: string }[]
        const is: Readonly<Record<string, [object, (chat: ChatForMe) => boolean]>> = {
          'no condition': [{}, () => true],
          'a tag': [{ tag: tag.id }, ({ tags = [] }) => tags.includes(tag.id)],
          'a channel': [{ channel: shop }, ({ channel }) => channel.id === shop],
          'an agent who has joined': [{ agent: bobs?.id }, ({ id }) => byBob.has(id)],
          'an agent and a tag': [
            { agent: bobs?.id, tag: tag.id },
            ({ id, tags = [] }) => byBob.has(id) && tags.includes(tag.id),
          ],
          'a word': [{ q: 'lamp' }, () => true],
          'a part of a name': [{ q: 'otto' }, ({ visitor }) => visitor.name === 'Ottoline'],
          'a word and a channel': [{ q: 'turq', channel: shop }, ({ visitor }) => visitor.name === 'Person 3'],
          'a word that none has': [{ q: 'vermilion' }, () => false],
        }
        for (const [title, [conditions, fits]] of Object.entries(is))
          assert.deepEqual(await find(ann, conditions), whole.filter(fits), title)
        for (const [query, field] of [
          ['view=closed&unread=true', '/unread'],
          ['view=closed&waited=5', '/waited'],
          ['view=closed&agent=0', '/agent'],
          ['view=all', '/q'],
        ]) {
          const refused = await ann.call('GET', `/search/chats?${query}`)
          assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, field], query)
        }
      } finally {
        await testServer.close()
      }
    })

    test('T18 an agent finds only closed chats of their channels, with any condition', async () => {
      const testServer = await startServer({ kind, channels: [SHOP] })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        const body = JSON.stringify({ sender: { id: 'far' }, message: { type: 'text', text: 'a harbour lamp' } })
        const far = `${testServer.url}/${SHOP.random}/${SHOP.publicId}`
        assert.equal((await testServer.ask(far, { method: 'POST', body })).status, 200)
        await testServer.visitor('near').writes('a shop lamp')
        for (const { id } of await ann.chats()) {
          await ann.accepts(id)
          await ann.closes(id)
        }
        await soon(async () => (await find(ann, { q: 'lamp' })).length === 2, LATE)
        const dora = await addAgent(testServer, `dora${kind}@shop.test`)
        for (const conditions of [{}, { q: 'lamp' }, { agent: 1 }]) {
          assert.deepEqual(
            (await find(bob, conditions)).map(({ visitor }) => visitor.id),
            ['near'],
          )
          assert.deepEqual(await find(dora, conditions), [])
        }
        assert.deepEqual(await find(bob, { q: 'harbour' }), [])
      } finally {
        await testServer.close()
      }
    })

    test('T17 of two accounts each finds its own chats, which have the same numbers', async () => {
      const testServer = await startServer({ kind })
      const { db } = testServer.services
      try {
        const ann = testServer.agent(ANN)
        const other = await addAccount(testServer, { email: `olga${kind}@other.test`, chats: 2 })
        for (const key of ['v1', 'v2']) await testServer.visitor(key).writes('hello')
        for (const agent of [ann, other.agent])
          for (const id of [1, 2]) {
            await agent.accepts(id)
            await agent.closes(id)
          }
        const keys = async (agent: TestAgent) => (await find(agent, {})).map(({ visitor }) => visitor.id)
        const ofBoth = async () => [await keys(ann), await keys(other.agent)]
        await soon(async () => (await ofBoth()).flat().length === 4, LATE)
        for (const how of ['enable', 'disable']) {
          for (const table of ['chat', 'visitor', 'channel'])
            await db.query(
              { name: `test_closed_${table}_${how}`, text: `alter table ${table} ${how} row level security` },
              [],
            )
          assert.deepEqual(await ofBoth(), [
            ['v2', 'v1'],
            ['o2', 'o1'],
          ])
        }
      } finally {
        await testServer.close()
      }
    })
  })
