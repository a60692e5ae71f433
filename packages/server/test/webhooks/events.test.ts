import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verify } from '@deskbell/sdk'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, PUBLIC_ID, type TestAgent, type TestServer } from '../test-server.ts'
import { addAgent } from '../agent-api/servers.ts'
import { SCRIPTS } from '../agent-app/payloads.ts'
import { nextId, openPage, WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { SECRET, startWithCrm, type Crm } from './hook.ts'

const CARD = 'https://crm.test/card/7'

for (const kind of testKinds())
  suite(`events and their answers, ${kind}`, () => {
    let server: TestServer
    let crm: Crm
    let close: () => Promise<void>
    let serial = 0
    before(async () => {
      ;({ server, crm, close } = await startWithCrm({
        kind,
        channels: [WIDGET],
        departments: [{ name: 'Sales', agents: [ANN] }],
      }))
    })
    after(() => close())
    beforeEach(async () => {
      await server.settled()
      crm.requests.length = 0
      crm.answers()
    })

    /** A visitor of the channel who has written, and the number of their chat. */
    async function begun(sender: Record<string, unknown> = {}): Promise<[chat: number, key: string]> {
      const key = `v${++serial}`
      await server.visitor(key, sender).writes('Hello')
      const [chat] = (await server.agent().chats('?view=waiting&limit=100')).filter(({ visitor }) => visitor.id === key)
      return [chat?.id ?? 0, key]
    }
    const ann = () => server.agent()
    const entriesOf = async (chat: number, type: string) =>
      (await ann().entries(chat)).filter((entry) => entry.type === type)
    /** Waits until an entry of this type is in the chat. */
    async function comes(chat: number, type: string) {
      for (let look = 0; look < 200; look++) {
        const found = await entriesOf(chat, type)
        if (found.length > 0) return found
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`no ${type} came`)
    }

    test('C8 social has the profile of the channel and those that the answer of the CRM links to', async () => {
      const [chat] = await begun({ url: 'https://t.me/vera' })
      const fields = [
        { title: 'LinkedIn', content: 'Vera', link: 'https://www.linkedin.com/in/vera' },
        { title: 'X', content: 'https://x.com/vera' },
        { title: 'Order', content: '17', link: 'https://shop.test/orders/17' },
      ]
      crm.answers({ result: 'ok', custom_data: fields })
      await ann().accepts(chat)
      const { event } = await crm.nextEvent('chat_accepted')
      assert.deepEqual(event.visitor.social, { telegram: 'https://t.me/vera' })
      await comes(chat, 'crm.answered')
      await ann().closes(chat)
      const finished = (await crm.nextEvent('chat_finished')).event
      assert.deepEqual(finished.visitor.social, {
        telegram: 'https://t.me/vera',
        linkedin: 'https://www.linkedin.com/in/vera',
        twitter: 'https://x.com/vera',
      })
      const [without] = await begun({ url: 'https://shop.test/tea' })
      await ann().accepts(without)
      assert.equal((await crm.nextEvent('chat_accepted')).event.visitor.social, undefined)
    })

    test('C1 C5 C6 C7 C8 C9 C23 every event has all known data of a widget’s visitor', async () => {
      const url = 'https://shop.test/tea?utm_source=a%7Cb&utm_term=x%3Dy'
      const page = await openPage(server, { visitor: 'vera', url, title: 'Tea' })
      await page.ask({ t: 'token', id: nextId(), token: 'user-17' })
      await page.ask({
        t: 'contact',
        id: nextId(),
        contact: { name: 'Vera', phone: '+49 30 1', description: 'regular' },
      })
      await page.ask({ t: 'message', id: nextId(), text: 'hi', department: 1, analytics: { ga: '1.2' } })
      const [chat] = (await ann().chats()).filter(({ channel }) => channel.kind === 'widget')
      assert.ok(chat)
      crm.answers({ result: 'ok', crm_link: CARD })
      await ann().accepts(chat.id)
      const seen = [(await crm.nextEvent('chat_accepted')).event, (await crm.nextEvent('chat_assigned')).event]
      await page.ask({ t: 'contact', id: nextId(), contact: { email: 'vera@shop.test' } })
      seen.push((await crm.nextEvent('chat_updated')).event as never)
      await ann().closes(chat.id)
      seen.push((await crm.nextEvent('chat_finished')).event as never)
      for (const event of seen) {
        assert.equal(event.user_token, 'user-17')
        assert.equal(event.widget_id, WIDGET_ID)
        assert.equal(event.chat_id, chat.id)
        assert.equal(event.visitor.number, chat.visitor.number)
        assert.deepEqual(event.page, { url, title: 'Tea' })
        assert.deepEqual(event.analytics, { ga: '1.2' })
        assert.deepEqual(event.session.utm_json, { source: 'a|b', term: 'x=y' })
        assert.equal(event.session.utm, 'source=a%7Cb|term=x%3Dy')
        assert.deepEqual(event.department, { id: 1, name: 'Sales' })
      }
      assert.equal(seen[0]?.visitor.name, 'Vera')
      assert.equal(seen[2]?.visitor.email, 'vera@shop.test')
      await page.ask({ t: 'offline', id: nextId(), contact: { email: 'vera@shop.test' }, message: 'call me' })
      const left = (await crm.nextEvent('offline_message')).event
      assert.equal(left.user_token, 'user-17')
      await page.close()
    })

    test('C1 C7 C23 events of a visitor without data', async () => {
      const [chat] = await begun()
      await ann().accepts(chat)
      const { event } = await crm.nextEvent('chat_accepted')
      assert.deepEqual(Object.keys(event).toSorted(), [
        ...['agent', 'chat_id', 'event_name', 'session', 'user_token', 'visitor', 'widget_id'],
      ])
      assert.equal(event.user_token, null)
      assert.equal(event.widget_id, PUBLIC_ID)
      assert.deepEqual(Object.keys(event.visitor).toSorted(), ['chats_count', 'description', 'number'])
      assert.deepEqual(event.agent, { id: 1, name: 'Ann', email: ANN })
    })

    test('C7 the agent of an event has a phone number exactly while the agent keeps one', async () => {
      const acceptedBy = async () => {
        const [chat] = await begun()
        await ann().accepts(chat)
        return (await crm.nextEvent('chat_accepted')).event.agent
      }
      const changed = await ann().call('PATCH', '/me', { phone: '+31 20 555 0100' })
      assert.deepEqual([changed.status, changed.body['phone']], [200, '+31 20 555 0100'])
      assert.deepEqual(await acceptedBy(), { id: 1, name: 'Ann', email: ANN, phone: '+31 20 555 0100' })
      const refused = await ann().call('PATCH', '/me', { phone: 'ask the front desk' })
      assert.equal(refused.status, 400)
      assert.match(JSON.stringify(refused.body), /phone number, such as .*"field":"\/phone"/)
      assert.equal((await ann().call('GET', '/me')).body['phone'], '+31 20 555 0100')
      assert.equal((await ann().call('PATCH', '/me', { phone: null })).status, 200)
      assert.deepEqual(await acceptedBy(), { id: 1, name: 'Ann', email: ANN })
    })

    test('A11 the url of a channel’s visitor is their page', async () => {
      const [chat] = await begun({ url: 'https://shop.test/a' })
      await ann().accepts(chat)
      assert.deepEqual((await crm.nextEvent('chat_accepted')).event.page, { url: 'https://shop.test/a' })
    })

    test('C10 chats_count includes the current chat', async () => {
      const [chat, key] = await begun()
      await ann().accepts(chat)
      assert.equal((await crm.nextEvent('chat_accepted')).event.visitor.chats_count, 1)
      await ann().closes(chat)
      await server.visitor(key).writes('Again')
      const [next] = (await ann().chats('?view=waiting&limit=100')).filter(({ visitor }) => visitor.id === key)
      await ann().accepts(next?.id ?? 0)
      assert.equal((await crm.nextEvent('chat_accepted')).event.visitor.chats_count, 2)
    })

    test('C11 C25 the data of an answer is shown beside the chat, marked as from the webhook', async () => {
      const [chat] = await begun()
      const live = await ann().connects()
      crm.answers({
        result: 'OK',
        custom_data: [{ title: 'Plan', content: 'Gold', key: 'k', link: 'https://crm.test/plan' }, 17, { content: 5 }],
        contact_info: { name: 'Vera', email: 'vera@crm.test' },
        page: { url: 'https://crm.test/page', title: 'Card' },
        crm_link: 'javascript:alert(1)',
      })
      await ann().accepts(chat)
      await comes(chat, 'crm.answered')
      await live.seesChat((one) => one.id === chat && one.cards !== undefined)
      live.close()
      const [card] = await entriesOf(chat, 'crm.answered')
      assert.ok(card?.type === 'crm.answered')
      assert.deepEqual(card.fields, [
        { title: 'Plan', content: 'Gold', key: 'k', link: 'https://crm.test/plan' },
        { content: '5' },
      ])
      assert.deepEqual(card.page, { url: 'https://crm.test/page', title: 'Card' })
      assert.equal(card.link, undefined)
      assert.equal(card.from, 'system')
      const whole = await ann().chat(chat)
      assert.deepEqual([whole.visitor.name, whole.visitor.email], ['Vera', 'vera@crm.test'])
      assert.deepEqual(whole.cards, [{ webhook: 1, of: card.n }])
      const [changed] = await entriesOf(chat, 'visitor.changed')
      assert.ok(changed?.type === 'visitor.changed' && changed.by === 'crm')
      // The page of the widget is not replaced, even if it is absent.
      assert.equal(whole.visitor.url, null)
    })

    test('C11 C18 an answer without ok is not shown, and the event is not sent again', async () => {
      for (const answer of [
        { result: 'FAILURE', custom_data: [{ title: 'x' }] },
        { custom_data: [{ title: 'x' }] },
        [],
      ]) {
        crm.requests.length = 0
        crm.answers(answer)
        const [chat] = await begun()
        await ann().accepts(chat)
        await crm.nextEvent('chat_accepted')
        await server.settled()
        assert.deepEqual(await entriesOf(chat, 'crm.answered'), [])
        const { deliveries } = (await ann().call('GET', `/deliveries?chat=${chat}&kind=chat_accepted`))
          .body as never as {
          deliveries: { state: string; attempts: number; diagnosis: string }[]
        }
        assert.deepEqual([deliveries[0]?.state, deliveries[0]?.attempts], ['done', 1])
        assert.match(deliveries[0]?.diagnosis ?? '', /failure|result/)
      }
    })

    test('C16 C18 a failure that a receiver reports is in the delivery log', async () => {
      const [chat] = await begun()
      await ann().accepts(chat)
      await crm.nextEvent('chat_accepted')
      crm.answers({ result: 'failure' })
      await ann().closes(chat)
      await crm.nextEvent('chat_finished')
      await server.settled()
      const { deliveries } = (await ann().call('GET', `/deliveries?chat=${chat}&kind=chat_finished`)).body as never as {
        deliveries: { state: string; diagnosis: string }[]
      }
      assert.deepEqual([deliveries[0]?.state, deliveries[0]?.diagnosis], ['done', 'The receiver reported a failure'])
    })

    test('C11 C19 a 2xx with a body that is too large is a success, and the body is ignored', async () => {
      crm.answersText(`{"result":"ok","custom_data":[{"title":"${'x'.repeat(300_000)}"}]}`)
      const [chat] = await begun()
      await ann().accepts(chat)
      await crm.nextEvent('chat_accepted')
      await server.settled()
      const { deliveries } = (await ann().call('GET', `/deliveries?chat=${chat}&kind=chat_accepted`)).body as never as {
        deliveries: { state: string; attempts: number; diagnosis: string }[]
      }
      assert.deepEqual([deliveries[0]?.state, deliveries[0]?.attempts], ['done', 1])
      assert.match(deliveries[0]?.diagnosis ?? '', /256 KiB/)
      assert.deepEqual(await entriesOf(chat, 'crm.answered'), [])
    })

    test('T14 the chat log in an event has a size limit and contains the newest messages', async () => {
      const [chat, key] = await begun()
      await ann().accepts(chat)
      const command = (text: string) => ({ type: 'visitor.write' as const, id: text.slice(0, 8), text, profile: {} })
      for (let i = 0; i < 60; i++)
        await server.services.commit({
          account: 1,
          target: { channel: 1, key },
          command: command(`${String(i).padStart(6, '0')}${'&'.repeat(20_000)}`),
        })
      await ann().closes(chat)
      const { request, event } = await crm.nextEvent('chat_finished')
      assert.ok(request.body.length < 8_000_000, String(request.body.length))
      const { messages } = event.chat
      assert.ok(messages.length > 25 && messages.length < 35, String(messages.length))
      assert.ok(messages.at(-1)?.message.startsWith('000059'))
      assert.ok(event.html_messages.includes('000059') && event.plain_messages.includes('000059'))
    })

    test('C14 with enable_assign the agent’s button assigns the card, once, and only with a given link', async () => {
      const [chat] = await begun()
      crm.answers({ result: 'ok', crm_link: CARD, enable_assign: true })
      await ann().accepts(chat)
      await comes(chat, 'crm.answered')
      assert.deepEqual(await entriesOf(chat, 'crm.assigned'), [])
      const press = (link: string, who = ann()) => who.call('POST', `/chats/${chat}/assign`, { link })
      assert.equal((await press('https://crm.test/other')).status, 409)
      assert.equal((await press(CARD, server.agent(BOB))).status, 409)
      assert.equal((await press(CARD)).status, 200)
      assert.equal((await press(CARD)).status, 200)
      assert.equal((await crm.nextEvent('chat_assigned')).event.assign_to, CARD)
      await server.settled()
      assert.equal(crm.names().filter((name) => name === 'chat_assigned').length, 1)
      assert.deepEqual((await ann().chat(chat)).assigned, [CARD])
    })

    test('C15 the second agent’s accept is another event, with a new id', async () => {
      const [chat] = await begun()
      await ann().accepts(chat)
      const first = await crm.nextEvent('chat_accepted')
      await server.agent(BOB).accepts(chat, { takeOver: true })
      const second = await crm.nextEvent('chat_accepted')
      assert.deepEqual([first.event.agent.name, second.event.agent.name], ['Ann', 'Bob'])
      assert.notEqual(first.request.header('webhook-id'), second.request.header('webhook-id'))
    })

    test('C3 data of the visitor from the webhook’s answer is marked so, until the visitor changes it', async () => {
      crm.answers({ result: 'ok', contact_info: { name: 'Vera Crm', email: 'vera@crm.test', phone: '+49 30 7' } })
      const [chat, key] = await begun({ name: 'Vera', phone: '+49 30 7' })
      await ann().accepts(chat)
      await comes(chat, 'crm.answered')
      const given = async () => (await ann().chat(chat)).visitor
      // The phone is the visitor's own.
      assert.deepEqual((await given()).byCrm, ['name', 'email'])
      await server.visitor(key, { name: 'Vera' }).writes('Vera, please')
      const after = await given()
      assert.deepEqual([after.name, after.email, after.byCrm], ['Vera', 'vera@crm.test', ['email']])
      await server.visitor(key, { email: 'vera@home.test' }).writes('and not there')
      assert.equal((await given()).byCrm, undefined)
      await ann().closes(chat)
    })

    test('C11 W16 a description in contact_info is stored, marked as from the webhook, and sent in chat_updated', async () => {
      const description = 'Buys lamps <b>only</b>\nPays late'
      crm.answers({ result: 'ok', contact_info: { description } })
      const [chat] = await begun({ name: 'Vera' })
      await ann().accepts(chat)
      await comes(chat, 'crm.answered')
      const { visitor } = await ann().chat(chat)
      assert.deepEqual([visitor.name, visitor.description, visitor.byCrm], ['Vera', description, ['description']])
      const [changed] = await entriesOf(chat, 'visitor.changed')
      assert.ok(changed?.type === 'visitor.changed')
      assert.deepEqual([changed.description, changed.by], [description, 'crm'])
      // Events of earlier chats may still arrive.
      const told = async (name: string): Promise<unknown> => {
        const isOurs = (body: string) => body.includes(`"${name}"`) && body.includes(`"chat_id":${chat},`)
        const { body } = await crm.receives((request) => isOurs(request.body))
        return JSON.parse(body).visitor.description
      }
      assert.equal(await told('chat_updated'), description)
      await ann().closes(chat)
      assert.equal(await told('chat_finished'), description)
      assert.equal((await ann().chat(chat)).visitor.description, description)
    })

    test('C22 A9 changes within a second cause one event', async () => {
      const [chat, key] = await begun()
      for (const name of ['A', 'B', 'C']) await server.visitor(key, { name }).writes('Hello')
      const { event } = await crm.nextEvent('chat_updated')
      assert.equal(event.visitor.name, 'C')
      assert.equal(event.agent, undefined)
      await ann().closes(chat)
      await crm.nextEvent('chat_finished')
      const of = crm.receivedEvents().filter((one) => 'chat_id' in one.event && one.event.chat_id === chat)
      assert.deepEqual(
        of.map((one) => one.event.event_name),
        ['chat_updated', 'chat_finished'],
      )
    })

    test('C20 T38 the published library and the SDK verify an event; a changed byte or an old timestamp fails', async () => {
      const [chat] = await begun()
      await ann().accepts(chat)
      const { request } = await crm.nextEvent('chat_accepted')
      const headers = Object.fromEntries(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, request.header(name) ?? '']),
      )
      const library = new Webhook(SECRET)
      assert.deepEqual(library.verify(request.body, headers), JSON.parse(request.body))
      assert.throws(() => library.verify(`${request.body} `, headers))
      const ours = (body: string, given = headers) =>
        verify(new Request('https://crm.test/', { method: 'POST', body, headers: given }), SECRET)
      assert.ok(await ours(request.body))
      await assert.rejects(ours(`${request.body} `))
      const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }
      await assert.rejects(ours(request.body, old))
    })

    test('C4 T5 T8 the log of a finished chat has authors and texts, and its text contains no markup', async () => {
      const [chat, key] = await begun({ name: 'Vera <b>' })
      await ann().accepts(chat)
      for (const text of SCRIPTS.slice(0, 20)) await server.visitor(key).writes(text)
      await ann().writes(chat, '{{constructor.constructor("x")()}} ${1+1}')
      await ann().closes(chat)
      const { event } = await crm.nextEvent('chat_finished')
      const { chat: log, agents } = event
      assert.deepEqual([event.plain_messages, event.html_messages], [log.plain_messages, log.html_messages])
      for (const html of [event.html_messages, log.html_messages])
        assert.doesNotMatch(html, /<script|<img|<svg/i, 'what was written is text, at the top level too')
      assert.deepEqual(agents, [{ id: 1, name: 'Ann', email: ANN }])
      assert.equal(log.rate, null)
      assert.equal(log.blacklisted, false)
      assert.deepEqual(
        log.messages.slice(1, 21).map(({ message }) => message),
        SCRIPTS.slice(0, 20),
      )
      const last = log.messages.at(-1)
      assert.ok(last?.type === 'agent' && last.agent_id === 1)
      assert.equal(last.message, '{{constructor.constructor("x")()}} ${1+1}')
      const tags = new Set(log.html_messages.match(/<\/?[a-z]+/gi))
      for (const tag of tags) assert.match(tag, /^<\/?(?:p|time|b|bdi|br|a)$/, tag)
      assert.ok(log.html_messages.includes('Vera &lt;b&gt;'))
      assert.ok(log.plain_messages.includes('] Vera <b>: Hello'))
    })

    test('C15 each agent who accepts is told; a colleague beside the holder is not, and agents has all who took part, in order', async () => {
      const [chat, key] = await begun()
      const bob = server.agent(BOB)
      const cleo = await addAgent(server, `cleo-${kind}@acme.test`, 'admin')
      const numberOf = async (agent: TestAgent) => Number((await agent.call('GET', '/me')).body['id'])
      const act = async (agent: TestAgent, method: string, path: string, body: object = {}) => {
        const answer = await agent.call(method, `/chats/${chat}${path}`, body)
        assert.equal(answer.status, 200, answer.text)
      }
      await ann().accepts(chat)
      await act(ann(), 'POST', '/colleagues', { to: await numberOf(bob) })
      await act(bob, 'POST', '/join')
      await act(ann(), 'PUT', '/offer', { to: cleo.id, comment: 'speaks Spanish' })
      await act(cleo, 'POST', '/accept')
      await server.visitor(key).writes('Hola')
      await cleo.writes(chat, '¡Buenos días!')
      await cleo.closes(chat)
      const { event } = await crm.nextEvent('chat_finished')
      // Receivers fill an object per item of a list from these keys, and take the first agent for the one who answered.
      assert.ok(Array.isArray(event.agents))
      for (const one of event.agents) assert.deepEqual(Object.keys(one), ['id', 'name', 'email'])
      assert.deepEqual(
        event.agents.map(({ email }) => email),
        [ANN, BOB, `cleo-${kind}@acme.test`],
      )
      const accepted = crm
        .receivedEvents()
        .flatMap(({ event: one }) =>
          one.event_name === 'chat_accepted' && one.chat_id === chat ? [one.agent.email] : [],
        )
      assert.deepEqual(accepted, [ANN, `cleo-${kind}@acme.test`])
      const wrote = event.chat.messages.filter(({ type }) => type === 'agent')
      assert.deepEqual(
        wrote.map((one) => ('agent_id' in one ? one.agent_id : null)),
        [cleo.id],
      )
    })

    test('blocking a visitor ends the chat, the event says so, and further messages are dropped', async () => {
      const [chat, key] = await begun()
      await ann().accepts(chat)
      const blocked = await ann().call('POST', `/chats/${chat}/block`, {})
      assert.equal(blocked.status, 200)
      assert.equal((await crm.nextEvent('chat_finished')).event.chat.blacklisted, true)
      assert.deepEqual((await server.visitor(key).writes('but')).body, { result: 'ok', ignored: true })
      assert.equal((await ann().chat(chat)).visitor.blocked, true)
      assert.equal((await ann().call('POST', `/chats/${chat}/unblock`, {})).status, 200)
      assert.equal((await server.visitor(key).writes('thanks')).body['ignored'], undefined)
    })

    test('C14 C15 with an early request the card is there when an agent accepts', async () => {
      await ann().call('PATCH', '/webhooks/1', { askEarly: true })
      crm.answers({ result: 'ok', custom_data: [{ title: 'Plan', content: 'Gold' }], crm_link: CARD })
      const [chat] = await begun()
      assert.deepEqual((await crm.nextEvent('chat_accepted')).event.agent, { id: 0, name: '', email: '' })
      await comes(chat, 'crm.answered')
      assert.deepEqual(await entriesOf(chat, 'crm.assigned'), [])
      await ann().accepts(chat)
      const { event } = await crm.nextEvent('chat_assigned')
      assert.equal(event.agent.name, 'Ann')
      await ann().call('PATCH', '/webhooks/1', { askEarly: false })
    })

    test('C2 C3 an offline message has no chat_id, and is sent once', async () => {
      const page = await openPage(server, { visitor: 'left' })
      const frame = { t: 'offline', id: nextId(), contact: { email: 'a@b.test' }, message: 'call me' } as const
      await page.ask(frame)
      await page.ask(frame)
      const { event } = await crm.nextEvent('offline_message')
      assert.ok(!('chat_id' in event))
      assert.equal(event.message, 'call me')
      assert.equal(typeof event.offline_message_id, 'string')
      assert.equal(event.visitor.email, 'a@b.test')
      await server.settled()
      assert.deepEqual(crm.names(), ['offline_message'])
      await page.close()
    })

    test('R10 after a lost answer the event is sent again with the same id and body, and a new timestamp and signature', async () => {
      const [chat] = await begun()
      crm.resets(1)
      await ann().accepts(chat)
      const first = await crm.nextEvent('chat_accepted')
      for (let look = 0; look < 800 && crm.requests.length < 2; look++)
        await new Promise((resolve) => setTimeout(resolve, 10))
      const second = await crm.nextEvent('chat_accepted')
      assert.equal(second.request.body, first.request.body)
      assert.equal(second.request.header('webhook-id'), first.request.header('webhook-id'))
      assert.notEqual(second.request.header('webhook-timestamp'), first.request.header('webhook-timestamp'))
      assert.notEqual(second.request.header('webhook-signature'), first.request.header('webhook-signature'))
    })
  })

for (const kind of testKinds())
  test(`C22 a receiver that always answers with contact info causes no loop, ${kind}`, async (t) => {
    const clock = handClock()
    const { server, crm, close } = await startWithCrm({ kind, clock })
    t.after(() => close())
    const passes = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        await clock.move(1000)
        await atRest([server], [crm])
      }
    }
    crm.answers({ result: 'ok', contact_info: { name: 'Vera', email: 'vera@crm.test', description: 'Pays late' } })
    await server.visitor('vera').writes('Hello')
    const [chat] = await server.agent().chats('?view=waiting')
    assert.ok(chat)
    await server.agent().accepts(chat.id)
    await atRest([server], [crm])
    await passes(5)
    await server.agent(BOB).accepts(chat.id, { takeOver: true })
    await atRest([server], [crm])
    await passes(30)
    assert.deepEqual(crm.names(), ['chat_accepted', 'chat_updated', 'chat_accepted'])
  })
