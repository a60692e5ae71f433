import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import type { AgentApi } from '@deskbell/protocol/documents/agent-api'
import { createWebhook } from '../../src/settings/webhooks.ts'
import { testKinds } from '../db.ts'
import { ANN, tokenOf, type TestServer } from '../test-server.ts'
import { addAgent, SERVER_URL, enter, PASSWORD, startServer } from './servers.ts'

const NEW_PASSWORD = 'another long password'
const SIGNED_OUT = 4001
const RESUME = 4002

/** Credentials that give an agent or a program access. Written by hand; `anew`: it closes and may open again. */
const EXPECTED = `
                            session socket other other-socket token token-socket device stream link
the own password            stays   stays  ends  ends         ends  ends         ends   stays  stays
the own one, keeping tokens stays   stays  ends  ends         stays stays        ends   stays  stays
the own one, by a token     ends    ends   ends  ends         ends  ends         ends   stays  stays
a password set by an owner  ends    ends   ends  ends         ends  ends         ends   stays  stays
a link of an owner used     ends    ends   ends  ends         ends  ends         ends   stays  stays
removal of the agent        ends    ends   ends  ends         ends  ends         ends   stays  ends
the own token ended         stays   stays  stays stays        ends  ends         stays  stays  stays
a token ended by an owner   stays   stays  stays stays        ends  ends         stays  stays  stays
signing out                 ends    ends   stays stays        stays stays        stays  stays  stays
another role                stays   anew   stays anew         stays anew         stays  stays  stays
the password confirmed      stays   stays  stays stays        stays stays        stays  stays  stays
`

interface Person {
  id: number
  email: string
  cookie: string
  call: Awaited<ReturnType<typeof enter>>['call']
  byToken: ReturnType<TestServer['agent']>['call']
  token: number
}

interface Event {
  title: string
  /** The operation that causes it. */
  operation: string
  act(person: Person, testServer: TestServer): Promise<{ status: number; text: string }>
}

const EVENTS: Event[] = [
  {
    title: 'the own password',
    operation: 'put /api/me/password',
    act: ({ call }) => call('PUT', '/me/password', { current: PASSWORD, password: NEW_PASSWORD }),
  },
  {
    title: 'the own one, keeping tokens',
    operation: 'put /api/me/password',
    act: ({ call }) => call('PUT', '/me/password', { current: PASSWORD, password: NEW_PASSWORD, keepTokens: true }),
  },
  {
    title: 'the own one, by a token',
    operation: 'put /api/me/password',
    act: ({ byToken }) => byToken('PUT', '/me/password', { current: PASSWORD, password: NEW_PASSWORD }),
  },
  {
    title: 'a password set by an owner',
    operation: 'patch /api/agents/{agent}',
    act: async ({ id }, testServer) =>
      (await enter(testServer, ANN)).call('PATCH', `/agents/${id}`, { password: NEW_PASSWORD }),
  },
  {
    title: 'a link of an owner used',
    operation: 'post /api/agents/{agent}/password-reset',
    async act({ id }, testServer) {
      const made = await (await enter(testServer, ANN)).call('POST', `/agents/${id}/password-reset`)
      const token = /#([\w-]+)/.exec(made.text)?.[1]
      return testServer.ask('/api/password-resets/use', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SERVER_URL },
        body: JSON.stringify({ token, password: NEW_PASSWORD }),
      })
    },
  },
  {
    title: 'removal of the agent',
    operation: 'delete /api/agents/{agent}',
    act: ({ id }, testServer) => testServer.agent(ANN).call('DELETE', `/agents/${id}`),
  },
  {
    title: 'the own token ended',
    operation: 'delete /api/me/tokens/{token}',
    act: ({ call, token }) => call('DELETE', `/me/tokens/${token}`),
  },
  {
    title: 'a token ended by an owner',
    operation: 'delete /api/agents/{agent}/tokens/{token}',
    act: ({ id, token }, testServer) => testServer.agent(ANN).call('DELETE', `/agents/${id}/tokens/${token}`),
  },
  { title: 'signing out', operation: 'delete /api/session', act: ({ call }) => call('DELETE', '/session') },
  {
    title: 'another role',
    operation: 'patch /api/agents/{agent}',
    act: async ({ id }, testServer) => (await enter(testServer, ANN)).call('PATCH', `/agents/${id}`, { role: 'admin' }),
  },
  {
    title: 'the password confirmed',
    operation: 'post /api/session/confirm',
    act: ({ call }) => call('POST', '/session/confirm', { password: PASSWORD }),
  },
]

