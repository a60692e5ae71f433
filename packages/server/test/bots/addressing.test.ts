import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { NewBot } from '@deskbell/protocol/agent/bot'
import { createBot } from '../../src/settings/bots.ts'
import { addAccount } from '../agent-api/servers.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import type { Answer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { startBotServer, textOf, TOKEN, until, type BotServer } from './server.ts'

const OTHER_ID = 'Ot3dEf6hIj'
const OTHER_RANDOM = 'OTHER56789abcdefghijKLMNOPQRSTUV'
const OTHER_TOKEN = 'provider-token-2'

/** The answer without the time in it. */
const bytesOf = ({ status, headers, text }: Answer): string =>
  JSON.stringify([status, text, [...headers].filter(([name]) => name !== 'date')])

for (const kind of testKinds())
  describe(`the chat of a provider’s request, ${kind}`, () => {
    let server: BotServer
    before(async () => {
      server = await startBotServer({ kind, clock: handClock() })
    })
    after(() => server.close())

    const says = (text: string, address: object) =>
      server.posts({ event: 'BOT_MESSAGE', id: 'x', message: textOf(text), ...address })
    const textsOf = async (chat: number): Promise<string[]> =>
      (await server.agent().entries(chat)).flatMap((entry) =>
        entry.type === 'message' && entry.from === 'bot' ? [entry.text] : [],
      )
    /** Chats that wait for the bot, and the event that it got for each. */
    async function waiting(...customers: string[]) {
      const chats = []
      for (const customer of customers) {
        const chat = await server.opensChat(customer, `I am ${customer}`)
        await until(() => server.eventsOf(chat).length > 0)
        const [event] = server.eventsOf(chat)
        assert.ok(event)
        chats.push({ chat, event })
      }
      return chats
    }
    const answers = async (...chats: number[]) => {
      for (const chat of chats) assert.equal((await server.says(chat, 'done with you')).status, 200)
    }

    test('B1 chat_id decides, whatever else the request names', async () => {
      const [one, two] = await waiting('b1 first', 'b1 second')
      assert.ok(one && two)
      const answer = await says('by chat', {
        chat_id: String(one.chat),
        client_id: two.event.client_id,
        id: two.event.id,
      })
      assert.equal(answer.status, 200)
      assert.deepEqual(await textsOf(one.chat), ['by chat'])
      assert.deepEqual(await textsOf(two.chat), [])
      await answers(two.chat)
    })

    test('B1 then client_id: the newest chat of that visitor', async () => {
      const [one, two] = await waiting('b1 third', 'b1 fourth')
      assert.ok(one && two)
      assert.equal((await says('by client', { client_id: one.event.client_id, id: two.event.id })).status, 200)
      assert.deepEqual(await textsOf(one.chat), ['by client'])
      await server.agent().closes(one.chat)
      const again = await server.opensChat('b1 third', 'me again')
      assert.notEqual(again, one.chat)
      assert.equal((await says('by client again', { client_id: one.event.client_id })).status, 200)
      assert.deepEqual(await textsOf(again), ['by client again'])
      await answers(two.chat)
    })

    test('B1 then the id of an event that was sent to the bot, also for a second reply to it', async () => {
      const [one, two] = await waiting('b1 fifth', 'b1 sixth')
      assert.ok(one && two)
      assert.equal((await says('by event', { id: two.event.id })).status, 200)
      assert.deepEqual(await textsOf(two.chat), ['by event'])
      assert.deepEqual(await textsOf(one.chat), [])
      // Only the other chat waits now, and the id names the first.
      assert.equal((await says('and more', { id: two.event.id })).status, 200)
      assert.deepEqual(await textsOf(two.chat), ['by event', 'and more'])
      assert.deepEqual(await textsOf(one.chat), [])
      await answers(one.chat)
    })

    test('B1 then the only chat that waits for the bot', async () => {
      const [one] = await waiting('b1 alone')
      assert.ok(one)
      assert.equal((await says('you alone', { id: 'my own id' })).status, 200)
      assert.deepEqual(await textsOf(one.chat), ['you alone'])
    })

    test('B1 with two waiting chats, or none, the request is refused', async () => {
      const none = await says('to nobody', { id: 'my own id' })
      const [one, two] = await waiting('b1 left', 'b1 right')
      assert.ok(one && two)
      const several = await says('to whom', { id: 'my own id' })
      const invited = await server.posts({ event: 'INVITE_AGENT', id: 'my own id' })
      for (const answer of [none, several, invited]) {
        assert.equal(answer.status, 400)
        assert.deepEqual(answer.body, {
          error: { code: 'invalid_request', message: 'chat_id is required', field: '/chat_id' },
        })
      }
      assert.deepEqual([await textsOf(one.chat), await textsOf(two.chat)], [[], []])
      await answers(one.chat, two.chat)
    })

    test('B1 an id that is null or blank counts as absent', async () => {
      const [one] = await waiting('b1 blank')
      assert.ok(one)
      assert.equal((await says('blank', { chat_id: null, client_id: ' ', id: '' })).status, 200)
      assert.deepEqual(await textsOf(one.chat), ['blank'])
    })

    /** A sandbox conversation with one message that waits for the provider. */
    async function trying(): Promise<{ id: number; client: string; lines: () => Promise<number> }> {
      const begun = await server.agent().call('POST', '/bots/1/sandboxes', {})
      const { id, client } = begun.body as unknown as { id: number; client: string }
      const played = await server
        .agent()
        .call('POST', `/bots/1/sandboxes/${id}`, { event: 'CLIENT_MESSAGE', text: 'try' })
      assert.equal(played.status, 200)
      const lines = async () => {
        const { body } = await server.agent().call('GET', `/bots/1/sandboxes/${id}`)
        return (body['lines'] as unknown as unknown[]).length
      }
      return { id, client, lines }
    }

    test('B1 a reply in the sandbox that names no chat does not reach a visitor who waits too', async () => {
      const [one] = await waiting('b1 waits beside a sandbox')
      assert.ok(one)
      await trying()
      await says('only a sandbox', { id: 'my own id' })
      const texts = await textsOf(one.chat)
      await answers(one.chat)
      assert.deepEqual(texts, [])
    })

    test('B1 a sandbox conversation is found by its client_id', async () => {
      const sandbox = await trying()
      assert.equal((await says('by client', { client_id: sandbox.client })).status, 200)
      assert.equal(await sandbox.lines(), 2)
    })

    test('B1 a sandbox conversation is found when only it waits', async () => {
      const sandbox = await trying()
      assert.equal((await says('you alone', { id: 'my own id' })).status, 200)
      assert.equal(await sandbox.lines(), 2)
    })

    test('B2 ids are sent as text and accepted as text or whole numbers', async () => {
      const [one] = await waiting('b2')
      assert.ok(one)
      assert.deepEqual(
        [one.event.chat_id, one.event.client_id, one.event.id].map((id) => typeof id),
        ['string', 'string', 'string'],
      )
      const client = Number(one.event.client_id)
      for (const [i, address] of [
        { chat_id: String(one.chat) },
        { chat_id: one.chat },
        { client_id: String(client) },
        { client_id: client },
      ].entries())
        assert.equal((await says(`answer ${i}`, { id: i, ...address })).status, 200)
      assert.deepEqual(await textsOf(one.chat), ['answer 0', 'answer 1', 'answer 2', 'answer 3'])
      for (const field of ['chat_id', 'client_id', 'id'])
        for (const odd of [1.5, true, {}, [one.chat], { $gt: '' }]) {
          const answer = await says('odd', { chat_id: one.chat, [field]: odd })
          assert.equal(answer.status, 400, `${field} ${JSON.stringify(odd)}`)
          assert.equal(answer.body['error']?.['field'], `/${field}`)
        }
    })

    test('B20 the numbers in events are those that the agent application shows', async () => {
      const [one, two] = await waiting('b20 a', 'b20 b')
      assert.ok(one && two)
      for (const { chat, event } of [one, two]) {
        const shown = await server.agent().chat(chat)
        assert.equal(event.chat_id, String(shown.id))
        assert.equal(event.client_id, shown.visitor.number)
        assert.ok(shown.id < 2 ** 31 && Number(shown.visitor.number) < 2 ** 31)
      }
      assert.notEqual(one.event.client_id, two.event.client_id)
      await answers(one.chat, two.chat)
      await server.agent().closes(one.chat)
      const again = await server.opensChat('b20 a', 'back')
      await until(() => server.eventsOf(again).length > 0)
      assert.equal(server.eventsOf(again)[0]?.client_id, one.event.client_id, 'the same customer in another chat')
      await answers(again)
    })
  })

