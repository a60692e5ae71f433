import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { MessageEntry } from '@deskbell/protocol/agent/entry'
import { testKinds } from '../../db.ts'
import { startTelegram, textOf, type Telegram } from './world.ts'

for (const kind of testKinds())
  describe(`media of Telegram, ${kind}`, () => {
    let telegram: Telegram
    let picture: Buffer<ArrayBuffer>
    const log: string[] = []
    before(async () => {
      picture = Buffer.from(
        await sharp({ create: { width: 640, height: 480, channels: 3, background: '#369' } })
          .jpeg()
          .toBuffer(),
      )
      telegram = await startTelegram({ kind, onLog: (line) => log.push(line) })
    })
    after(() => telegram.close())

    /** The message of a visitor whose file has been fetched, or could not be. */
    async function messageOf(visitor: number): Promise<MessageEntry> {
      const { id } = await telegram.chatOf(visitor)
      await telegram.sees(id, (entry) => entry.type === 'media.stored' || entry.type === 'media.failed')
      const entry = (await telegram.testServer.agent().entries(id)).find((one) => one.type === 'message')
      assert.ok(entry?.type === 'message')
      return entry
    }

    const file = () => ({ file_id: telegram.bot.store(picture), file_unique_id: 'u', file_size: picture.length })
    const sized = () => ({ ...file(), width: 640, height: 480 })
    const KINDS = {
      photo: () => ({ photo: [{ ...sized(), file_id: 'the small one' }, sized()] }),
      video: () => ({ video: { ...sized(), duration: 7, file_name: 'film.mp4' } }),
      voice: () => ({ voice: { ...file(), duration: 3 } }),
      audio: () => ({ audio: { ...file(), duration: 180, performer: 'The Band', title: 'Song' } }),
      sticker: () => ({ sticker: { ...sized(), type: 'regular', emoji: '🦊', is_animated: false, is_video: false } }),
      document: () => ({ document: { ...file(), file_name: 'plan.pdf' } }),
    } as const

    for (const [i, [type, content]] of Object.entries(KINDS).entries())
      test(`a ${type} with a caption is fetched, stored and shown`, async () => {
        telegram.bot.write(600 + i, { ...content(), caption: `my ${type}` } as never)
        const message = await messageOf(600 + i)
        assert.equal(message.text, `my ${type}`)
        const [media] = message.attachments
        assert.equal(media?.kind, type)
        assert.equal(media?.state, 'stored')
        const stored = await fetch(media?.url ?? '')
        assert.equal(stored.headers.get('content-type'), 'image/jpeg')
        assert.ok((await stored.arrayBuffer()).byteLength > 500)
        if (type === 'audio') assert.deepEqual([media?.performer, media?.duration], ['The Band', 180])
        if (type === 'sticker') assert.equal(media?.emoji, '🦊')
        if (type === 'document') assert.match(media?.name ?? '', /^plan.pdf/)
      })

    test('a round video and an animation are videos, and an animated sticker is shown by its still picture', async () => {
      telegram.bot.write(610, { video_note: { ...file(), length: 240, duration: 2 } } as never)
      assert.equal((await messageOf(610)).attachments[0]?.kind, 'video')
      const animation = { ...sized(), duration: 2 }
      telegram.bot.write(611, { animation, document: animation } as never)
      assert.equal((await messageOf(611)).attachments[0]?.kind, 'video')
      const sticker = { ...sized(), file_id: 'vectors', is_animated: true, is_video: false, thumbnail: sized() }
      telegram.bot.write(612, { sticker } as never)
      assert.equal((await messageOf(612)).attachments[0]?.state, 'stored')
    })

    test('a place and a venue are shown on the map without a file', async () => {
      telegram.bot.write(613, { location: { latitude: 59.5, longitude: 18.25 } } as never)
      const chat = await telegram.chatOf(613)
      const point = { latitude: 1.5, longitude: 2.5 }
      telegram.bot.write(613, {
        venue: { location: point, title: 'Café', address: 'Street 1' },
        location: point,
      } as never)
      await telegram.sees(chat.id, (entry) => entry.type === 'message' && entry.text === 'Street 1')
      const [place, venue] = await telegram.testServer.agent().entries(chat.id)
      assert.ok(place?.type === 'message' && venue?.type === 'message')
      const [spot, cafe] = [place.attachments[0], venue.attachments[0]]
      assert.deepEqual([spot?.state, spot?.latitude, spot?.longitude], ['none', 59.5, 18.25])
      assert.deepEqual([cafe?.title, cafe?.latitude], ['Café', 1.5])
    })

    test('a file that Telegram does not deliver is shown with the reason', async () => {
      telegram.bot.fail('getFile', 400, 'Bad Request: file is too big')
      telegram.bot.write(614, { document: { ...file(), file_name: 'huge.zip' } } as never)
      const [media] = (await messageOf(614)).attachments
      assert.equal(media?.state, 'failed')
      assert.equal(media?.reason, 'Telegram hands bots no file of more than 20 MB')
    })

    test('a file name with line breaks and quotes cannot end a header of the request to Telegram', async () => {
      telegram.bot.write(640, 'named')
      const { id } = await telegram.chatOf(640)
      await telegram.testServer.agent().accepts(id)
      await telegram.sendsFile(id, 'plan; b=ü c.pdf', Buffer.from('%PDF-1.4 named'))
      const sent = await telegram.bot.next('sendDocument')
      assert.match(sent.file?.name ?? '', /^plan_b_ü_c\.pdf$/)
    })

    const SENT = [
      ['picture.jpg', 'sendPhoto', 'photo', () => picture],
      ['report.pdf', 'sendDocument', 'document', () => Buffer.from('%PDF-1.4 report')],
    ] as const
    for (const [name, method, field, bytes] of SENT)
      test(`an agent's ${field} is uploaded to Telegram with its caption`, async () => {
        const visitor = 620 + name.length
        telegram.bot.write(visitor, 'send it')
        const { id } = await telegram.chatOf(visitor)
        await telegram.testServer.agent().accepts(id)
        await telegram.sendsFile(id, name, Buffer.from(bytes()), 'here it is')
        const sent = await telegram.bot.next(method)
        assert.equal(textOf(sent), 'here it is')
        assert.equal(sent.file?.field, field)
        assert.equal(sent.file?.name, name)
        // Pictures are stored without what a camera adds.
        if (field === 'document') assert.deepEqual(sent.file?.bytes, bytes())
        else assert.equal((await sharp(sent.file?.bytes).metadata()).width, 640)
        await telegram.sees(id, (entry) => entry.type === 'message.delivered')
      })

    test('T15 the token is in no line of the log, no entry and no attempt', async () => {
      const { testServer, bot } = telegram
      const secret = bot.token.split(':')[1] ?? ''
      for (const [i, name] of ['one.pdf', 'two.pdf', 'three.pdf'].entries()) {
        bot.write(640 + i, { photo: [sized()], caption: name })
        await messageOf(640 + i)
        const { id } = await telegram.chatOf(640 + i)
        await testServer.agent().accepts(id)
        await telegram.sendsFile(id, name, Buffer.from('%PDF-1.4 report'), 'here it is')
        await telegram.sees(id, (entry) => entry.type === 'message.delivered')
      }
      const [first] = await testServer.agent().chats()
      const deliveries = await testServer.agent().call('GET', '/deliveries?limit=100')
      assert.ok((deliveries.body['deliveries'] as unknown as unknown[]).length > 5)
      const attempts = await Promise.all(
        (deliveries.body['deliveries'] as unknown as { id: number }[]).map(({ id }) =>
          testServer.agent().call('GET', `/deliveries/${id}`),
        ),
      )
      const entries = await testServer.agent().entries(first?.id ?? 0)
      for (const text of [...log, ...attempts.map((one) => one.text), deliveries.text, JSON.stringify(entries)])
        assert.ok(!text.includes(secret), text.slice(0, 300))
    })
  })