/** Operations on agents that end no credentials, with the reason. A new one needs a row above or a reason here. */
const HARMLESS: Record<string, string> = {
  'post /api/session': 'makes a session; the one before in that browser ends, which T22 and T27 test',
  'patch /api/me': 'a name',
  'put /api/me/presence': 'a switch',
  'put /api/me/calls': 'where calls ring',
  'put /api/me/photo': 'a picture',
  'delete /api/me/photo': 'a picture',
  'put /api/me/alerts': 'how the agent is alerted',
  'put /api/me/alerts/devices': 'a browser in which the agent is signed in',
  'delete /api/me/alerts/devices/{device}': 'it ends alerts in a browser and no session',
  'post /api/me/alerts/devices/{device}/test': 'an alert',
  'post /api/me/tokens': 'makes a token',
  'post /api/agents': 'makes an agent',
  'put /api/agents/{agent}/hours': 'when the agent works',
}

/** Columns with secrets, and the access that each gives. A new one needs a column above or a reason here. */
const SECRETS: Record<string, string> = {
  'agent.password_hash': 'the events above change it',
  'session.hash': 'session, other',
  'alert_device.session_hash': 'names the session that ends it; opens nothing',
  'api_token.hash': 'token',
  'webhook.stream_hash': 'stream',
  'invitation.hash': 'makes an agent, once',
  'password_reset.hash': 'sets a password, once; ends with the password',
  'delivery.token': 'names the lease of a delivery inside the server; opens nothing',
  'contact_import_line.hash': 'tells whether a line of an imported file has come before; opens nothing',
  'rating_request.hash': 'rates one chat of a visitor, for 30 days; opens nothing else',
  'rating_request.address_hash': 'tells whether an address was asked before; opens nothing',
  'idempotency.hash': 'tells whether two bodies are equal; opens nothing',
}
const OF_INTEGRATORS = new Set(['bot', 'call_provider', 'call_trunk', 'channel', 'webhook', 'visitor', 'widget'])

type State = 'stays' | 'ends' | 'anew'

