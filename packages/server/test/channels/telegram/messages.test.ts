import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { testKinds } from '../../db.ts'
import { startTelegram, textOf, type Telegram } from './world.ts'

for (const kind of testKinds())
  describe(`messages of Telegram, ${kind}`, () => {
    let telegram: Telegram
    before(async () => (telegram = await startTelegram({ kind })))
    after(() => telegram.close())

    async function opens(visitor: number, text = 'Hello?'): Promise<number> {
      telegram.bot.write(visitor, text)
      const { id } = await telegram.chatOf(visitor)
      await telegram.testServer.agent().accepts(id)
      return id
    }

    test('a visitor writes to the bot, an agent answers, and the message is shown as delivered', async () => {
      const { bot, testServer } = telegram
      bot.write(501, 'Is the shop open?')
      const chat = await telegram.chatOf(501)
      assert.equal(chat.visitor.name, 'Vera Lind')
      assert.equal(chat.visitor.url, 'https://t.me/vera_lind')
      assert.equal(chat.channel.kind, 'telegram')
      await testServer.agent().accepts(chat.id)
      const n = await testServer.agent().writes(chat.id, 'Until six. <b>Come in!</b>')
      const sent = await bot.next('sendMessage')
      assert.equal(textOf(sent), 'Until six. <b>Come in!</b>')
      assert.equal(sent.params['chat_id'], '501')
      assert.equal(sent.params['parse_mode'], undefined)
      await telegram.sees(chat.id, (entry) => entry.type === 'message.delivered' && entry.of === n)
    })

    test('an edited message is shown as edited, with the preview of the chat, in the order of the edits', async () => {
      const { bot, testServer } = telegram
      const written = bot.write(502, 'I want tow tickets')
      const chat = await telegram.chatOf(502)
      bot.edit(written, { text: 'I want two tickets' })
      const isEdit = (entry: Entry) => entry.type === 'message.edited'
      const edit = await telegram.sees(chat.id, isEdit)
      assert.ok(edit.type === 'message.edited')
      assert.deepEqual([edit.of, edit.text, edit.from], [1, 'I want two tickets', 'visitor'])
      assert.equal((await testServer.agent().chat(chat.id)).preview, 'I want two tickets')
      bot.edit(written, { text: 'I want three tickets' })
      await telegram.sees(chat.id, (entry) => isEdit(entry) && 'text' in entry && entry.text === 'I want three tickets')
      assert.equal((await testServer.agent().entries(chat.id)).filter((entry) => entry.type === 'message').length, 1)
    })

    test('a message edited after the chat was closed is edited in that chat, and opens none', async () => {
      const { bot, testServer } = telegram
      const written = bot.write(503, 'first words')
      const chat = await telegram.chatOf(503)
      await testServer.agent().accepts(chat.id)
      await testServer.agent().closes(chat.id)
      bot.edit(written, { text: 'last words' })
      await telegram.sees(chat.id, (entry) => entry.type === 'message.edited' && entry.text === 'last words')
      assert.deepEqual(
        (await testServer.agent().chats()).filter((one) => one.visitor.id === '503'),
        [],
      )
    })

    test('an edit that leaves the text as it was, and a move of a live location, write no entry', async () => {
      const { bot } = telegram
      const written = bot.write(520, 'tow tickets')
      const captioned = bot.write(520, { caption: 'my seat' })
      const place = bot.write(520, { location: { latitude: 54.3, longitude: 10.1, live_period: 900 } })
      const venue = bot.write(520, {
        venue: { location: { latitude: 1, longitude: 2 }, title: 'Pier', address: 'Pier 1' },
        location: { latitude: 1, longitude: 2 },
      })
      const chat = await telegram.chatOf(520)
      bot.edit(written, { text: 'two tickets' })
      bot.edit(written, { text: 'two tickets' })
      bot.edit(captioned, { caption: 'my seat' })
      for (let i = 0; i < 3; i++)
        bot.edit(place, { location: { latitude: 54.3 + i, longitude: 10.1, live_period: 900 } })
      bot.edit(venue, {})
      bot.edit(captioned, { caption: 'your seat' })
      bot.edit(written, { text: 'tow tickets' })
      await telegram.sees(
        chat.id,
        (entry) => entry.type === 'message.edited' && entry.of === 1 && entry.text === 'tow tickets',
      )
      const entries = await telegram.testServer.agent().entries(chat.id)
      assert.deepEqual(
        entries.flatMap((entry) => (entry.type === 'message.edited' ? [entry.text] : [])),
        ['two tickets', 'your seat', 'tow tickets'],
      )
    })

    test('an edit of a message from before the bot was connected is ignored', async () => {
      const { bot } = telegram
      const before = bot.write(504, 'known')
      const chat = await telegram.chatOf(504)
      bot.edit({ ...before, message: { ...before.message!, message_id: 9_999_999 } }, { text: 'unknown' })
      bot.write(504, 'and on')
      await telegram.sees(chat.id, (entry) => entry.type === 'message' && entry.text === 'and on')
      const entries = await telegram.testServer.agent().entries(chat.id)
      assert.ok(!entries.some((entry) => entry.type === 'message.edited'))
    })

    test('messages of groups, of other bots and of services open no chat', async () => {
      const { bot } = telegram
      const group = { id: -100, type: 'group', title: 'Friends' } as const
      const from = { id: 505, is_bot: false, first_name: 'Gus' }
      bot.push({ message: { message_id: 1, date: 1, from, chat: group, text: 'hello group' } as never })
      bot.write(506, { from: { ...from, id: 506, is_bot: true }, text: 'beep' })
      bot.write(507, { text: undefined, pinned_message: {} } as never)
      bot.push({ message: null, edited_message: 7 } as never)
      bot.push({ poll: {} } as never)
      bot.write(508, 'a person')
      await telegram.chatOf(508)
      const chats = await telegram.testServer.agent().chats('?limit=200')
      assert.deepEqual(
        chats.map((chat) => chat.visitor.id).filter((id) => ['505', '506', '507', '-100'].includes(id)),
        [],
      )
    })

    test('contacts, polls and dice arrive as text, and an own contact gives the phone', async () => {
      const { bot, testServer } = telegram
      bot.write(509, { contact: { phone_number: '+4520', first_name: 'Vera', user_id: 509 } })
      const chat = await telegram.chatOf(509)
      assert.equal(chat.visitor.phone, '+4520')
      bot.write(509, { dice: { emoji: '🎲', value: 5 } })
      bot.write(509, { poll: { question: 'When?', options: [{ text: 'Now' }, { text: 'Later' }] } } as never)
      await telegram.sees(chat.id, (entry) => entry.type === 'message' && entry.text.startsWith('When?'))
      const texts = (await testServer.agent().entries(chat.id)).flatMap((one) =>
        one.type === 'message' ? [one.text] : [],
      )
      assert.deepEqual(texts, ['Vera +4520', '🎲 5', 'When?\n– Now\n– Later'])
    })

    test('A32 texts that the database does not accept are made storable', async () => {
      telegram.bot.write(510, 'nul \u0000 and half \ud800 a pair')
      const chat = await telegram.chatOf(510)
      const [entry] = await telegram.testServer.agent().entries(chat.id)
      assert.equal(entry?.type === 'message' && entry.text, 'nul  and half \ufffd a pair')
    })

    test('a long answer is sent in pieces that Telegram accepts, in order', async () => {
      const chat = await opens(511)
      const text = `${'word '.repeat(1500)}end`
      await telegram.testServer.agent().writes(chat, text)
      const first = textOf(await telegram.bot.next('sendMessage'))
      const second = textOf(await telegram.bot.next('sendMessage'))
      assert.ok(first.length <= 4096 && second.length <= 4096)
      assert.equal(`${first} ${second}`, text)
    })

    test('the visitor sees that an agent types, signalled at most once in 4.5 s', async () => {
      const chat = await opens(512)
      for (let i = 0; i < 3; i++) telegram.watcher.send({ type: 'typing', chat, on: true })
      const { params } = await telegram.bot.next('sendChatAction')
      assert.deepEqual([params['chat_id'], params['action']], ['512', 'typing'])
      await telegram.testServer.agent().writes(chat, 'done')
      await telegram.bot.next('sendMessage')
      const notices = telegram.bot.requests.filter(
        (one) => one.method === 'sendChatAction' && one.params['chat_id'] === '512',
      )
      assert.equal(notices.length, 1)
    })

    test('a blocked visitor’s messages are refused, and messages of others after them are stored', async () => {
      const chat = await opens(513)
      await telegram.testServer.agent().call('POST', `/chats/${chat}/block`, {})
      telegram.bot.write(513, 'hear me')
      telegram.bot.write(514, 'after the blocked one')
      await telegram.chatOf(514)
      const entries = await telegram.testServer.agent().entries(chat)
      assert.ok(!entries.some((entry) => entry.type === 'message' && entry.text === 'hear me'))
    })

    test('webhooks, mails and the archive have the edited text', async () => {
      const { testServer, bot } = telegram
      const written = bot.write(515, 'misspelled wrod')
      const { id } = await telegram.chatOf(515)
      bot.edit(written, { text: 'corrected word' })
      await telegram.sees(id, (entry) => entry.type === 'message.edited')
      await testServer.agent().accepts(id)
      await testServer.agent().closes(id)
      await testServer.settled()
      const found = await testServer.agent().call('GET', '/archive?q=corrected')
      const hits = found.body['chats'] as unknown as { id: number; snippet: { text: string } }[]
      assert.deepEqual(
        hits.map((one) => [one.id, one.snippet.text]),
        [[id, 'corrected word']],
      )
    })
  })
