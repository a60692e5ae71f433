import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { CHANNEL_KINDS, capabilitiesOf } from '@deskbell/protocol/agent/channel-kinds'
import { testKinds } from '../../db.ts'
import { ANN, startTestServer, tokenOf, type TestServer } from '../../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../../integrator-server.ts'
import { apiEnds } from './api-ends.ts'
import { telegramEnds } from './telegram-ends.ts'
import { isMessage, type ChannelEnds, type VisitorEnd } from './visitor-end.ts'
import { widgetEnds } from './widget-ends.ts'

const KINDS: Readonly<Record<keyof typeof CHANNEL_KINDS, () => Promise<ChannelEnds>>> = {
  api: apiEnds,
  widget: widgetEnds,
  telegram: telegramEnds,
}

for (const kind of testKinds())
  for (const [name, openEnds] of Object.entries(KINDS))
    describe(`behaviour of every kind of channel: ${name}, ${kind}`, () => {
      let ends: ChannelEnds
      let server: TestServer
      let provider: IntegratorServer
      let watcher: Awaited<ReturnType<ReturnType<TestServer['agent']>['connects']>>
      let picture: Buffer<ArrayBuffer>
      let visitors = 4000
      const open: VisitorEnd[] = []

      before(async () => {
        const made = sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
        picture = Buffer.from(await made.jpeg().toBuffer())
        provider = await startIntegratorServer()
        ends = await openEnds()
        server = await startTestServer({
          kind,
          ...ends.options,
          bots: [{ name: 'Helper', providerId: 'helper', providerUrl: provider.url, token: 'provider-token-1' }],
        })
        watcher = await server.agent().connects()
      })
      after(async () => {
        for (const end of open) await end.close()
        watcher.close()
        await server.close()
        await ends.close()
        await provider.close()
      })

      const ann = () => server.agent(ANN)
      const capabilities = () => capabilitiesOf(ends.kind)

      async function comes(): Promise<VisitorEnd> {
        const end = await ends.open(server, ++visitors)
        open.push(end)
        return end
      }

      /** The open chat in which a visitor wrote this text first. */
      async function chatWith(text: string): Promise<ChatForMe> {
        const { id } = await watcher.seesChat(({ state, preview }) => state !== 'closed' && preview === text)
        return ann().chat(id)
      }

      /** A new visitor whose chat Ann has accepted. */
      async function talk(text: string): Promise<{ end: VisitorEnd; chat: number }> {
        const end = await comes()
        await end.writes(text)
        const { id } = await chatWith(text)
        await ann().accepts(id)
        return { end, chat: id }
      }

      async function entry(chat: number, matches: (entry: Entry) => boolean): Promise<Entry> {
        watcher.send({ type: 'follow', chat, after: 0 })
        const frame = await watcher.sees(
          (one) => one.type === 'entries' && one.chat === chat && one.entries.some(matches),
        )
        const found = frame.type === 'entries' ? frame.entries.find(matches) : undefined
        assert.ok(found)
        return found
      }

      test('a visitor’s first message opens a chat on the channel, with its unchanged content', async () => {
        const text = 'Grüße 👩‍👩‍👧 <b>&amp;</b> *not bold*\nsecond line'
        const end = await comes()
        await end.writes(text)
        const chat = await chatWith(text.replace('\n', ' '))
        assert.equal(chat.channel.kind, ends.kind)
        assert.equal(chat.channel.name, 'Contract')
        const [first] = (await ann().entries(chat.id)).filter(isMessage)
        assert.deepEqual([first?.from, first?.text], ['visitor', text])
      })

      test('messages of both sides arrive once and in order', async () => {
        const { end, chat } = await talk('the order of things')
        const theirs = Array.from({ length: 10 }, (_, i) => `question ${i}`)
        for (const text of theirs) await end.writes(text)
        const ours = Array.from({ length: 10 }, (_, i) => `answer ${i} <i>&`)
        for (const text of ours) await ann().writes(chat, text)
        for (const text of ours) assert.equal((await end.sees()).text, text)
        const all = (await ann().entries(chat)).filter(isMessage)
        const by = (from: string) => all.filter((one) => one.from === from).map(({ text }) => text)
        assert.deepEqual(by('visitor'), ['the order of things', ...theirs])
        assert.deepEqual(by('agent'), ours)
      })

      test('agents see whether a message arrived, by a delivery or by the visitor’s client', async () => {
        const { end, chat } = await talk('did it arrive?')
        const n = await ann().writes(chat, 'it did')
        await end.sees()
        if (capabilities().followsLog) assert.equal(capabilities().reportsArrival, true)
        else await entry(chat, (one) => one.type === 'message.delivered' && one.of === n)
        await server.settled()
        const { body } = await ann().call('GET', `/deliveries?chat=${chat}`)
        const kinds = ((body['deliveries'] ?? []) as { kind: string }[]).map((one) => one.kind)
        assert.equal(kinds.includes('agent_message'), !capabilities().followsLog, String(kinds))
      })

      test('a visitor’s picture is stored with its caption, and an agent’s picture arrives with its own', async () => {
        const end = await comes()
        await end.sendsPicture(picture, 'see my picture')
        const { id } = await chatWith('see my picture')
        await ann().accepts(id)
        const message = (await ann().entries(id)).find(isMessage)
        if (message?.attachments[0]?.state !== 'stored') await entry(id, (one) => one.type === 'media.stored')
        const stored = (await ann().entries(id)).find(isMessage)
        const [attachment] = stored?.attachments ?? []
        assert.deepEqual([attachment?.kind, attachment?.state], ['photo', 'stored'])

        const form = new FormData()
        form.set('text', 'see mine')
        form.set('file', new Blob([picture]), 'mine.jpg')
        const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
        const sent = await server.ask(`/api/chats/${id}/files`, { method: 'POST', headers, body: form })
        assert.ok(sent.status < 300, sent.text)
        const shown = await end.sees()
        assert.equal(shown.text, 'see mine')
        assert.equal((await sharp(shown.file).metadata()).width, 64)
      })

      test('a visitor is shown that an agent types', async () => {
        const { end, chat } = await talk('are you typing?')
        watcher.send({ type: 'typing', chat, on: true })
        await end.seesTyping()
      })

      test('a message after the end opens a new chat of the same visitor', async () => {
        const { end, chat } = await talk('first chat')
        await ann().closes(chat)
        await end.writes('second chat')
        const next = await chatWith('second chat')
        assert.notEqual(next.id, chat)
        assert.equal(next.visitor.number, (await ann().chat(chat)).visitor.number)
      })

      test('a blocked visitor’s messages are refused until the visitor is unblocked', async () => {
        const { end, chat } = await talk('before the block')
        const block = await ann().call('POST', `/chats/${chat}/block`, {})
        assert.ok(block.status < 300, block.text)
        await end.writesInVain('while blocked')
        const unblock = await ann().call('POST', `/chats/${chat}/unblock`, {})
        assert.ok(unblock.status < 300, unblock.text)
        await end.writes('after the block')
        const texts = async () =>
          (await ann().chats('?limit=200')).filter(({ preview }) => preview === 'after the block').map(({ id }) => id)
        assert.equal((await texts()).length, 1)
        const all = await Promise.all([chat, ...(await texts())].map((id) => ann().entries(id)))
        assert.ok(!all.flat().some((one) => isMessage(one) && one.text === 'while blocked'))
      })

      test('the personal data of an erased visitor is removed, and a returning visitor is a new one', async () => {
        const { end, chat } = await talk('my secret words')
        const { number } = (await ann().chat(chat)).visitor
        const erased = await ann().call('DELETE', `/visitors/${number}`)
        assert.ok(erased.status < 300, erased.text)
        await entry(chat, (one) => one.type === 'chat.erased')
        const again = await comesBack(end)
        await again.writes('who am I?')
        assert.notEqual((await chatWith('who am I?')).visitor.number, number)
        assert.ok(!JSON.stringify(await ann().entries(chat)).includes('my secret words'))
      })

      /** A page of an erased visitor has lost its secret; other ends keep the visitor's address. */
      const comesBack = async (end: VisitorEnd): Promise<VisitorEnd> => (capabilities().followsLog ? comes() : end)

      test('a bot on the channel is asked, and its answers and buttons reach the visitor as text', async () => {
        const channels = (await ann().call('GET', '/channels')).body['channels'] as unknown as {
          id: number
          name: string
        }[]
        const channel = channels.find((one) => one.name === 'Contract')?.id
        const attached = await ann().call('PATCH', '/bots/1', { channels: [channel] })
        assert.equal(attached.status, 200, attached.text)
        const end = await comes()
        await end.writes('hello bot')
        const { id } = await chatWith('hello bot')
        await server.settled()
        const asked = JSON.parse(provider.requests.at(-1)?.body ?? '{}') as { event: string; client_id: string }
        assert.equal(asked.event, 'CLIENT_MESSAGE')
        const says = (message: object) =>
          server.ask('/bot/webhooks/helper/provider-token-1', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              event: 'BOT_MESSAGE',
              id: 'm',
              chat_id: String(id),
              client_id: asked.client_id,
              message,
            }),
          })
        assert.equal((await says({ type: 'TEXT', text: 'I am a bot', timestamp: 1 })).status, 200)
        assert.equal((await end.sees()).text, 'I am a bot')
        const buttons = [
          { id: 'y', text: 'Yes' },
          { id: 'n', text: 'No' },
        ]
        const question = { type: 'BUTTONS', title: 'Sure?', text: 'Sure? Yes or No', buttons, timestamp: 1 }
        assert.equal((await says(question)).status, 200)
        assert.match((await end.sees()).text, /^Sure\?/)
        await end.writes('Yes')
        await entry(id, (one) => isMessage(one) && one.from === 'visitor' && one.button?.id === 'y')
        await ann().call('PATCH', '/bots/1', { channels: [] })
      })

      test('a removed channel accepts no messages, and its chats stay', async () => {
        const { end, chat } = await talk('soon removed')
        const channels = (await ann().call('GET', '/channels')).body['channels'] as unknown as {
          id: number
          name: string
        }[]
        const channel = channels.find((one) => one.name === 'Contract')?.id
        assert.equal((await ann().call('DELETE', `/channels/${channel}`)).status, 204)
        const before = (await ann().entries(chat)).length
        await Promise.race([end.writes('too late').catch(() => {}), server.settled()])
        assert.equal((await ann().entries(chat)).length, before)
      })
    })