for (const kind of testKinds())
  suite(`credentials and what ends them, ${kind}`, () => {
    let testServer: TestServer
    let streamToken: string
    before(async () => {
      testServer = await startServer({
        kind,
        env: { PUBLIC_URL: SERVER_URL, TRUST_PROXY: '127.0.0.1' },
        limits: { signInPerAddress: 0.055 },
      })
      const { db, settingsContext, directory } = testServer.services
      const webhook = await db.transaction((tx) =>
        createWebhook(settingsContext, tx, 1, { name: 'CRM', url: 'http://127.0.0.1:9/' }),
      )
      await directory.refresh()
      const made = await testServer.agent(ANN).call('POST', `/webhooks/${webhook}/stream`)
      streamToken = made.body['token'] ?? ''
      const form = new FormData()
      form.set('file', new Blob([Buffer.from(PICTURE, 'base64')]), 'ann.png')
      const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
      const photo = await testServer.ask('/api/me/photo', { method: 'PUT', headers, body: form })
      assert.equal(photo.status, 200, photo.text)
    })
    after(() => testServer.close())

    const [head = '', ...rows] = EXPECTED.trim().split('\n')
    const columns = head.trim().split(/\s+/)
    const expectedOf = (title: string): Record<string, string> => {
      const row = rows.find((one) => one.startsWith(`${title} `)) ?? assert.fail(`${title} has no row`)
      const states = row.slice(title.length).trim().split(/\s+/)
      return Object.fromEntries(columns.map((name, i) => [name, states[i] ?? '']))
    }

    async function open(headers: Record<string, string>) {
      const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}/api/socket`, { headers })
      const closed = new Promise<number>((resolve) => socket.on('close', resolve))
      const pongs = new Set<() => void>()
      await new Promise<void>((resolve, reject) => {
        socket.on('error', reject)
        socket.on('message', (data: Buffer) => {
          if (data.includes('"welcome"')) resolve()
          if (data.includes('"pong"')) for (const heard of pongs) heard()
        })
      })
      return async (): Promise<State> => {
        const pong = new Promise<'stays'>((resolve) => pongs.add(() => resolve('stays')))
        // A ping that arrives while the server reads the session is not answered.
        let isOver = false
        const ask = () => {
          if (isOver || socket.readyState !== WebSocket.OPEN) return
          socket.send('{"type":"ping"}')
          testServer.clock.after(100, ask)
        }
        ask()
        const late = new Promise<never>((_, reject) =>
          testServer.clock.after(5000, () => reject(new Error('neither a pong nor the end within five seconds'))),
        )
        const said = await Promise.race([pong, closed, late])
        isOver = true
        socket.terminate()
        if (said === 'stays') return said
        assert.ok(said === SIGNED_OUT || said === RESUME, `closed with ${said}`)
        return said === RESUME ? 'anew' : 'ends'
      }
    }

    const stateOf = (isOpen: boolean): State => (isOpen ? 'stays' : 'ends')

    for (const [i, { title, act }] of EVENTS.entries())
      test(`T50 what ends with ${title}`, async () => {
        const agent = await addAgent(testServer, `agent${'abcdefghij'[i]}@shop.test`)
        const [signedIn, other] = [await enter(testServer, agent.email), await enter(testServer, agent.email)]
        const authorization = `Bearer ${tokenOf(agent.email)}`
        const sockets = {
          socket: await open({ cookie: signedIn.cookie, origin: SERVER_URL }),
          'other-socket': await open({ cookie: other.cookie, origin: SERVER_URL }),
          'token-socket': await open({ authorization }),
        }
        const [token] = (await agent.call('GET', '/me/tokens')).body['tokens'] as unknown as { id: number }[]
        const people = (await agent.call('GET', '/agents')).body['agents'] as unknown as { photo: string | null }[]
        const link = testServer.url + new URL(people.find(({ photo }) => photo)?.photo ?? '').pathname
        const stream = await openStream()

        const person = { ...agent, ...signedIn, byToken: agent.call, token: token?.id ?? 0 }
        const answer = await act(person, testServer)
        assert.ok(answer.status < 300, answer.text)

        const states: Record<string, string> = {}
        for (const [name, look] of Object.entries(sockets)) states[name] = await look()
        const opens = async (headers: Record<string, string>) =>
          stateOf((await testServer.ask('/api/me', { headers })).status === 200)
        states['session'] = await opens({ cookie: signedIn.cookie })
        states['other'] = await opens({ cookie: other.cookie })
        states['token'] = await opens({ authorization })
        states['link'] = stateOf((await fetch(link)).status === 200)
        states['stream'] = stateOf(await stream())
        states['device'] = stateOf(await isKnown(agent.email, other.device, `192.0.2.${i + 1}`))
        assert.deepEqual(Object.fromEntries(columns.map((name) => [name, states[name]])), expectedOf(title))
      })

    /** Whether the event stream is still open, and whether it can be opened again. */
    async function openStream() {
      const headers = { authorization: `Bearer ${streamToken}` }
      const giveUp = new AbortController()
      const stream = await fetch(`${testServer.url}/api/events`, { headers, signal: giveUp.signal })
      assert.equal(stream.status, 200)
      const reader = stream.body?.getReader()
      let ended = false
      const read = async () => {
        for (;;) if ((await reader?.read())?.done !== false) return
      }
      read().then(
        () => (ended = true),
        () => (ended = true),
      )
      return async () => {
        const again = await testServer.ask('/api/events?limit=1', {
          headers: { ...headers, accept: 'application/json' },
        })
        const isOpen = !ended && again.status === 200
        giveUp.abort()
        return isOpen
      }
    }

    /**
     * Whether a known device can still sign in when its address has no attempts left: devices are counted separately.
     */
    async function isKnown(email: string, device: string, address: string): Promise<boolean> {
      const guess = async (cookie?: string) => {
        const answer = await testServer.ask('/api/session', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': address,
            ...(cookie !== undefined && { cookie }),
          },
          body: JSON.stringify({ email, password: 'not the password' }),
        })
        return answer.status
      }
      for (let i = 0; i < 10; i++) assert.equal(await guess(), 401)
      assert.equal(await guess(), 429)
      const status = await guess(device)
      assert.ok([401, 429].includes(status), String(status))
      return status === 401
    }

    test('T50 every row has its event, and every operation on people its row or its reason', async () => {
      assert.deepEqual(
        rows.map((row) => row.split(/ {2,}| (?=stays|ends)/)[0]),
        EVENTS.map(({ title }) => title),
      )
      const document = (await testServer.ask('/api/openapi.json')).body as unknown as AgentApi
      const known = new Set([...EVENTS.map(({ operation }) => operation), ...Object.keys(HARMLESS)])
      const there = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods)
          .filter((method) => method !== 'get' && /^\/api\/(?:session|me|agents)(?:\/|$)/.test(path))
          .map((method) => `${method} ${path}`),
      )
      assert.deepEqual(there.toSorted(), [...known].toSorted())
    })

    test('T50 every secret that grants access has its column', async () => {
      const columns = await testServer.services.db.query<{ place: string }>(secretColumns, [])
      const ours = columns.map(({ place }) => place).filter((place) => !OF_INTEGRATORS.has(place.split('.')[0] ?? ''))
      const expected = Object.keys(SECRETS).filter((place) => !OF_INTEGRATORS.has(place.split('.')[0] ?? ''))
      assert.deepEqual(ours.toSorted(), expected.toSorted())
      const signedIn = await testServer.ask('/api/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SERVER_URL },
        body: JSON.stringify({ email: ANN, password: PASSWORD }),
      })
      const names = signedIn.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
      assert.deepEqual(names, ['deskbell', 'deskbell_device'])
    })
  })

const secretColumns = {
  name: 'test_secret_columns',
  text: `select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = current_schema() and column_name ~ 'hash|secret|token|password'`,
}

/** A PNG of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
