import { insertCall } from '../calls/insert.ts'
import { addTrunkElsewhere } from '../calls/trunk-elsewhere.ts'
import { insertTurn } from '../routing/insert.ts'
import assert from 'node:assert/strict'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { after, before, suite, test } from 'node:test'
import * as alerts from '@deskbell/protocol/agent/alerts'
import * as archive from '@deskbell/protocol/agent/archive'
import * as bot from '@deskbell/protocol/agent/bot'
import * as canned from '@deskbell/protocol/agent/canned'
import * as macro from '@deskbell/protocol/agent/macro'
import * as channel from '@deskbell/protocol/agent/channel'
import * as contact from '@deskbell/protocol/agent/contact'
import * as chat from '@deskbell/protocol/agent/chat'
import * as chatBodies from '@deskbell/protocol/agent/chat-bodies'
import * as checklist from '@deskbell/protocol/agent/checklist'
import * as tag from '@deskbell/protocol/agent/tag'
import * as call from '@deskbell/protocol/agent/call'
import * as callSettings from '@deskbell/protocol/agent/call-settings'
import * as callTest from '@deskbell/protocol/agent/call-test'
import * as callProvider from '@deskbell/protocol/agent/call-provider'
import * as callTrunk from '@deskbell/protocol/agent/call-trunk'
import * as task from '@deskbell/protocol/agent/task'
import * as department from '@deskbell/protocol/agent/department'
import * as earlier from '@deskbell/protocol/agent/earlier'
import * as invitation from '@deskbell/protocol/agent/invitation'
import * as offline from '@deskbell/protocol/agent/offline'
import * as people from '@deskbell/protocol/agent/people'
import * as hours from '@deskbell/protocol/agent/hours'
import * as liveView from '@deskbell/protocol/agent/live'
import * as routing from '@deskbell/protocol/agent/routing'
import * as routingReplay from '@deskbell/protocol/agent/routing-replay'
import * as savedView from '@deskbell/protocol/agent/saved-view'
import * as search from '@deskbell/protocol/agent/search'
import * as settings from '@deskbell/protocol/agent/settings'
import { ServerFrame } from '@deskbell/protocol/agent/socket'
import * as telegram from '@deskbell/protocol/agent/telegram'
import * as visitorErased from '@deskbell/protocol/agent/visitor-erased'
import * as visitorRules from '@deskbell/protocol/agent/visitor-rules'
import * as webhook from '@deskbell/protocol/agent/webhook'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AgentApi } from '@deskbell/protocol/documents/agent-api'
import type { Shape } from '@deskbell/protocol/documents/openapi'
import { testKinds } from '../db.ts'
import { ANN, BOB, tokenOf, type Answer, type TestServer } from '../test-server.ts'
import { startBotApi, type BotApiServer, type FakeBot } from '../channels/telegram/bot-api.ts'
import { SHOP_BOT } from '../channels/telegram/world.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { SERVER_URL, enter, PASSWORD, startServer } from './servers.ts'

const SHAPES: Readonly<Record<string, TSchema>> = Object.fromEntries(
  [
    alerts,
    archive,
    bot,
    channel,
    chat,
    chatBodies,
    contact,
    telegram,
    visitorErased,
    visitorRules,
    earlier,
    invitation,
    offline,
    people,
    canned,
    macro,
    department,
    checklist,
    tag,
    task,
    call,
    callSettings,
    callTest,
    callProvider,
    callTrunk,
    liveView,
    hours,
    routing,
    routingReplay,
    savedView,
    search,
    settings,
    webhook,
  ].flatMap((module) => Object.entries(module)),
) as never

