import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ProviderEvent } from '@deskbell/protocol/bot/outgoing'
import sharp from 'sharp'
import { Value } from 'typebox/value'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { PUBLIC_ID } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { startBotServer, until, type BotServer } from './server.ts'

const HIDDEN = 'bot1234567:AAtokenThatNobodyMaySee'
const DAY = 24 * 3600 * 1000

for (const kind of testKinds())
  describe(`events to a bot, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let messenger: IntegratorServer
    before(async () => {
      clock = handClock()
      const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
        .jpeg()
        .toBuffer()
      messenger = await startIntegratorServer({ clock })
      messenger.behaves((request, response) => {
        if (request.path.includes('missing')) return void response.writeHead(404).end()
        response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
      })
      server = await startBotServer({ kind, clock })
    })
    after(async () => {
      await server.close()
      await messenger.close()
    })

    const fileAt = (path: string) => `${messenger.url}/${HIDDEN}/${path}`
    /** The event for a message with media. */
    async function messageFor(customer: string, message: Record<string, unknown>) {
      assert.equal((await server.server.visitor(customer).sends(message)).status, 200)
      const chat = await server.chatOf(customer)
      await until(
        () => server.eventsOf(chat).length > 0,
        () => `nothing was told of ${customer}`,
      )
      const [event] = server.eventsOf(chat)
      assert.ok(event?.message)
      assert.ok(!JSON.stringify(event).includes(HIDDEN), 'the source of the file is not in the event')
      return event.message as typeof event.message & Record<string, unknown>
    }
    const follow = (link: string) => server.ask(link.replace(/^https?:\/\/[^/]+/, server.url))

    test('B17 a photo is sent as text: the caption, its name and a link that is valid for a day', async () => {
      const message = await messageFor('photo', {
        type: 'photo',
        file: fileAt('a.jpg'),
        file_name: 'my cat.jpg',
        file_size: 1,
        text: 'is it ill?',
      })
      assert.deepEqual(Object.keys(message), ['type', 'text', 'timestamp'])
      assert.equal(message.type, 'TEXT')
      const [caption, line = ''] = message.text.split('\n')
      assert.equal(caption, 'is it ill?')
      assert.match(line, /^my cat\.jpg https?:\/\/\S+$/)
      const link = line.slice('my cat.jpg '.length)
      const file = await follow(link)
      assert.equal(file.status, 200)
      assert.equal(file.headers.get('content-type'), 'image/jpeg')
      await clock.jump(DAY - 60_000)
      assert.equal((await follow(link)).status, 200)
      await clock.jump(3600 * 1000 + 120_000)
      assert.notEqual((await follow(link)).status, 200)
      await server.quiet()
    })

    test('B17 without a caption or a name the text is not empty', async () => {
      const message = await messageFor('voice', { type: 'document', file: fileAt('b'), file_name: '', file_size: 1 })
      assert.match(message.text, /^\S+ https?:\/\/\S+$/)
    })

    test('B17 a location is sent as text', async () => {
      const message = await messageFor('place', { type: 'location', latitude: 52.52, longitude: '-13.4' })
      assert.deepEqual(message, {
        type: 'TEXT',
        text: 'location 52.52, -13.4',
        timestamp: Math.floor(clock.now() / 1000),
      })
    })

    test('B17 the text says when a file could not be fetched', async () => {
      const message = await messageFor('missing', {
        type: 'photo',
        file: fileAt('missing.jpg'),
        file_name: 'gone.jpg',
        file_size: 1,
        text: 'look',
      })
      assert.equal(message.type, 'TEXT')
      assert.equal(message.text, 'look\ngone.jpg (the file could not be fetched)')
    })

    test('B17 a provider with native media gets media', async () => {
      await server.sets({ nativeMedia: true })
      const photo = await messageFor('native photo', {
        type: 'photo',
        file: fileAt('c.jpg'),
        file_name: 'c.jpg',
        file_size: 1,
        text: 'see',
      })
      assert.equal(photo.type, 'PHOTO')
      assert.equal(photo.text, 'see')
      assert.equal(photo['file_name'], 'c.jpg')
      assert.deepEqual([photo['width'], photo['height']], [64, 48])
      assert.equal((await follow(String(photo['file']))).status, 200)
      const place = await messageFor('native place', { type: 'location', latitude: 1.5, longitude: 2 })
      assert.deepEqual(place, {
        type: 'LOCATION',
        text: '',
        latitude: 1.5,
        longitude: 2,
        timestamp: Math.floor(clock.now() / 1000),
      })
      const gone = await messageFor('native missing', {
        type: 'photo',
        file: fileAt('missing'),
        file_name: 'x.jpg',
        file_size: 1,
      })
      assert.deepEqual([gone.type, gone.text], ['TEXT', 'x.jpg (the file could not be fetched)'])
      for (const event of server.receivedEvents()) assert.ok(Value.Check(ProviderEvent, event), JSON.stringify(event))
      await server.sets({ nativeMedia: false })
    })

    test('B3 B21 without extra fields a provider gets only the fields of the interface document', async () => {
      const customer = server.server.visitor('strict', { name: 'Bo', email: 'bo@shop.test', url: 'https://shop.test/' })
      await customer.writes('hello')
      const chat = await server.chatOf('strict')
      await until(() => server.eventsOf(chat).length === 1)
      const now = clock.now()
      await server.says(chat, 'hi')
      await server.invites(chat)
      await until(() => server.eventsOf(chat).length === 2)
      await server.agent().accepts(chat)
      await until(() => server.eventsOf(chat).length === 3)
      await server.agent().writes(chat, 'I am here')
      await server.agent().closes(chat)
      await server.quiet()
      const [message, unavailable, joined] = server.eventsOf(chat)
      assert.equal(server.eventsOf(chat).length, 3, 'nothing is told of what an agent writes and of the end')
      const head = { client_id: message?.client_id, chat_id: String(chat) }
      assert.deepEqual(message, {
        event: 'CLIENT_MESSAGE',
        id: message?.id,
        ...head,
        message: { type: 'TEXT', text: 'hello', timestamp: Math.floor(now / 1000) },
      })
      assert.deepEqual(unavailable, { event: 'AGENT_UNAVAILABLE', id: unavailable?.id, ...head })
      assert.deepEqual(joined, { event: 'AGENT_JOINED', id: joined?.id, ...head })
      assert.equal(new Set([message?.id, unavailable?.id, joined?.id]).size, 3)
    })

    test('B21 with extra fields a provider gets them in each message, in the shape that strict providers validate', async () => {
      await server.sets({ extraFields: true })
      const customer = server.server.visitor('open', { name: 'Bo', email: 'bo@shop.test', url: 'https://shop.test/' })
      await customer.writes('hello')
      const chat = await server.chatOf('open')
      await until(() => server.eventsOf(chat).length === 1)
      const more = {
        site_id: 1,
        sender: {
          id: Number(server.eventsOf(chat)[0]?.client_id),
          name: 'Bo',
          url: 'https://shop.test/',
          has_contacts: true,
        },
        channel: { id: PUBLIC_ID, type: 'api' },
      }
      const [alone] = server.eventsOf(chat)
      assert.deepEqual(alone, { ...alone, agents_online: false, ...more })
      assert.ok(Value.Check(ProviderEvent, alone))
      const ann = await server.agent().connects()
      await customer.writes('and now')
      await until(() => server.eventsOf(chat).length === 2)
      assert.equal((server.eventsOf(chat)[1] as { agents_online?: boolean } | undefined)?.agents_online, true)
      ann.close()
      await ann.closed
      await server.invites(chat)
      await until(() => server.eventsOf(chat).length === 3)
      assert.deepEqual(Object.keys(server.eventsOf(chat)[2] ?? {}), ['event', 'id', 'client_id', 'chat_id'])
      // Every key is present for an unknown visitor too: strict providers require it.
      const bare = await server.opensChat('bare')
      await until(() => server.eventsOf(bare).length === 1)
      const [event] = server.eventsOf(bare)
      const sender = { id: Number(event?.client_id), name: '', url: '', has_contacts: false }
      assert.deepEqual(event, { ...event, sender })
      assert.ok(Value.Check(ProviderEvent, event))
      await server.sets({ extraFields: false })
    })

    test('B2 an event is JSON, sent by POST, with the token at the end of the URL', async () => {
      await server.opensChat('post')
      const request = await server.provider.receives((one) => one.body.includes('"hi"'))
      assert.equal(request.method, 'POST')
      assert.equal(request.path, '/hook/provider-token-1')
      assert.match(request.header('content-type') ?? '', /^application\/json/)
      assert.equal(request.header('authorization'), undefined)
      await server.quiet()
    })
  })
