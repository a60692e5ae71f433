import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startReceiver, type ReceivedSpan } from './receiver.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

for (const kind of testKinds())
  suite(`traces, ${kind}`, () => {
    let receiver: Awaited<ReturnType<typeof startReceiver>>
    let integrator: Awaited<ReturnType<typeof startIntegratorServer>>
    let testServer: TestServer
    before(async () => {
      receiver = await startReceiver()
      integrator = await startIntegratorServer()
      testServer = await startTestServer({
        kind,
        channel: { serverUrl: `${integrator.url}/chat` },
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-team=shop' },
      })
    })
    after(async () => {
      await testServer.close()
      await integrator.close()
      await receiver.close()
    })
    const named = (name: string): ReceivedSpan => receiver.spans.find((one) => one.name === name) ?? assert.fail(name)

    test('R33 a trace follows an agent’s message from its request to the last attempt at its delivery', async () => {
      await testServer.visitor('traced').writes('hello')
      const [chat] = await testServer.agent().chats()
      assert.ok(chat)
      await testServer.agent().accepts(chat.id)
      await testServer.settled()
      const before = integrator.requests.length
      integrator.behaves((_request, response) => void response.writeHead(500).end(), 1)
      const sent = await testServer.agent().call(
        'POST',
        `/chats/${chat.id}/messages`,
        { text: 'traced' },
        {
          traceparent: `00-${TRACE}-${CALLER}-01`,
        },
      )
      assert.equal(sent.status, 200, sent.text)
      await testServer.settled()
      // The batches of spans are sent when the server ends.
      await testServer.stop()

      const ours = receiver.spans.filter(({ traceId }) => traceId === TRACE)
      const request = ours.find(({ name }) => name === 'POST /api/chats/:chat/messages') ?? assert.fail('no request')
      assert.equal(request.parentSpanId, CALLER)
      assert.equal(request.attributes['http.response.status_code'], 200)
      const commit = ours.find(({ name, parentSpanId }) => name === 'commit' && parentSpanId === request.spanId)
      assert.ok(commit)
      assert.equal(commit.attributes['deskbell.command'], 'agent.write')
      const attempts = ours.filter(({ name }) => name === 'deliver agent_message')
      assert.deepEqual(
        attempts.map(({ parentSpanId, attributes }) => [
          parentSpanId,
          attributes['deskbell.attempt'],
          attributes['deskbell.outcome'],
        ]),
        [
          [commit.spanId, 1, 'retry'],
          [commit.spanId, 2, 'ok'],
        ],
      )
      const told = integrator.requests.slice(before).map((one) => one.header('traceparent'))
      assert.deepEqual(
        told,
        attempts.map(({ spanId }) => `00-${TRACE}-${spanId}-01`),
      )
    })

    test('R33 spans name routes and numbers, and nothing of what people wrote', () => {
      assert.equal(named('POST /:random/:publicId').attributes['http.route'], '/:random/:publicId')
      assert.doesNotMatch(JSON.stringify(receiver.spans), /hello|traced"|shop\.test|Bearer/)
      assert.ok(receiver.headers.every((one) => (one as Record<string, unknown>)['x-team'] === 'shop'))
    })
  })

for (const kind of testKinds())
  test(`R33 an attempt of the process after a restart belongs to the trace of the message, ${kind}`, async (t) => {
    const [receiver, integrator] = await Promise.all([startReceiver(), startIntegratorServer()])
    const options = {
      kind,
      channel: { serverUrl: `${integrator.url}/chat` },
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
    }
    const first = await startTestServer(options)
    await first.visitor('traced').writes('hello')
    const [chat] = await first.agent().chats()
    assert.ok(chat)
    await first.agent().accepts(chat.id)
    await first.settled()
    integrator.behaves((_request, response) => void response.writeHead(500).end(), 1)
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
    await first.agent().call('POST', `/chats/${chat.id}/messages`, { text: 'over a restart' }, headers)
    await integrator.receives('over a restart')
    await first.stop()
    const next = await startTestServer({ ...options, place: first.place })
    t.after(async () => {
      await next.close()
      await integrator.close()
      await receiver.close()
    })
    await integrator.receives('over a restart')
    await next.settled()
    await next.stop()
    const ours = receiver.spans.filter(({ traceId }) => traceId === TRACE)
    const commit = ours.find(({ name }) => name === 'commit') ?? assert.fail('no commit')
    const attempts = ours.filter(({ name }) => name === 'deliver agent_message')
    assert.deepEqual(
      attempts.map(({ parentSpanId, attributes }) => [parentSpanId, attributes['deskbell.attempt']]),
      [
        [commit.spanId, 1],
        [commit.spanId, 2],
      ],
    )
  })

test('R33 while the receiver is away, messages are carried as ever, the log says so, and the server ends in time', async () => {
  const lines: string[] = []
  const testServer = await startTestServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    onLog: (line) => lines.push(line),
  })
  assert.equal((await testServer.visitor('lonely').writes('hello')).status, 200)
  // The library tries for some seconds.
  const isTold = () => lines.some((line) => line.includes('traces could not be sent'))
  await soon(isTold, 30_000)
  assert.equal((await testServer.visitor('lonely').writes('again')).status, 200)
  const began = performance.now()
  await testServer.close()
  assert.ok(performance.now() - began < 8000, `${performance.now() - began} ms`)
})

test('R33 without a receiver nothing is traced, and integrators get no header of it', async () => {
  const integrator = await startIntegratorServer()
  const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
  await testServer.visitor('plain').writes('hello')
  const [chat] = await testServer.agent().chats()
  assert.ok(chat)
  await testServer.agent().accepts(chat.id)
  await testServer.agent().writes(chat.id, 'not traced')
  await testServer.settled()
  assert.ok(integrator.requests.length > 0)
  for (const one of integrator.requests) assert.equal(one.header('traceparent'), undefined)
  await testServer.close()
  await integrator.close()
})