for (const kind of testKinds())
  suite(`the contract of the agent API, ${kind}`, () => {
    let testServer: TestServer
    let document: AgentApi
    let integrator: Awaited<ReturnType<typeof startIntegratorServer>>
    let botApi: BotApiServer
    let bot: FakeBot
    const asked = new Map<string, Answer>()

    before(async () => {
      integrator = await startIntegratorServer()
      botApi = await startBotApi()
      bot = botApi.addBot(SHOP_BOT)
      const env = { PUBLIC_URL: SERVER_URL, TELEGRAM_API_ROOT: botApi.root }
      testServer = await startServer({ kind, channel: { serverUrl: integrator.url }, channels: [WIDGET], env })
      document = (await testServer.ask('/api/openapi.json')).body as unknown as AgentApi
    })
    after(async () => {
      await testServer.close()
      await integrator.close()
      await botApi.close()
    })

    /** One request to every operation that answers with a body, in an order in which each succeeds. */
    async function walk(): Promise<void> {
      const ann = testServer.agent(ANN)
      const ask = async (method: string, path: string, url: string, body?: unknown) => {
        const answer = await ann.call(method.toUpperCase(), url, body)
        asked.set(`${method} /api${path}`, answer)
        return answer
      }
      const send = async (method: string, path: string, url: string, name: string) => {
        const form = new FormData()
        form.set('file', new Blob([Buffer.from(PICTURE, 'base64')]), name)
        const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
        const answer = await testServer.ask(`/api${url}`, { method: method.toUpperCase(), headers, body: form })
        asked.set(`${method} /api${path}`, answer)
        return answer
      }
      await testServer.visitor('v1', { name: 'Vera', invite: 'come in' }).writes('hello')
      await ask('post', '/session', '/session', { email: BOB, password: PASSWORD })
      await ask('get', '/me', '/me')
      await ask('patch', '/me', '/me', { name: 'Ann' })
      await ask('put', '/me/presence', '/me/presence', { status: 'online' })
      await send('put', '/me/photo', '/me/photo', 'me.png')
      await ask('get', '/agents', '/agents')
      await ask('delete', '/me/photo', '/me/photo')
      const { call } = await enter(testServer, ANN)
      asked.set('post /api/me/tokens', await call('POST', '/me/tokens', { name: 'mine' }))
      await ask('get', '/me/tokens', '/me/tokens')
      await walkAlerts(ask)
      const made = await ask('post', '/agents', '/agents', {
        name: 'Cy',
        email: 'cy@shop.test',
        role: 'agent',
        password: PASSWORD,
      })
      await ask('get', '/agents/{agent}/tokens', '/agents/2/tokens')
      await ask('patch', '/agents/{agent}', `/agents/${String(made.body['id'])}`, { name: 'Cyd' })
      const ofLink = ({ text }: Answer) => /#([\w-]+)/.exec(text)?.[1]
      const invited = await ask('post', '/invitations', '/invitations', { email: 'dora@shop.test', role: 'agent' })
      await ask('get', '/invitations', '/invitations')
      const { id } = (invited.body as unknown as { invitation: { id: number } }).invitation
      const renewed = await ask('post', '/invitations/{invitation}/renew', `/invitations/${id}/renew`)
      await ask('post', '/invitations/open', '/invitations/open', { token: ofLink(renewed) })
      const dora = { token: ofLink(renewed), name: 'Dora', password: PASSWORD }
      const joined = await ask('post', '/invitations/accept', '/invitations/accept', dora)
      const reset = await call('POST', `/agents/${String(joined.body['id'])}/password-reset`)
      asked.set('post /api/agents/{agent}/password-reset', reset)
      await ask('post', '/password-resets', '/password-resets', { email: 'dora@shop.test' })
      await ask('post', '/password-resets/open', '/password-resets/open', { token: ofLink(reset) })
      const set = { token: ofLink(reset), password: PASSWORD }
      await ask('post', '/password-resets/use', '/password-resets/use', set)
      const sales = await ask('post', '/departments', '/departments', { name: 'Sales', agents: [1] })
      await ask('patch', '/departments/{department}', `/departments/${String(sales.body['id'])}`, { name: 'Advice' })
      await ask('get', '/departments', '/departments')
      const policy = { distribution: 'round-robin', lastAgentFirst: true, acceptWithin: null }
      const limit = { agent: 1, capacity: { total: 3, kinds: { widget: 2 } } }
      const rule = { when: { waited: 5 }, priority: 2 }
      const one = { department: Number(sales.body['id']), policy }
      await ask('patch', '/routing', '/routing', { departments: [one], agents: [limit], priorities: [rule] })
      await ask('get', '/routing', '/routing')
      const times = {
        timeZone: 'UTC',
        days: { mon: [['09:00', '12:00']] },
        holidays: [{ date: '2026-12-24', name: 'Eve' }],
      }
      const place = `/departments/${String(sales.body['id'])}/hours`
      await ask('put', '/departments/{department}/hours', place, { hours: times })
      await ask('put', '/agents/{agent}/hours', '/agents/2/hours', { hours: times })
      await ask('get', '/hours', '/hours')
      await ask('get', '/live', '/live')
      const turn = await insertTurn(testServer, 1)
      const started = await ask('post', '/routing/replays', '/routing/replays', { priorities: [rule] })
      await ask('get', '/routing/replays/{replay}', `/routing/replays/${String(started.body['replay'])}`)
      await ask('get', '/routing/turns/{turn}', `/routing/turns/${turn}`)
      const canned = await ask('post', '/canned-answers', '/canned-answers', { title: 'Hi', text: 'Hi there' })
      await ask('patch', '/canned-answers/{canned}', `/canned-answers/${String(canned.body['id'])}`, { shortcut: 'hi' })
      await ask('get', '/canned-answers', '/canned-answers')
      const view = await ask('post', '/views', '/views', { name: 'Mail', view: 'all', filter: { unread: 'true' } })
      await ask('patch', '/views/{saved}', `/views/${String(view.body['id'])}`, { name: 'Post' })
      await ask('put', '/views/order', '/views/order', { views: [view.body['id']] })
      await ask('get', '/views', '/views')
      const vip = await ask('post', '/tags', '/tags', { name: 'VIP' })
      await ask('patch', '/tags/{tag}', `/tags/${String(vip.body['id'])}`, { colour: 'red' })
      await ask('get', '/tags', '/tags')
      await ask('get', '/settings', '/settings')
      await ask('patch', '/settings', '/settings', { safeUrl: ['shop.test'] })
      await ask('get', '/checklist', '/checklist')
      await ask('patch', '/checklist', '/checklist', { hidden: true })
      await send('put', '/settings/logo', '/settings/logo', 'logo.png')
      await ask('delete', '/settings/logo', '/settings/logo')
      await ask('get', '/chats', '/chats')
      await ask('post', '/chats/{chat}/accept', '/chats/1/accept', {})
      await ask('post', '/chats/{chat}/messages', '/chats/1/messages', { text: 'good day' })
      await ask('post', '/chats/{chat}/scheduled', '/chats/1/scheduled', { text: 'a moment', hold: 30_000 })
      const heldId = async () => (await ann.chat(1)).scheduled?.[0]?.id
      await ask('delete', '/chats/{chat}/scheduled/{message}', `/chats/1/scheduled/${await heldId()}`)
      await ann.call('POST', '/chats/1/scheduled', { text: 'at once', hold: 30_000 })
      await ask('post', '/chats/{chat}/scheduled/{message}/send', `/chats/1/scheduled/${await heldId()}/send`)
      await ask('post', '/chats/{chat}/snooze', '/chats/1/snooze', { until: null })
      await ask('post', '/chats/{chat}/wake', '/chats/1/wake')
      await ask('post', '/chats/{chat}/hand-over', '/chats/1/hand-over', { to: 2 })
      await ann.call('POST', '/chats/1/accept', { takeOver: true })
      await ask('put', '/chats/{chat}/offer', '/chats/1/offer', { to: 2, comment: 'knows refunds' })
      await ask('delete', '/chats/{chat}/offer', '/chats/1/offer')
      await ask('post', '/chats/{chat}/colleagues', '/chats/1/colleagues', { to: 2 })
      asked.set(
        'post /api/chats/{chat}/decline',
        await testServer.agent(BOB).call('POST', '/chats/1/decline', { reason: 'at lunch' }),
      )
      await ann.call('POST', '/chats/1/colleagues', { to: 2 })
      asked.set('post /api/chats/{chat}/join', await testServer.agent(BOB).call('POST', '/chats/1/join'))
      const steps = [{ type: 'note', text: 'a regular customer' }]
      const macroMade = await ask('post', '/macros', '/macros', { title: 'Note', steps })
      await ask('patch', '/macros/{macro}', `/macros/${String(macroMade.body['id'])}`, { shortcut: 'note' })
      await ask('get', '/macros', '/macros')
      const run = `/chats/1/macros/${String(macroMade.body['id'])}/run`
      await ask('post', '/chats/{chat}/macros/{macro}/run', run, {})
      const person = `/contacts/${(await ann.chat(1)).visitor.contact ?? 0}`
      await ask('get', '/contacts', '/contacts?q=v1')
      await ask('patch', '/contacts/{contact}', person, { name: 'Vera', fields: [{ title: 'Plan', content: 'Gold' }] })
      await ask('get', '/contacts/{contact}', person)
      await ask('post', '/contacts/import', '/contacts/import', {
        file: { key: 'people.csv', lines: 1 },
        lines: [{ line: 2, name: 'Ivy', email: 'ivy@x.test' }],
      })
      await ask('get', '/contacts/{contact}/chats', `${person}/chats`)
      await ask('get', '/contacts/{contact}/ratings', `${person}/ratings`)
      await testServer.visitor('v1 too', { email: 'v1@shop.test' }).writes('hello from my phone')
      const same = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === 'v1 too')?.visitor
      await ask('post', '/contacts/{contact}/merge', `${person}/merge`, { other: same?.contact, email: 'other' })
      const apart = await ask(
        'post',
        '/contacts/{contact}/visitors/{visitor}/apart',
        `${person}/visitors/${same?.number}/apart`,
      )
      await ask('delete', '/contacts/{contact}', `/contacts/${String(apart.body['contact'])}`)
      await ask('get', '/contacts/{contact}/history', `${person}/history`)
      await ask('post', '/contacts/{contact}/notes', `${person}/notes`, { text: 'likes tea' })
      await ask('get', '/contacts/{contact}/notes', `${person}/notes`)
      const toDo = await ask('post', '/contacts/{contact}/tasks', `${person}/tasks`, {
        text: 'send tea',
        assignee: 1,
        due: 1_790_000_000_000,
        chat: 1,
      })
      const ofTask = `/tasks/${String(toDo.body['id'])}`
      await ask('patch', '/tasks/{task}', ofTask, { done: true })
      await ask('get', '/tasks/{task}', ofTask)
      await ask('get', '/contacts/{contact}/tasks', `${person}/tasks`)
      await ask('get', '/tasks', '/tasks?state=done')
      await ask('get', '/tasks/count', '/tasks/count?until=1800000000000')
      await ask('delete', '/tasks/{task}', ofTask)
      await walkCalls(ask)
      await ask('post', '/chats/{chat}/notes', '/chats/1/notes', { text: 'a regular customer' })
      await ask('post', '/chats/{chat}/tags', '/chats/1/tags', { add: [vip.body['id']] })
      await send('post', '/chats/{chat}/files', '/chats/1/files', 'x.png')
      await send('post', '/chats/{chat}/uploads', '/chats/1/uploads', 'y.png')
      const price = await send('post', '/canned-answers/files', '/canned-answers/files', 'price.png')
      await ask('post', '/canned-answers', '/canned-answers', { title: 'P', text: 'P', files: [price.body['file']] })
      await ask('post', '/chats/{chat}/uploads/canned', '/chats/1/uploads/canned', { file: price.body['file'] })
      await testServer.settled()
      integrator.answers({ error: { code: 'blocked', message: 'This customer has left' } }, 200, 1)
      const { n } = (await ann.call('POST', '/chats/1/messages', { text: 'never' })).body as unknown as { n: number }
      await testServer.settled()
      await ask('post', '/chats/{chat}/messages/{n}/resend', `/chats/1/messages/${n}/resend`)
      await testServer.settled()
      await ask('get', '/chats/{chat}', '/chats/1')
      await ask('get', '/chats/{chat}/entries', '/chats/1/entries')
      await ask('get', '/chats/{chat}/earlier', '/chats/1/earlier')
      const card = { webhook: 1, name: 'CRM', to: 1, fields: [], link: 'https://crm.test/7', assignable: true }
      await testServer.services.commit({
        account: 1,
        target: { chat: 1 },
        command: { type: 'crm.answer', ...card, profile: {} },
      })
      await ask('post', '/chats/{chat}/assign', '/chats/1/assign', { link: card.link })
      await ask('post', '/chats/{chat}/leave', '/chats/1/leave')
      await ask('post', '/chats/{chat}/close', '/chats/1/close', { undoFor: 5000 })
      await ask('post', '/chats/{chat}/keep-open', '/chats/1/keep-open')
      await ask('post', '/chats/{chat}/close', '/chats/1/close')
      await ask('post', '/chats/{chat}/block', '/chats/1/block')
      await ask('post', '/chats/{chat}/unblock', '/chats/1/unblock')
      await ask('get', '/channels', '/channels')
      await ask('post', '/channels', '/channels', { name: 'New', header: { name: 'X-Key', value: 'v' } })
      await ask('get', '/channels/{channel}', '/channels/1')
      await ask('patch', '/channels/{channel}', '/channels/1', { chunked: true })
      await ask('post', '/channels/{channel}/rotate', '/channels/1/rotate')
      await ask('post', '/channels/{channel}/secret/rotate', '/channels/1/secret/rotate')
      await ask('get', '/channels/{channel}/secret', '/channels/1/secret')
      await ask('post', '/channels/{channel}/check', '/channels/1/check', {})
      const channel = { kind: 'telegram', name: 'Telegram', telegram: { token: bot.token } }
      const { id: telegramId } = (await ann.call('POST', '/channels', channel)).body
      await ask('post', '/channels/{channel}/telegram/check', `/channels/${String(telegramId)}/telegram/check`)
      await ask('get', '/channels/{channel}/notes', '/channels/1/notes')
      const log = await ask('get', '/channels/{channel}/deliveries', '/channels/1/deliveries?limit=2')
      const [first] = log.body['deliveries'] as unknown as { id: number }[]
      await ask('get', '/deliveries/{delivery}', `/deliveries/${first?.id}`)
      await ask('get', '/deliveries', '/deliveries?limit=2')
      await walkBots(ask)
      await walkWebhooks(ask)
      await testServer.settled()
      await ask('get', '/archive', '/archive?q=hello')
      await ask('get', '/archive/ratings', '/archive/ratings?q=hello')
      await ask('get', '/search', '/search?q=hello')
      await ask('get', '/search/chats', '/search/chats?q=hello')
      const left = await openPage(testServer, { visitor: 'left' })
      await left.ask({ t: 'offline', id: nextId(), contact: { email: 'left@shop.test' }, message: 'call me' })
      await left.close()
      const waiting = await ask('get', '/offline-messages', '/offline-messages?handled=false')
      const [message] = waiting.body['messages'] as unknown as { id: number }[]
      const handled = `/offline-messages/${message?.id}/handled`
      await ask('post', '/offline-messages/{message}/handled', handled, { handled: true })
      const page = await openPage(testServer, { visitor: 'asked' })
      const there = (await ask('get', '/visitors', '/visitors')).body['visitors'] as unknown as { visit: string }[]
      const visit = `/visitors/${there[0]?.visit}`
      await ask('get', '/visitors/{visit}/rules', `${visit}/rules`)
      await ask('post', '/visitors/{visit}/chat', `${visit}/chat`, { text: 'may I help?' })
      await page.close()
      const { visitor } = await ann.chat(1)
      await ask('delete', '/visitors/{visitor}', `/visitors/${visitor.number}`)
      await ask('get', '/visitors/{visitor}/erasure', `/visitors/${visitor.number}/erasure`)
    }

    async function walkCalls(
      ask: (method: string, path: string, url: string, body?: unknown) => Promise<Answer>,
    ): Promise<void> {
      await ask('get', '/me/calls', '/me/calls')
      await ask('put', '/me/calls', '/me/calls', { on: 'browser' })
      await ask('get', '/call-settings', '/call-settings')
      await ask('get', '/me/calls', '/me/calls')
      await ask('put', '/me/calls', '/me/calls', { on: 'browser' })
      await ask('patch', '/call-settings', '/call-settings', { fromPage: true })
      const trunk = { kind: 'udp', host: '127.0.0.1', port: 9, user: 'desk', password: 'secret', registers: true }
      await ask('put', '/call-trunk', '/call-trunk', trunk)
      await ask('get', '/call-trunk', '/call-trunk')
      await ask('post', '/call-trunk/test', '/call-trunk/test', { number: '+4930123456' })
      await ask('get', '/call-trunk/test', '/call-trunk/test')
      await ask('delete', '/call-trunk/test', '/call-trunk/test')
      await ask('delete', '/call-trunk', '/call-trunk')
      const provider = { accountSid: 'AC1', token: 'secret', number: '+4930111111', url: 'http://127.0.0.1:9' }
      await ask('put', '/call-provider', '/call-provider', provider)
      await ask('get', '/call-provider', '/call-provider')
      await ask('delete', '/call-provider', '/call-provider')
      const screen = await testServer.agent(ANN).connects()
      const me = { id: 1, name: 'Ann' }
      const declined = await insertCall(testServer, 1, 1, [me])
      await ask('post', '/calls/{call}/decline', `/calls/${declined}/decline`)
      await testServer.agent(BOB).call('POST', `/calls/${declined}/decline`)
      await screen.sees((frame) => frame.type === 'call' && frame.call.id === declined && frame.call.ended !== null)
      await ask('post', '/calls/{call}/handled', `/calls/${declined}/handled`)
      const call = `/calls/${await insertCall(testServer, 1, 1, [me])}`
      await ask('post', '/calls/{call}/accept', `${call}/accept`)
      await ask('post', '/calls/{call}/hold', `${call}/hold`, { on: true })
      await ask('post', '/calls/{call}/invite', `${call}/invite`, { agent: 2, handsOver: false })
      await ask('post', '/calls/{call}/uninvite', `${call}/uninvite`)
      await ask('post', '/calls/{call}/hang-up', `${call}/hang-up`, {})
      await ask('get', '/calls/{call}', call)
      await ask('get', '/calls', '/calls?chat=1')
      const recorded = await insertCall(testServer, 1, 1, [me], { records: true })
      await testServer.agent(ANN).call('POST', `/calls/${recorded}/accept`)
      await testServer.agent(ANN).call('POST', `/calls/${recorded}/hang-up`, {})
      const file = { type: 'call.finish' as const, recording: 'A'.repeat(22) }
      await testServer.services.callCommit.change(1, recorded, [file])
      await ask('get', '/calls/{call}/recording', `/calls/${recorded}/recording`)
      const broken = `/calls/${await insertCall(testServer, 1, 1, [me])}`
      await testServer.agent(ANN).call('POST', `${broken}/accept`)
      await ask('post', '/calls/{call}/trouble', `${broken}/trouble`, { why: 'media_unavailable' })
      await addTrunkElsewhere(testServer, 1)
      await testServer.agent(ANN).call('PATCH', '/call-settings', { countries: ['DE'] })
      const placed = await ask('post', '/calls', '/calls', { contact: 1, phone: '+49 30 123456' })
      const talks = Number(placed.body['id'])
      await testServer.services.callCommit.change(1, talks, [{ type: 'call.answered' }])
      await ask('post', '/calls/{call}/forward', `/calls/${talks}/forward`, { phone: '+49 30 654321' })
      screen.close()
    }

    async function walkBots(
      ask: (method: string, path: string, url: string, body?: unknown) => Promise<Answer>,
    ): Promise<void> {
      integrator.answers({})
      const authorization = { tokenUrl: `${integrator.url}/token`, clientId: 'desk', secret: 'a secret of the two' }
      const given = {
        name: 'Helper',
        providerId: 'helper',
        providerUrl: integrator.url,
        token: 'a-provider-token',
        channels: [1],
      }
      const { id } = (await ask('post', '/bots', '/bots', { ...given, authorization })).body as unknown as {
        id: number
      }
      await ask('patch', '/bots/{bot}', `/bots/${id}`, { authorization: null })
      await ask('get', '/bots', '/bots')
      await ask('get', '/bots/{bot}', `/bots/${id}`)
      const sandbox = (await ask('post', '/bots/{bot}/sandboxes', `/bots/${id}/sandboxes`)).body['id']
      await ask('post', '/bots/{bot}/sandboxes/{sandbox}', `/bots/${id}/sandboxes/${String(sandbox)}`, {
        event: 'CLIENT_MESSAGE',
        text: 'hello',
      })
      await ask('get', '/bots/{bot}/sandboxes/{sandbox}', `/bots/${id}/sandboxes/${String(sandbox)}`)
      await testServer.visitor('asks the bot').writes('hello')
      await testServer.settled()
      const log = await ask('get', '/bots/{bot}/deliveries', `/bots/${id}/deliveries`)
      const [told] = log.body['deliveries'] as unknown as { id: number }[]
      await ask('post', '/deliveries/{delivery}/replay', `/deliveries/${told?.id}/replay`)
    }

    async function walkAlerts(
      ask: (method: string, path: string, url: string, body?: unknown) => Promise<Answer>,
    ): Promise<void> {
      const { settings } = (await ask('get', '/me/alerts', '/me/alerts')).body
      await ask('put', '/me/alerts', '/me/alerts', settings)
      const browser = { key: 'k'.repeat(22), name: 'Firefox', permission: 'granted', subscription: null }
      const { id } = (await ask('put', '/me/alerts/devices', '/me/alerts/devices', browser)).body as unknown as {
        id: number
      }
      await ask('post', '/me/alerts/devices/{device}/test', `/me/alerts/devices/${id}/test`)
      await ask('get', '/me/alerts/log', '/me/alerts/log')
    }

    async function walkWebhooks(
      ask: (method: string, path: string, url: string, body?: unknown) => Promise<Answer>,
    ): Promise<void> {
      const { id } = (await ask('post', '/webhooks', '/webhooks', { url: `${integrator.url}/hook` }))
        .body as unknown as {
        id: number
      }
      const url = `/webhooks/${id}`
      await ask('get', '/webhooks', '/webhooks')
      await ask('get', '/webhooks/{webhook}', url)
      await ask('patch', '/webhooks/{webhook}', url, { name: 'CRM' })
      await ask('post', '/webhooks/{webhook}/secret', `${url}/secret`)
      await ask('post', '/webhooks/{webhook}/stream', `${url}/stream`)
      await ask('post', '/webhooks/{webhook}/test', `${url}/test`, { event: 'chat_accepted' })
      await ask('post', '/webhooks/{webhook}/replay', `${url}/replay`, { from: 0 })
      await ask('get', '/webhooks/{webhook}/deliveries', `${url}/deliveries`)
    }

    test('every answer has the shape in the document', async () => {
      const live = await testServer.agent(BOB).connects()
      live.send({ type: 'follow', chat: 1, after: 0 })
      // One of the requests creates chat 1. After that, the request to follow it is not refused.
      await live.sees(({ type }) => type === 'refused')
      await walk()
      for (const [path, methods] of Object.entries(document.paths))
        for (const [method, { responses }] of Object.entries(methods)) {
          const [status, shape] = promised(responses) ?? []
          if (status === undefined || shape === undefined) continue
          const answer = asked.get(`${method} ${path}`)
          assert.ok(answer, `nothing here asks ${method} ${path}`)
          assert.equal(answer.status, Number(status), `${method} ${path}: ${answer.text}`)
          const name = shape.$ref?.split('/').at(-1) ?? ''
          const schema = SHAPES[name]
          assert.ok(schema, `${method} ${path} has no named shape`)
          const checker = Compile(schema)
          assert.deepEqual(checker.Errors(answer.body), [], `${method} ${path}: ${answer.text}`)
        }
      const frame = Compile(ServerFrame)
      const kinds = new Set(live.frames.map(({ type }) => type))
      for (const one of live.frames) assert.deepEqual(frame.Errors(one), [], JSON.stringify(one))
      for (const type of ['welcome', 'chat', 'presence', 'stale', 'call', 'refused'] as const)
        assert.ok(kinds.has(type), type)
      live.close()
    })

    test('the document is OpenAPI 3.1 with all its references, and its page shows all of it', async () => {
      assert.equal(document.openapi, '3.1.0')
      const text = JSON.stringify(document)
      for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
        assert.ok(document.components?.schemas?.[name ?? ''], name)
      const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
      assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
      const page = await testServer.ask('/api')
      assert.equal(page.status, 200)
      for (const { operationId, summary } of operations) {
        assert.ok(summary.length > 0 && page.text.includes(`id="${operationId}"`), operationId)
      }
      assert.doesNotMatch(page.text, /<script|\s(?:style|on\w+)=/)
      const links = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
      for (const id of links) assert.ok(page.text.includes(`id="${id}"`), id)
    })
  })

function promised(responses: AgentApi['paths'][string][string]['responses']): [string, Shape] | undefined {
  for (const [status, { content }] of Object.entries(responses)) {
    const shape = content?.['application/json']?.schema
    if (status.startsWith('2') && shape) return [status, shape]
  }
  return undefined
}

/** A PNG of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
