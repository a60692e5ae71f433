import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Channel } from '@deskbell/protocol/agent/channel'
import { testKinds } from '../../db.ts'
import { ANN, BOB } from '../../test-server.ts'
import { SHOP_BOT, startTelegram, type Telegram } from './world.ts'

for (const kind of testKinds())
  describe(`settings of Telegram channels, ${kind}`, () => {
    let telegram: Telegram
    before(async () => (telegram = await startTelegram({ kind })))
    after(() => telegram.close())
    const ann = () => telegram.testServer.agent(ANN)
    const create = (token: unknown, more: object = {}) =>
      ann().call('POST', '/channels', { kind: 'telegram', name: 'Second', telegram: { token, ...more } })

    test('a pasted token makes a channel that names the bot and never shows the token', async () => {
      const bot = telegram.api.addBot({ id: 700_100_201, name: 'Second Bot', username: 'second_bot' })
      const made = await create(bot.token)
      assert.equal(made.status, 201, made.text)
      const channel = made.body as unknown as Channel
      assert.deepEqual(channel.telegram, {
        bot: { id: '700100201', name: 'Second Bot', username: 'second_bot' },
        updates: 'polling',
      })
      assert.deepEqual([channel.address, channel.secret, channel.embed], [null, null, null])
      const list = await telegram.testServer.agent(BOB).call('GET', '/channels')
      for (const text of [made.text, list.text]) assert.ok(!text.includes(bot.token.split(':')[1] ?? ''))
      bot.write(901, 'hello second')
      await telegram.chatOf(901)
    })

    test('a bot of the setup file is named once Telegram was asked', async () => {
      await telegram.watcher.sees((frame) => frame.type === 'stale' && frame.what === 'channels')
      const { body } = await ann().call('GET', '/channels/2')
      assert.deepEqual((body as unknown as Channel).telegram?.bot, {
        id: String(SHOP_BOT.id),
        name: SHOP_BOT.name,
        username: SHOP_BOT.username,
      })
    })

    const refused = [
      ['a token of another form', 'not a token', {}, '/telegram/token'],
      ['no token', undefined, {}, '/telegram/token'],
      ['a token that Telegram does not know', '700100299:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', {}, '/telegram/token'],
      [
        'an unknown way of updates',
        '700100299:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc',
        { updates: 'pigeon' },
        '/telegram/updates',
      ],
      ['a webhook to an address without https', undefined, { updates: 'webhook' }, '/telegram/updates'],
    ] as const
    for (const [what, token, more, field] of refused)
      test(`${what} is refused at its field, and no channel is made`, async () => {
        const before = (await ann().call('GET', '/channels')).text
        const answer = await create(token, more)
        assert.equal(answer.status, 400, answer.text)
        assert.equal((answer.body['error'] as unknown as { field?: string }).field, field, answer.text)
        assert.equal((await ann().call('GET', '/channels')).text, before)
      })

    test('a bot that another channel has is refused, and the refusal names that channel', async () => {
      const answer = await create(telegram.bot.token)
      assert.equal(answer.status, 400)
      assert.match(answer.text, /connected to .*Telegram/)
    })

    test('a token is not stored while Telegram cannot be asked', async () => {
      telegram.api.setDown(true)
      const answer = await create('700100298:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc')
      telegram.api.setDown(false)
      assert.equal(answer.status, 400)
      assert.match(answer.text, /could not be asked/)
    })

    test('settings of other kinds are refused on a Telegram channel, and its settings on others', async () => {
      const wrong = await ann().call('PATCH', '/channels/2', { serverUrl: 'https://shop.test/chat' })
      assert.equal(wrong.status, 400)
      const other = await ann().call('PATCH', '/channels/1', { telegram: { updates: 'polling' } })
      assert.equal(other.status, 400)
      assert.match(other.text, /kind api/)
    })

    test('a replaced token is used from then on', async () => {
      const bot = telegram.api.addBot({ id: 700_100_203, name: 'Third Bot', username: 'third_bot' })
      const made = (await create(bot.token)).body as unknown as Channel
      const again = telegram.api.addBot({
        ...bot.facts,
        name: 'Renamed Bot',
        secret: 'BBEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc',
      })
      telegram.api.revoke(bot)
      bot.close()
      const changed = await ann().call('PATCH', `/channels/${made.id}`, { telegram: { token: again.token } })
      assert.equal((changed.body as unknown as Channel).telegram?.bot?.name, 'Renamed Bot')
      again.write(903, 'to the new token')
      const chat = await telegram.chatOf(903)
      await ann().accepts(chat.id)
      await ann().writes(chat.id, 'from the new token')
      await again.next('sendMessage')
    })

    test('updates of another bot on the channel arrive from the first, although its numbers begin anew', async () => {
      const [one, other] = [205, 206].map((id) =>
        telegram.api.addBot({ id: 700_100_000 + id, name: 'Bot', username: `bot_${id}` }),
      )
      assert.ok(one && other)
      const made = (await create(one.token)).body as unknown as Channel
      for (let i = 0; i < 5; i++) one.write(906 + i, `to the first bot ${i}`)
      await telegram.chatOf(910)
      other.write(911, 'to the other bot')
      await ann().call('PATCH', `/channels/${made.id}`, { telegram: { token: other.token } })
      one.close()
      const chat = await telegram.chatOf(911)
      assert.equal(chat.channel.id, made.id)
    })

    test('the check shows whether messages arrive, with Telegram’s own text', async () => {
      const good = await ann().call('POST', '/channels/2/telegram/check')
      assert.deepEqual(good.body, {
        outcome: 'good',
        bot: { id: String(SHOP_BOT.id), name: SHOP_BOT.name, username: SHOP_BOT.username },
        waiting: 0,
        said: null,
      })
      telegram.bot.fail('getMe', 401, 'Unauthorized')
      const bad = await ann().call('POST', '/channels/2/telegram/check')
      assert.deepEqual([bad.body['outcome'], bad.body['said']], ['bad', 'Unauthorized'])
      telegram.api.setDown(true)
      const away = await ann().call('POST', '/channels/2/telegram/check')
      telegram.api.setDown(false)
      assert.equal(away.body['outcome'], 'unreachable')
      assert.equal((await ann().call('POST', '/channels/1/telegram/check')).status, 400)
      assert.equal((await ann().call('POST', '/channels/99/telegram/check')).status, 404)
      assert.equal((await telegram.testServer.agent(BOB).call('POST', '/channels/2/telegram/check')).status, 403)
    })

    test('a removed channel fetches no more messages, and its chats stay', async () => {
      const bot = telegram.api.addBot({ id: 700_100_204, name: 'Fourth Bot', username: 'fourth_bot' })
      const made = (await create(bot.token)).body as unknown as Channel
      bot.write(904, 'before')
      const chat = await telegram.chatOf(904)
      assert.equal((await ann().call('DELETE', `/channels/${made.id}`)).status, 204)
      bot.write(904, 'after')
      telegram.bot.write(905, 'on the channel that stays')
      await telegram.chatOf(905)
      const entries = await ann().entries(chat.id)
      assert.ok(!entries.some((entry) => entry.type === 'message' && entry.text === 'after'))
    })
  })