for (const kind of testKinds())
  describe(`chats of others, ${kind}`, () => {
    let server: BotServer
    let elsewhere: IntegratorServer
    let mine = 0
    let other: { chat: number; event: { id: string; client_id: string } }
    let unattended = 0
    let foreign: { chat: number; client: string; event: string }
    before(async () => {
      const clock = handClock()
      elsewhere = await startIntegratorServer({ clock })
      server = await startBotServer({
        kind,
        clock,
        channels: [
          { kind: 'api', name: 'Other', publicId: OTHER_ID, random: OTHER_RANDOM },
          { kind: 'api', name: 'Nobody', publicId: 'No3dEf6hIj', random: OTHER_RANDOM },
        ],
        bots: [
          {
            name: 'Second',
            providerId: 'helper',
            providerUrl: elsewhere.url,
            token: OTHER_TOKEN,
            channels: ['Other'],
          },
        ],
      })
      const writes = (publicId: string, id: string) =>
        server.ask(`/${OTHER_RANDOM}/${publicId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ sender: { id }, message: { type: 'text', text: 'hi' } }),
        })
      mine = await server.opensChat('mine')
      await writes(OTHER_ID, 'other')
      other = { chat: await server.chatOf('other'), event: JSON.parse((await elsewhere.receives('hi')).body) }
      await writes('No3dEf6hIj', 'unattended')
      unattended = await server.chatOf('unattended')
      foreign = await anotherAccount()
    })
    after(async () => {
      await server.close()
      await elsewhere.close()
    })

    /** A chat of another account with a bot of the same provider; its numbers do not exist in the first account. */
    async function anotherAccount() {
      const { db, settingsContext, directory } = server.services
      const { account, channel } = await addAccount(server.server, { chats: 9 })
      const bot = { name: 'Theirs', providerId: 'helper', providerUrl: elsewhere.url, token: 'their-provider-token' }
      await db.transaction((tx) =>
        createBot(settingsContext, tx, account, { ...bot, channels: [channel] } satisfies NewBot),
      )
      await directory.refresh()
      const done = await server.services.commit({
        account,
        target: { channel, key: 'theirs' },
        command: { type: 'visitor.write', id: 'm', text: 'to their bot', profile: {} },
      })
      const event = JSON.parse((await elsewhere.receives('to their bot')).body)
      assert.ok(done.kind === 'done' && done.chat !== null)
      return { chat: done.chat, client: event.client_id as string, event: event.id as string }
    }

    const says = (address: object, token = TOKEN) =>
      server.posts(
        { event: 'BOT_MESSAGE', id: 'x', message: textOf('where does it go'), ...address },
        { path: `/bot/webhooks/helper/${token}` },
      )
    const everything = async () =>
      JSON.stringify(
        await server.services.db.query({ name: 'test_all_entries', text: 'select * from entry order by 1, 2, 3' }, []),
      )

    test('B13 T19 a chat of another bot, one without a bot, one of another account and one that does not exist get the same refusal', async () => {
      const before = await everything()
      const unknown = bytesOf(await says({ chat_id: '2000000000' }))
      assert.match(unknown, /^\[403,/)
      const places = {
        'another bot’s chat': { chat_id: String(other.chat) },
        'a chat without a bot': { chat_id: String(unattended) },
        'a chat of another account': { chat_id: String(foreign.chat) },
        'the client of another bot': { client_id: other.event.client_id },
        'the client of another account': { client_id: foreign.client },
        'a client that does not exist': { client_id: '2000000000' },
        'text that is not a number': { chat_id: 'abc' },
        'a number that is too large': { chat_id: '99999999999999999999' },
        'a negative number': { chat_id: -1 },
        zero: { chat_id: 0 },
        SQL: { chat_id: "' OR 1=1--" },
      }
      for (const [title, place] of Object.entries(places)) {
        assert.equal(bytesOf(await says(place)), unknown, title)
        const invite = await server.posts({ event: 'INVITE_AGENT', id: 'x', ...place })
        assert.equal(bytesOf(invite), unknown, `an invitation: ${title}`)
      }
      assert.equal(await everything(), before)
    })

    test('T19 each bot can write only in its own chat', async () => {
      const rows: [token: string, chat: number, status: number][] = [
        [TOKEN, mine, 200],
        [OTHER_TOKEN, other.chat, 200],
        [OTHER_TOKEN, mine, 403],
        [TOKEN, other.chat, 403],
        [TOKEN, unattended, 403],
        [OTHER_TOKEN, unattended, 403],
      ]
      for (const [token, chat, status] of rows)
        assert.equal((await says({ chat_id: String(chat) }, token)).status, status, `${token} in ${chat}`)
      for (const chat of [mine, other.chat, unattended]) {
        const authors = (await server.agent().entries(chat)).flatMap((entry) =>
          entry.type === 'message' && entry.bot ? [entry.bot.id] : [],
        )
        assert.equal(new Set(authors).size, chat === unattended ? 0 : 1)
      }
    })

    test('T19 the event of another bot or account names no chat', async () => {
      const unknown = bytesOf(await says({ id: 'evt_1_999999' }))
      for (const id of [other.event.id, foreign.event, 'evt_2_1'])
        assert.equal(bytesOf(await says({ id })), unknown, id)
      assert.match(unknown, /^\[400,.*chat_id is required/)
    })

    test('T19 a sandbox conversation of another bot is refused', async () => {
      const made = await server.agent().call('POST', '/bots/2/sandboxes', {})
      assert.equal(made.status, 201)
      const sandbox = made.body['id'] as unknown as number
      const unknown = bytesOf(await says({ chat_id: '2000000000' }))
      assert.equal(bytesOf(await says({ chat_id: String(sandbox) })), unknown)
      assert.equal((await says({ chat_id: String(sandbox) }, OTHER_TOKEN)).status, 200)
      const read = await server.agent().call('GET', `/bots/2/sandboxes/${sandbox}`)
      assert.equal((read.body['lines'] as unknown as unknown[]).length, 1)
    })

    test('T19 a bot that was detached or switched off can write in no chat', async () => {
      const unknown = bytesOf(await says({ chat_id: '2000000000' }))
      const [channel] = (await server.agent().call('GET', '/bots/1')).body['channels'] as unknown as number[]
      await server.sets({ channels: [] })
      assert.equal(bytesOf(await says({ chat_id: String(mine) })), unknown)
      await server.sets({ channels: [channel] })
      assert.equal((await says({ chat_id: String(mine) })).status, 200)
      await server.sets({ enabled: false })
      assert.equal(bytesOf(await says({ chat_id: String(mine) })), unknown)
      await server.sets({ enabled: true })
    })
  })
