import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import { fitsFilter } from '@deskbell/protocol/agent/fits-filter'
import type { ChatForMe, ChatsPage } from '@deskbell/protocol/agent/chat'
import type { Department } from '@deskbell/protocol/agent/department'
import type { Tag } from '@deskbell/protocol/agent/tag'
import { soon } from '../channels/widget/soon.ts'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent } from '../test-server.ts'
import { addAgent, startServer } from './servers.ts'

const MINUTE = 60_000
const SHOP = {
  kind: 'api' as const,
  name: 'Harbour',
  agents: [ANN],
  random: 'abcdefghijklmnopqrstuvwxyzABCDEF',
  publicId: 'Zb3dEf6hIj',
}

const toQuery = (conditions: object) =>
  new URLSearchParams(Object.entries(conditions).map(([name, value]): [string, string] => [name, String(value)]))

async function pages(agent: TestAgent, path: string, conditions: object): Promise<ChatForMe[]> {
  const all: ChatForMe[] = []
  for (let after: string | null = ''; after !== null;) {
    const query = toQuery({ ...conditions, limit: 4, ...(after !== '' && { after }) })
    const answer = await agent.call('GET', `${path}?${query.toString()}`)
    assert.equal(answer.status, 200, answer.text)
    const page = answer.body as unknown as ChatsPage
    all.push(...page.chats)
    after = page.next
  }
  return all
}

/** The index works in real time, on a machine that is busy with other tests (ms). */
const LATE = 20_000

