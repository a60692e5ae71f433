import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Delivery, DeliveryWithAttempts } from '@deskbell/protocol/agent/channel'
import type { ClientBase } from 'pg'
import {
  deliveryRows,
  messageStatement,
  fromStatement,
  newestStatement,
  readLog,
} from '../../src/agent-api/delivery-log.ts'
import type { Tx } from '../../src/db/db.ts'
import { statement } from '../../src/db/statement.ts'
import { testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { SECRET } from './hook.ts'

const BOTS = { publicId: 'B0tChanne1', random: 'botsABCDEFGHIJKLMNOPQRSTUVWXYZ01' }
const spread = statement(
  'test_log_spread',
  `update delivery set created_at = created_at + make_interval(secs => id) where account_id = 1`,
)
const fill = statement(
  'test_log_fill',
  `insert into delivery (account_id, kind, lane, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, body, state,
     created_at, finished_at, replay_of)
   select 1, case when i % 2 = 0 then 'photo_fetch' else 'agent_message' end, 'fill ' || i, 'fill', 1,
     case when i % 3 = 0 then 1 end, case when i % 5 = 0 then 1 end, case when i % 5 = 0 then i end, 1,
     jsonb_build_object('id', 'm' || i), 'done', now() - make_interval(secs => 30000 - i), now(),
     case when i % 7 = 0 then i end
   from generate_series(1, 20000) i`,
)

for (const kind of testKinds())
  describe(`the delivery log, ${kind}`, () => {
    let server: TestServer
    let front: IntegratorServer
    let provider: IntegratorServer
    let crm: IntegratorServer
    const started: IntegratorServer[] = []
    before(async () => {
      for (let i = 0; i < 3; i++) started.push(await startIntegratorServer())
      ;[front, provider, crm] = started as [IntegratorServer, IntegratorServer, IntegratorServer]
      server = await startTestServer({
        kind,
        channel: { serverUrl: front.url },
        channels: [{ kind: 'api', name: 'With a bot', serverUrl: front.url, ...BOTS }],
        bots: [
          {
            name: 'Helper',
            providerId: 'p',
            providerUrl: provider.url,
            token: 'a-provider-token',
            channels: ['With a bot'],
          },
        ],
        webhooks: [{ url: `${crm.url}/hook`, secret: SECRET }],
      })
      const ann = server.agent()
      for (const chat of [1, 2]) {
        await server.visitor(`v${chat}`).writes('hello')
        await ann.accepts(chat)
        await ann.writes(chat, 'good day')
      }
      front.answers({ error: { code: 'blocked', message: 'no' } }, 200, 1)
      await ann.writes(2, 'never')
      await ann.closes(1)
      await server.ask(`/${BOTS.random}/${BOTS.publicId}`, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: 'asks the bot' }, message: { type: 'text', text: 'hello' } }),
      })
      await provider.receives('CLIENT_MESSAGE')
      await soon(async () => (await search()).every(({ finishedAt }) => finishedAt !== null))
      await server.services.db.query(spread, [])
    })
    after(async () => {
      await server.close()
      for (const integrator of started) await integrator.close()
    })

    const call = (path: string) => server.agent().call('GET', path)
    async function search(query = ''): Promise<Delivery[]> {
      const answer = await call(`/deliveries?limit=100${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body['deliveries'] as unknown as Delivery[]
    }
    const numbers = (list: readonly Delivery[]): number[] => list.map(({ id }) => id)

    test('C19 each search finds the deliveries that match all of its fields, newest first', async () => {
      const all = await search()
      assert.ok(all.length >= 7)
      assert.deepEqual(
        numbers(all),
        numbers(all).toSorted((a, b) => b - a),
      )
      const middle = all[Math.floor(all.length / 2)]?.createdAt ?? 0
      const searches: [string, (one: Delivery) => boolean][] = [
        // Deliveries to bots and webhooks about the channel's chats belong to the bot or webhook.
        ['&channel=1', ({ channel, bot, webhook }) => channel === 1 && bot === null && webhook === null],
        ['&bot=1', ({ bot }) => bot === 1],
        ['&webhook=1', ({ webhook }) => webhook === 1],
        ['&kind=chat_accepted', (one) => one.kind === 'chat_accepted'],
        ['&state=failed', ({ state }) => state === 'failed'],
        ['&chat=2', ({ chat }) => chat === 2],
        [`&from=${middle}`, ({ createdAt }) => createdAt >= middle],
        [`&to=${middle}`, ({ createdAt }) => createdAt <= middle],
        [`&from=${middle}&to=${middle}`, ({ createdAt }) => createdAt === middle],
        ['&chat=1&kind=agent_message&state=done', (one) => one.chat === 1 && one.kind === 'agent_message'],
        ['&webhook=1&chat=2', ({ webhook, chat }) => webhook === 1 && chat === 2],
      ]
      for (const [query, fits] of searches) {
        const found = await search(query)
        assert.ok(found.length > 0, query)
        assert.deepEqual(numbers(found), numbers(all.filter(fits)), query)
      }
      for (const query of ['&bot=9', '&chat=99', '&kind=nothing', '&state=dead_letter', '&from=9000000000000', '&to=0'])
        assert.deepEqual(await search(query), [], query)
      assert.deepEqual(
        numbers((await call('/webhooks/1/deliveries')).body['deliveries'] as never),
        numbers(await search('&webhook=1')),
      )
      const ofChannel = (await call('/channels/1/deliveries?limit=100')).body['deliveries'] as unknown as Delivery[]
      assert.deepEqual(
        numbers(ofChannel),
        numbers(all.filter(({ channel, webhook, bot }) => channel === 1 && webhook === null && bot === null)),
      )
    })

    test('C19 pages have no gap and no overlap', async () => {
      const all = numbers(await search())
      const seen: number[] = []
      let next = ''
      do {
        const { body } = await call(`/deliveries?limit=2${next && `&after=${next}`}`)
        seen.push(...numbers(body['deliveries'] as never))
        next = String(body['next'] ?? '')
      } while (next !== '')
      assert.deepEqual(seen, all)
    })

    test('C19 every id in a receiver’s log finds the delivery', async () => {
      const [written] = front.requests
      const asked = JSON.parse(provider.requests[0]?.body ?? '{}') as { id: string }
      const message = JSON.parse(written?.body ?? '{}') as { message: { id: string } }
      const event = crm.requests[0]?.header('webhook-id') ?? ''
      const one = async (id: string): Promise<DeliveryWithAttempts> => {
        const found = await search(`&message=${encodeURIComponent(id)}`)
        const [only] = found.filter(({ kind: of }) => id !== asked.id || of === 'CLIENT_MESSAGE')
        assert.ok(only, id)
        return (await call(`/deliveries/${only.id}`)).body as unknown as DeliveryWithAttempts
      }
      for (const id of [message.message.id, written?.header('webhook-id') ?? '']) {
        const { kind: of, attemptList, body } = await one(id)
        assert.deepEqual([of, attemptList[0]?.request.body, body], ['agent_message', written?.body, null])
      }
      assert.equal((await one(asked.id)).attemptList[0]?.request.body, provider.requests[0]?.body)
      const told = await one(event)
      assert.deepEqual([told.webhook, told.body, told.attempts], [1, crm.requests[0]?.body, 1])
      assert.equal(event, `evt_1_${told.event}`)
      // A repeated event has the id of its first delivery.
      const first = await one(asked.id)
      const again = await server.agent().call('POST', `/deliveries/${first.id}/replay`)
      assert.equal(again.status, 201, again.text)
      const ofBot = (await search(`&message=${asked.id}&bot=1`)).map(({ id }) => id)
      assert.deepEqual(ofBot, [Number(again.body['id']), first.id])
      for (const id of ['evt_2_1', 'msg_2_1', 'evt_1_999999', 'evt_1_', 'nothing'])
        assert.deepEqual(await search(`&message=${id}`), [], id)
    })

    test('C19 each search uses an index', async () => {
      await server.services.db.query(fill, [])
      const filters: [object, RegExp][] = [
        [{ channel: 99 }, /delivery_log/],
        [{ bot: 99 }, /delivery_bot/],
        [{ webhook: 99 }, /delivery_webhook|delivery_open/],
        [{ kind: 'call_event' }, /delivery_rare_kind/],
        [{ state: 'dead_letter' }, /delivery_not_done/],
        [{ chat: 99 }, /delivery_chat/],
        [{ message: 'm5' }, /delivery_pkey/],
        [{ from: 1, to: 2 }, /delivery_pkey/],
        [{}, /delivery_pkey/],
      ]
      await server.services.db.administer(async (client) => {
        await client.query('analyze delivery')
        const plan = async (text: string, values: readonly unknown[]): Promise<string> => {
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
          return rows.map((row) => row['QUERY PLAN']).join('\n')
        }
        for (const [asked, index] of filters) {
          const { sql, parameters } = await compiled(client, asked)
          const found = await plan(sql, parameters)
          assert.match(found, index, `${JSON.stringify(asked)}\n${found}`)
          assert.doesNotMatch(found, /Seq Scan/, `${JSON.stringify(asked)}\n${found}`)
        }
        const message = await plan(messageStatement.text, [1, 'm5', 5, 5])
        for (const index of ['delivery_message', 'delivery_event', 'delivery_replay', 'delivery_pkey'])
          assert.ok(message.includes(index), message)
        const from = await plan(fromStatement.text, [1, 5])
        const newest = await plan(newestStatement.text, [1])
        for (const text of [from, newest]) assert.match(text, /delivery_pkey/)
        for (const text of [message, from, newest]) assert.doesNotMatch(text, /Seq Scan/)
      })
    })
  })

/** The statement that a search runs for one page. */
async function compiled(client: ClientBase, asked: object): Promise<{ sql: string; parameters: readonly unknown[] }> {
  let last: { sql: string; parameters: readonly unknown[] } | undefined
  const tx: Tx = {
    query: async ({ text }, values) => (await client.query(text, [...values])).rows as never,
    async run(query) {
      last = query.compile()
      return []
    },
  }
  await readLog(tx, 1, deliveryRows(1), asked)
  assert.ok(last)
  return last
}
