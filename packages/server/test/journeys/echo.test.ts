import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer, type Received } from '../integrator-server.ts'

const HEADER = 'Basic c2hvcDpwbGFudGVkL2hlYWRlcitzZWNyZXQ='
const PASSWORD = 'planted/header+secret'
const SIGNING = `whsec_${Buffer.from('planted, a secret of 32 bytes! +').toString('base64')}`
const WEBHOOK = `whsec_${Buffer.from('another planted secret, 32 bytes').toString('base64')}`

const formsOf = (secrets: string[]) =>
  secrets.flatMap((secret) => [
    secret,
    secret.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ])
/** All secrets that the integrator and its CRM know, in every encoding. */
const ECHO = formsOf([HEADER.slice(6), PASSWORD, SIGNING.slice(6)]).join(' ')
const ECHO_OF_CRM = formsOf([WEBHOOK.slice(6)]).join(' ')
const forms = `${ECHO} ${ECHO_OF_CRM}`.split(' ')

for (const kind of testKinds())
  describe(`an integrator whose answers repeat the request, ${kind}`, () => {
    let clock: HandClock
    let integrator: IntegratorServer
    let testServer: TestServer
    before(async () => {
      clock = handClock()
      integrator = await startIntegratorServer({ clock })
      testServer = await startTestServer({
        kind,
        clock,
        channel: {
          serverUrl: `${integrator.url}/chat`,
          secret: SIGNING,
          header: { name: 'authorization', value: HEADER },
        },
        webhooks: [{ name: 'CRM', url: `${integrator.url}/crm`, secret: WEBHOOK }],
      })
    })
    after(async () => {
      await testServer.close()
      await integrator.close()
    })

    const answers = (status: number, body: (request: Received) => unknown) =>
      integrator.behaves((request, response) => {
        if (request.path === '/crm') return void response.writeHead(200).end(JSON.stringify({ result: ECHO_OF_CRM }))
        response.writeHead(status, ECHO.slice(0, 200), {
          'content-type': 'application/json',
          'x-asked': request.headers.join(' | ').replaceAll(/[^\x20-\x7e]/g, ''),
          'x-echo': ECHO,
        })
        response.end(JSON.stringify(body(request)))
      })

    const bodies: [string, number, (request: Received) => unknown][] = [
      ['in a body that is taken', 200, ({ headers }) => ({ result: 'ok', headers, note: ECHO, crm: ECHO })],
      [
        'in the message of an error',
        200,
        ({ headers }) => ({ error: { code: 'x', message: `${headers.join()} ${ECHO}` } }),
      ],
      ['in the message of an error, first of all', 200, () => ({ error: { code: PASSWORD, message: PASSWORD } })],
      ['in the code of an error', 400, () => ({ error: { code: PASSWORD } })],
      ['in a text that is no object', 500, ({ headers }) => `${headers.join()} ${ECHO}`],
      ['in an answer to be tried later', 503, () => ({ error: { code: 'rate_limited', message: ECHO } })],
    ]
    for (const [what, status, body] of bodies)
      test(`A27 T15 the secret header and the signing secrets are stored nowhere: ${what}`, async () => {
        answers(status, body)
        const customer = `customer ${what}`
        await testServer.visitor(customer).writes('hi')
        const chat = (await testServer.agent().chats()).find((one) => one.visitor.id === customer)
        assert.ok(chat)
        await testServer.agent().accepts(chat.id)
        await testServer.agent().writes(chat.id, 'hello')
        // The clock moves while a delivery is under way, so that each attempt ends and the next one starts.
        for (let quiet = 0; quiet < 3; quiet = testServer.services.worker.leased === 0 ? quiet + 1 : 0) {
          await new Promise((resolve) => setTimeout(resolve, 8))
          await clock.move(250)
        }
        await testServer.settled()

        const log = await testServer.agent().call('GET', `/deliveries?chat=${chat.id}`)
        const deliveries = log.body['deliveries'] as unknown as { id: number }[]
        assert.ok(deliveries.length >= 2)
        const shown = [log.text]
        for (const { id } of deliveries) shown.push((await testServer.agent().call('GET', `/deliveries/${id}`)).text)
        assert.match(shown.join(), /••••/)
        shown.push(JSON.stringify(await testServer.agent().entries(chat.id)))
        for (const table of ['delivery', 'attempt', 'entry', 'chat', 'channel', 'webhook', 'channel_note'])
          shown.push(JSON.stringify(await testServer.services.db.query(dump(table), [])))
        for (const form of forms) for (const text of shown) assert.ok(!text.includes(form), around(text, form))
      })

    test('A27 T15 the check of the server URL does not show them', async () => {
      for (const [, status, body] of bodies) {
        answers(status, body)
        const { text } = await testServer.agent().call('POST', '/channels/1/check', {})
        for (const form of forms) assert.ok(!text.includes(form), around(text, form))
      }
    })
  })

const dump = (table: string) => ({ name: `test_dump_${table}`, text: `select t::text as row from ${table} t` })

function around(text: string, form: string): string {
  const at = text.indexOf(form)
  return `${form} in ${text.slice(Math.max(0, at - 120), at + form.length + 40)}`
}
