import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { CheckResult } from '@deskbell/protocol/agent/channel'
import { statement } from '../../src/db/statement.ts'
import { rereadSettings } from '../changed-settings.ts'
import { testKinds } from '../db.ts'
import { BOB, PUBLIC_ID, startTestServer, type Answer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type Behaviour, type IntegratorServer } from '../integrator-server.ts'
import { forbiddenUrls } from '../targets.ts'

const CLOSED = 'http://127.0.0.1:9/chat'

for (const kind of testKinds())
  suite(`the check of a channel's server URL, ${kind}`, () => {
    let front: IntegratorServer
    let other: IntegratorServer
    let testServer: TestServer
    before(async () => {
      front = await startIntegratorServer()
      other = await startIntegratorServer()
      testServer = await startTestServer({
        kind,
        channel: { serverUrl: `${front.url}/chat`, header: { name: 'x-key', value: 'of-the-integrator' } },
        channels: [{ kind: 'api', name: 'Quiet', serverUrl: `${front.url}/quiet` }],
      })
    })
    afterEach(async () => {
      await testServer.agent().call('PATCH', '/channels/1', { anySuccess: false, chunked: false })
      front.requests.length = 0
    })
    after(async () => {
      await testServer.close()
      await front.close()
      await other.close()
    })

    const answering =
      (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
      (_request, response) =>
        void response.writeHead(status, headers).end(body)
    const error = (code: string, message: string): string => JSON.stringify({ error: { code, message } })
    async function checks(answer?: Behaviour, channel = 1, body: object = {}): Promise<CheckResult> {
      if (answer) front.next(answer)
      const checked = await testServer.agent().call('POST', `/channels/${channel}/check`, body)
      assert.equal(checked.status, 200, checked.text)
      return checked.body as unknown as CheckResult
    }
    const named = (body: string): unknown => JSON.parse(body).recipient.id

    test('A20 A21 without a visitor the request names an invented one, and its refusal is reported as unclear', async () => {
      for (const answer of [error('recipient_not_found', 'Who is this?'), error('17', 'No such user')]) {
        const result = await checks(answering(200, answer), 2)
        assert.deepEqual([result.ok, result.outcome, result.finding], [false, 'unclear', 'customer_unknown'])
        assert.deepEqual([result.recipient, result.isCustomer], ['deskbell-check', false])
        assert.match(result.sent, /typeout\) for the made-up visitor deskbell-check was posted to http:.*\/quiet\//)
        assert.match(result.cause, /made-up/)
      }
    })

    test('A20 A22 the request names the visitor of the newest chat, and an ok means that messages arrive', async () => {
      await testServer.visitor('first').writes('Hello')
      await testServer.visitor('second').writes('Hello')
      await testServer.settled()
      front.requests.length = 0
      const result = await checks()
      const [request] = front.requests
      assert.equal(front.requests.length, 1)
      assert.equal(request?.path, `/chat/${PUBLIC_ID}`)
      assert.deepEqual(JSON.parse(request?.body ?? ''), {
        sender: { name: 'Deskbell', photo: '' },
        recipient: { id: 'second' },
        message: { type: 'typeout' },
      })
      assert.deepEqual([result.ok, result.outcome, result.finding], [true, 'good', 'delivered'])
      assert.deepEqual([result.recipient, result.isCustomer, result.status], ['second', true, 200])
      assert.deepEqual(
        [result.url, result.publicId, result.setting],
        [`${front.url}/chat/${PUBLIC_ID}`, PUBLIC_ID, null],
      )
      assert.equal(
        result.sent,
        `A typing notification (typeout) for the visitor second was posted to ${front.url}/chat/${PUBLIC_ID}. The end of this address, ${PUBLIC_ID}, is the channel’s public id: it is added to the server URL.`,
      )
      assert.equal(named(result.request.body), 'second')
    })

    test('A20 the request never names a visitor of another channel or an erased one, and names none to another host', async () => {
      assert.equal((await checks(undefined, 2)).recipient, 'deskbell-check')
      assert.equal((await checks(undefined, 1, { serverUrl: `${front.url}/new` })).recipient, 'second')
      const elsewhere = await checks(undefined, 1, { serverUrl: `${other.url}/chat` })
      assert.deepEqual([elsewhere.recipient, elsewhere.isCustomer], ['deskbell-check', false])
      assert.equal(named(other.requests.at(-1)?.body ?? ''), 'deskbell-check')
      await testServer.visitor('third').writes('Hello')
      const [chat] = (await testServer.agent().chats()).filter(({ visitor }) => visitor.id === 'third')
      const erased = await testServer.agent().call('DELETE', `/visitors/${chat?.visitor.number}`)
      assert.equal(erased.status, 200, erased.text)
      assert.equal((await checks()).recipient, 'second')
    })

    test('A23 the verdict has the code and the message of the error', async () => {
      const said = async (body: string) => (await checks(answering(200, body))).verdict
      const bad = 'Messages that are answered like this do not count as delivered.'
      assert.equal(await said(error('17', 'Not now')), `Status 200 with the error 17: “Not now”. ${bad}`)
      assert.equal(await said('{"error":"Not now"}'), `Status 200 with an error without a code: “Not now”. ${bad}`)
      assert.equal(await said('{}'), `Status 200. ${bad}`)
    })

    type Row = [
      title: string,
      answer: Behaviour,
      finding: string,
      setting: string | null,
      cause: RegExp,
      advice: RegExp,
    ]
    const ROWS: Row[] = [
      [
        'A23 a refusal',
        answering(200, error('recipient_blocked', 'She left')),
        'refused',
        null,
        /refused it/,
        /Look up/,
      ],
      ['A23 a refusal by 422', answering(422, error('7', 'No')), 'refused', null, /refused it/, /Look up/],
      ['A26 try later', answering(200, error('rate_limited', 'Slow')), 'try_later', null, /tried later/, /limit/],
      ['A26 429', answering(429), 'try_later', null, /tried later/, /limit/],
      ['A22 no result', answering(200, '<html>'), 'no_result', 'anySuccess', /no \{"result"/, /any 2xx answer/],
      ['A21 404', answering(404, 'no'), 'not_found', 'serverUrl', /public id Ab3dEf6hIj was added/, /No setting/],
      [
        'A21 404 with an error',
        answering(404, error('nope', 'No such route')),
        'not_found',
        'serverUrl',
        /public id Ab3dEf6hIj was added/,
        /behind it/,
      ],
      ['405', answering(405), 'wrong_method', 'serverUrl', /does not take POST/, /behind it/],
      ['401', answering(401), 'not_allowed', 'header', /asks for a key/, /signing secret/],
      ['403', answering(403, error('forbidden', 'No')), 'not_allowed', 'header', /signature/, /header of your own/],
      [
        'A29 a redirect',
        answering(301, '', { location: 'https://shop.test/' }),
        'redirected',
        'serverUrl',
        /not followed/,
        /redirect ends/,
      ],
      ['500', answering(500, 'oops'), 'server_failed', null, /failed/, /log of your server/],
      ['400', answering(400), 'not_accepted', null, /did not accept/, /"result":"ok"/],
    ]
    for (const [title, answer, finding, setting, cause, advice] of ROWS)
      test(`${title} is not ok, and the result says the cause and the setting that helps`, async () => {
        const result = await checks(answer)
        assert.deepEqual([result.ok, result.outcome, result.finding], [false, 'bad', finding])
        assert.equal(result.setting, setting)
        assert.match(result.cause, cause)
        assert.match(result.advice, advice)
        assert.match(result.verdict, new RegExp(`^Status ${result.status}`))
        assert.match(result.verdict, /do not count as delivered\.$/)
      })

    test('A26 an error that agents do not see is reported as unclear', async () => {
      const result = await checks(answering(200, error('typing_unsupported', 'no typing')))
      assert.deepEqual([result.ok, result.outcome, result.finding], [false, 'unclear', 'not_supported'])
      assert.equal(result.code, 'typing_unsupported')
    })

    test('A22 with the switch any 2xx answer is ok, and the result says that it is the switch', async () => {
      await testServer.agent().call('PATCH', '/channels/1', { anySuccess: true })
      const result = await checks(answering(204))
      assert.deepEqual([result.ok, result.finding, result.setting], [true, 'taken_by_switch', 'anySuccess'])
    })

    test('A28 for a server that refuses chunked requests, the setting is named only while it is on', async () => {
      assert.equal((await checks(answering(400))).finding, 'not_accepted')
      await testServer.agent().call('PATCH', '/channels/1', { chunked: true })
      for (const status of [400, 411, 501]) {
        const result = await checks(answering(status))
        assert.deepEqual([result.ok, result.finding, result.setting], [false, 'chunked_refused', 'chunked'])
      }
    })

    test('A24 without an answer, the result has the reason', async () => {
      const result = await checks(undefined, 1, { serverUrl: CLOSED })
      assert.deepEqual([result.ok, result.finding, result.setting], [false, 'no_answer', 'serverUrl'])
      assert.deepEqual([result.status, result.response], [null, null])
      assert.match(result.verdict, /^No answer: .+ do not count as delivered\.$/)
      assert.ok(result.reason.length > 5 && result.cause.includes(result.reason))
    })

    test('A27 the result does not contain the secret header', async () => {
      const { text } = await testServer.agent().call('POST', '/channels/1/check', {})
      assert.ok(!text.includes('of-the-integrator'))
      front.next(answering(200, error('of-the-integrator', 'of-the-integrator')))
      const echoed = await testServer.agent().call('POST', '/channels/1/check', {})
      assert.ok(!echoed.text.includes('of-the-integrator'), echoed.text)
    })

    test('an agent may not check a channel', async () => {
      assert.equal((await testServer.agent(BOB).call('POST', '/channels/1/check', {})).status, 403)
    })
  })

const plant = statement('test_plant_server_url', 'update channel set server_url = $2 where account_id = 1 and id = $1')

for (const kind of testKinds())
  suite(`forbidden server URLs of channels, ${kind}`, () => {
    let canary: IntegratorServer
    let testServer: TestServer
    before(async () => {
      canary = await startIntegratorServer()
      testServer = await startTestServer({ kind, env: { ALLOW_TARGETS: '' } })
    })
    after(async () => {
      await testServer.close()
      await canary.close()
    })
    const checks = (body: object) => testServer.agent().call('POST', '/channels/1/check', body)
    const fieldOf = ({ body }: Answer) => (body['error'] as { field: string } | undefined)?.field

    test('T13 A20 the check refuses each internal address, in any spelling, and connects to none', async () => {
      for (const serverUrl of forbiddenUrls(canary.port)) {
        const answer = await checks({ serverUrl })
        assert.deepEqual([answer.status, fieldOf(answer)], [400, '/serverUrl'], `${serverUrl} ${answer.text}`)
      }
      assert.equal(canary.connections(), 0)
    })

    test('T13 A20 the check refuses a saved server URL that is no longer allowed', async () => {
      await testServer.services.db.query(plant, [1, `http://127.0.0.1:${canary.port}/chat`])
      await rereadSettings(testServer)
      const answer = await checks({})
      assert.deepEqual([answer.status, fieldOf(answer)], [400, '/serverUrl'], answer.text)
      assert.equal(canary.connections(), 0)
    })
  })
