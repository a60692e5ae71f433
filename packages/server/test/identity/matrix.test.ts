import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { FRAME_MAY } from '@deskbell/protocol/agent/frame-may'
import { ROUTES } from '@deskbell/protocol/agent/routes'
import { API_PREFIX, type Route } from '@deskbell/protocol/agent/routes/route'
import { ClientFrame, type ServerFrame } from '@deskbell/protocol/agent/socket'
import type { AgentApi } from '@deskbell/protocol/documents/agent-api'
import { makeHandles } from '../../src/channels/widget/handle.ts'
import { CALLERS, toMatrix, type Caller, type MatrixRow } from '../../src/identity/matrix.ts'
import { toPermissionsPage } from '../../src/identity/matrix-docs.ts'
import { BODIES } from '../agent-api/bodies.ts'
import { addAgent, enter, startServer } from '../agent-api/servers.ts'
import { nextId, openPage, WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { insertMacro } from '../macros/insert.ts'
import { ANN, tokenOf, type Answer, type TestServer } from '../test-server.ts'

const MATRIX = toMatrix()
/** Long enough that nothing has it. */
const UNKNOWN = '987654321'
/** A chat is named, and for some routes something within it, which these requests do not always name. */
const NAMES_A_CHAT = /:(?:chat|message|visit)\b/
/** What a request would end for those after it: sessions, and the agents who call. */
const ENDS = new Set(['DELETE /api/session'])

test('T18 docs/permissions.md is what the code says', () => {
  const page = readFileSync(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8')
  assert.equal(page, toPermissionsPage(), 'print it: node packages/server/src/identity/matrix-docs.ts')
})

test('T18 every frame that an agent may send has a permission', () => {
  assert.deepEqual(
    Object.keys(FRAME_MAY).toSorted(),
    ClientFrame.anyOf.map((one) => one.properties.type.const as string).toSorted(),
  )
})

for (const kind of testKinds())
  suite(`the permission matrix, ${kind}`, () => {
    let testServer: TestServer
    let objects: Record<string, number | string>
    let page: Awaited<ReturnType<typeof openPage>>
    /** By API token and by session. */
    const callers = new Map<Caller, { call: Call; signedIn: Call }>()
    type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

    before(async () => {
      testServer = await startServer({ kind, channel: { serverUrl: 'http://127.0.0.1:9/' }, channels: [WIDGET] })
      const { services } = testServer
      const people = {
        agent: await addAgent(testServer, 'agent@shop.test'),
        assigned: await addAgent(testServer, 'assigned@shop.test'),
        holder: await addAgent(testServer, 'holder@shop.test'),
        admin: await addAgent(testServer, 'admin@shop.test', 'admin'),
        owner: testServer.agent(ANN),
      }
      const [ann, near] = [testServer.agent(ANN), [people.assigned.id, people.holder.id]]
      for (const { id } of services.directory.channels(1))
        assert.equal((await ann.call('PATCH', `/channels/${id}`, { agents: near })).status, 200)
      await testServer.visitor('v1').writes('hello')
      page = await openPage(testServer, { visitor: 'onsite' })
      await page.ask({ t: 'offline', id: nextId(), contact: { email: 'left@shop.test' }, message: 'left' })
      const left = (await ann.call('GET', '/offline-messages')).body as unknown as { messages: { id: number }[] }
      const chat = (await ann.chats()).find(({ visitor }) => visitor.id === 'v1')?.id ?? 0
      await people.holder.accepts(chat)
      const visit = makeHandles(services.keys)({
        account: 1,
        channelId: services.directory.channelByPublicId(WIDGET_ID)?.id ?? 0,
        tab: 'visit-0001',
        from: { address: '127.0.0.1', userAgent: '' },
      })
      const macro = await insertMacro(testServer, 1, 'Hello')
      objects = { chat, n: 1, visit, macro, message: left.messages[0]?.id ?? 0 }
      const anonymous = (method: string, path: string) => testServer.ask(`/api${path}`, { method })
      callers.set('none', { call: anonymous, signedIn: anonymous })
      for (const [caller, { email, call }] of Object.entries(people) as [
        Exclude<Caller, 'none'>,
        typeof people.owner,
      ][])
        callers.set(caller, { call, signedIn: (await enter(testServer, email)).call })
    })
    after(async () => {
      await page.close()
      await testServer.close()
    })

    /** The routes with their rows, in the order of the declarations; those that end an object last. */
    function rows(): { route: Route; row: MatrixRow }[] {
      const all = Object.values<Route>(ROUTES).map((route) => {
        const row = MATRIX.find(({ what }) => what === `${route.method} ${API_PREFIX}${route.path}`)
        assert.ok(row, route.path)
        return { route, row }
      })
      return all.toSorted((a, b) => Number(a.route.method === 'DELETE') - Number(b.route.method === 'DELETE'))
    }
    const fill = (path: string, ids: Record<string, number | string>) =>
      path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? UNKNOWN))

    async function bodies(): Promise<(route: Route) => unknown> {
      const document = (await testServer.ask('/api/openapi.json')).body as unknown as AgentApi
      return ({ method, path }) => {
        const { operationId } =
          document.paths[API_PREFIX + path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
        return operationId === undefined ? undefined : BODIES[operationId]
      }
    }

    test('T18 T17 every route does for each caller what the matrix says', async () => {
      const bodyOf = await bodies()
      const wrong: string[] = []
      for (const { route, row } of rows())
        for (const caller of CALLERS) {
          const { call } = callers.get(caller)!
          const body = bodyOf(route)
          const isNear = NAMES_A_CHAT.test(route.path)
          // A session is ended by its own agent alone.
          if (ENDS.has(row.what) && row.access[caller] === 'yes') continue
          const send = async (ids: Record<string, number | string>) => {
            if (route.form && caller !== 'none') return sendForm(route.method, fill(route.path, ids), caller)
            return call(route.method, fill(route.path, ids), route.body ? (body ?? {}) : undefined)
          }
          const answer = await send(isNear ? objects : {})
          const problem = judge(row, { answer, caller, isNear, route })
          if (problem) wrong.push(`${caller}: ${row.what}: ${problem} (${answer.status} ${answer.text.slice(0, 120)})`)
        }
      assert.deepEqual(wrong, [])
    })

    function sendForm(method: string, path: string, caller: Caller): Promise<Answer> {
      const form = new FormData()
      form.set('file', new Blob(['x']), 'x.txt')
      const email = caller === 'owner' ? ANN : `${caller}@shop.test`
      return testServer.ask(`/api${path}`, {
        method,
        body: form,
        headers: { authorization: `Bearer ${tokenOf(email)}` },
      })
    }

    interface Judged {
      answer: Answer
      caller: Caller
      isNear: boolean
      route: Route
    }
    function judge(row: MatrixRow, { answer, caller, isNear, route }: Judged): string | undefined {
      const { status } = answer
      const { code } = (answer.body['error'] ?? {}) as unknown as { code?: string }
      if (row.access[caller] === 'no') {
        const refused = caller === 'none' ? 401 : isNear && route.may !== 'open' ? 404 : 403
        return status === refused ? undefined : `is not refused with ${refused}`
      }
      if (status >= 500) return 'failed'
      if (status === 401 && route.may !== 'open') return 'is refused as not signed in'
      // Other rules refuse, too: a password is needed (the next test), or no agent may do it to themselves.
      if (row.password === 'never' && code === 'session_required') return 'needs a password'
      if (status === 403 && code === 'forbidden' && /Your role does not allow/.test(answer.text)) return 'is refused'
      if (status === 404 && isNear && (route.path.match(/:/g) ?? []).length === 1) return 'is not found'
      return undefined
    }

    test('T50 a route needs a password that was just given as the matrix says, so an API token cannot use it', async () => {
      const agent = testServer.services.directory.agents(1).find(({ email }) => email === 'agent@shop.test')?.id ?? 0
      const { call, signedIn } = callers.get('owner')!
      // What needs none was called with API tokens above.
      for (const { route, row } of rows().filter((one) => one.row.password === 'always')) {
        const path = fill(route.path, { agent })
        const body = route.body ? { name: 'mine' } : undefined
        assert.match((await call(route.method, path, body)).text, /session_required/, row.what)
        const done = await signedIn(route.method, path, body)
        assert.ok(done.status < 300, `${row.what}: ${done.text}`)
      }
    })

    test('T18 T21 every frame does for each caller what the matrix says', async () => {
      const sample: Record<ClientFrame['type'], object> = {
        follow: { after: 0 },
        unfollow: {},
        typing: { on: true },
        read: { n: 1, received: 1 },
        look: {},
        alerted: { alert: '00000000-0000-4000-8000-000000000000', step: 'shown' },
        signal: { call: 1_000_000, to: 'visitor', signal: { kind: 'ready' } },
        ping: {},
      }
      for (const type of Object.keys(FRAME_MAY) as ClientFrame['type'][]) {
        const row = MATRIX.find(({ what }) => what === `frame ${type}`)
        // There is no such call, for whomever.
        const others = type === 'signal' ? ['not_found'] : []
        for (const caller of CALLERS.filter((one) => one !== 'none')) {
          const email = caller === 'owner' ? ANN : `${caller}@shop.test`
          const screen = await testServer.agent(email).connects()
          const chat = ['alerted', 'signal', 'ping'].includes(type) ? {} : { chat: objects['chat'] }
          screen.send({ type, ...chat, ...sample[type] })
          screen.send({ type: 'ping' })
          await screen.sees((frame) => frame.type === 'pong')
          const refused = screen.frames.find(
            (frame): frame is ServerFrame & { type: 'refused' } => frame.type === 'refused',
          )
          // The chat was closed by the requests above or, without them, is held by an agent: no matter of the role.
          const isRefused = refused !== undefined && !['closed', 'taken', ...others].includes(refused.code)
          assert.equal(isRefused, row?.access[caller] === 'no', `${caller}: ${type} ${refused?.code}`)
          screen.close()
        }
      }
    })

    test('T18 a bot’s token, a channel’s secret and a wrong token open no route and no socket', async () => {
      const made = await testServer.agent(ANN).call('POST', '/bots', {
        name: 'Helper',
        providerId: 'helper',
        providerUrl: 'http://127.0.0.1:9/',
        token: 'the-token-of-a-provider',
      })
      assert.equal(made.status, 201, made.text)
      for (const token of ['the-token-of-a-provider', 'deskbell_wrong_0123456789abcdef']) {
        const headers = { authorization: `Bearer ${token}` }
        for (const { route } of rows()) {
          if (route.may === 'open') continue
          const answer = await testServer.ask(`/api${fill(route.path, objects)}`, { method: route.method, headers })
          assert.equal(answer.status, 401, `${route.method} ${route.path}`)
        }
      }
    })
  })