for (const kind of testKinds())
  suite(`filters of the inbox, ${kind}`, () => {
    test('T18 a filtered list has no chat of a channel that the agent is not assigned to', async () => {
      const testServer = await startServer({ kind, channels: [SHOP] })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        const address = `${testServer.url}/${SHOP.random}/${SHOP.publicId}`
        const body = JSON.stringify({ sender: { id: 'v' }, message: { type: 'text', text: 'hello' } })
        assert.equal((await testServer.ask(address, { method: 'POST', body })).status, 200)
        for (const view of ['waiting', 'all']) {
          const query = `?view=${view}&unread=true`
          assert.equal((await ann.chats(query)).length, 1, view)
          assert.equal((await bob.chats(query)).length, 0, view)
        }
      } finally {
        await testServer.close()
      }
    })

    test('a filtered list has the chats of the whole list that meet all conditions, in its order', async () => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock, channels: [SHOP] })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        const sales = (await ann.call('POST', '/departments', { name: 'Sales', agents: [] }))
          .body as unknown as Department
        const tags: Tag[] = []
        for (const name of ['Refund', 'VIP'])
          tags.push((await ann.call('POST', '/tags', { name })).body as unknown as Tag)
        for (let i = 0; i < 20; i++) {
          const address = i % 3 === 0 ? `${testServer.url}/${SHOP.random}/${SHOP.publicId}` : testServer.channelUrl
          const sender = { id: `v${i}`, name: `Visitor ${i}` }
          const body = JSON.stringify({ sender, message: { type: 'text', text: 'hello' } })
          assert.equal((await testServer.ask(address, { method: 'POST', body })).status, 200)
          await clock.move(i % 5 === 0 ? 3 * MINUTE : 1000)
        }
        const whole = await pages(ann, '/chats', { view: 'all' })
        for (const [i, { id }] of whole.entries()) {
          if (i % 4 === 1) await ann.accepts(id)
          if (i % 4 === 2 && i % 3) await bob.call('POST', `/chats/${id}/accept`, {})
          if (i % 2) await ann.call('POST', `/chats/${id}/tags`, { add: [tags[i % 4 === 1 ? 0 : 1]?.id] })
          if (i % 3 === 1) await ann.call('POST', `/chats/${id}/read`, { n: 1, received: 1 })
          if (i === 5) await ann.call('POST', `/chats/${id}/snooze`, { until: clock.now() + MINUTE })
        }
        await clock.move(2 * MINUTE)
        // The snooze has ended, and its chat is back.
        await atRest([testServer], [])
        const [me] = (await ann.call('GET', '/agents')).body['agents'] as unknown as { id: number }[]
        const ids = (await ann.call('GET', '/channels')).body['channels'] as unknown as { id: number }[]
        const filters: ChatFilter[] = [
          ...ids.map(({ id }) => ({ channel: id })),
          ...tags.map(({ id }) => ({ tag: id })),
          ...[1, 5, 8, 60].map((waited) => ({ waited })),
          { agent: 0 },
          { agent: me?.id ?? 0 },
          { agent: 999 },
          { department: sales.id },
          { unread: 'true' },
          { unread: 'true', channel: ids[0]?.id ?? 0 },
          { unread: 'true', tag: tags[1]?.id ?? 0, waited: 3 },
          { agent: me?.id ?? 0, tag: tags[0]?.id ?? 0, unread: 'true' },
        ]
        let found = 0
        for (const agent of [ann, bob])
          for (const view of ['all', 'waiting', 'mine', 'snoozed']) {
            const unfiltered = await pages(agent, '/chats', { view })
            for (const filter of filters) {
              const now = await pages(agent, '/chats', { view, ...filter })
              const fitting = unfiltered.filter((chat) => fitsFilter(chat, filter, clock.now()))
              assert.deepEqual(now, fitting, `${agent.email} ${view} ${JSON.stringify(filter)}`)
              found += now.length
            }
          }
        assert.ok(found > 50, 'the filters find chats')
        for (const [query, field] of [
          ['tag=x', '/tag'],
          ['agent=-1', '/agent'],
          ['waited=0', '/waited'],
          ['waited=99999999', '/waited'],
          ['unread=no', '/unread'],
          ['state=closed&tag=1', '/tag'],
        ]) {
          const refused = await ann.call('GET', `/chats?${query}`)
          assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, field], query)
        }
      } finally {
        await testServer.close()
      }
    })

    test('the search of the list finds an open chat by name and by message, with the list’s conditions', async () => {
      const testServer = await startServer({ kind })
      try {
        const ann = testServer.agent(ANN)
        for (let i = 0; i < 6; i++)
          await testServer
            .visitor(`v${i}`, { name: i === 3 ? 'Ottoline' : `Person ${i}` })
            .writes(`parcel ${i === 4 ? 'turquoise' : 'grey'}`)
        const all = await ann.chats()
        const idOf = (key: string) => all.find(({ visitor }) => visitor.id === key)?.id ?? 0
        const found = async (conditions: object, agent = ann) =>
          (await pages(agent, '/search/chats', conditions)).map(({ id }) => id)
        await soon(async () => (await found({ q: 'parcel' })).length === all.length, LATE)
        assert.deepEqual(await found({ q: 'otto' }), [idOf('v3')])
        assert.deepEqual(await found({ q: 'turq' }), [idOf('v4')])
        assert.deepEqual(
          await found({ q: 'parcel' }),
          all.map(({ id }) => id),
          'in the order of the list',
        )
        assert.deepEqual(await found({ q: 'parcel', view: 'mine' }), [])
        await ann.accepts(idOf('v4'))
        assert.deepEqual(await found({ q: 'parcel', view: 'mine' }), [idOf('v4')])
        assert.deepEqual(
          await found({ q: 'parcel', view: 'waiting' }),
          all
            .map(({ id }) => id)
            .filter((id) => id !== idOf('v4'))
            .toReversed(),
        )
        assert.deepEqual(
          await found({ q: 'parcel', agent: 0, channel: 1 }),
          all.map(({ id }) => id).filter((id) => id !== idOf('v4')),
        )
        await ann.closes(idOf('v4'))
        assert.deepEqual(await found({ q: 'turq' }), [])
        const dora = await addAgent(testServer, `dora${kind}@shop.test`)
        assert.deepEqual(await found({ q: 'otto' }, dora), [], 'T18')
      } finally {
        await testServer.close()
      }
    })
  })
