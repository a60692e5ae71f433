import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, before, describe, mock, test } from 'node:test'
import { inspect } from 'node:util'
import { AWAY, STILL_AWAY } from '../server/chats.ts'
import { openAll, piece, TOKEN, type Asked } from './open.ts'

const log: string[] = []
before(() => void mock.method(console, 'error', (...said: unknown[]) => void log.push(inspect(said))))
after(() => {
  assert.ok(log.some((line) => line.includes('The model gave no answer')))
  for (const line of log) assert.ok(!line.includes(TOKEN) && !line.includes(KEY), `a secret in the log: ${line}`)
})

const KEY = 'sk-for-tests'
const open: Awaited<ReturnType<typeof openAll>>[] = []
afterEach(async () => {
  for (const all of open.splice(0)) await all.close()
})
async function start(settings: Parameters<typeof openAll>[0] = {}) {
  const all = await openAll(settings)
  open.push(all)
  return all
}

const turnsOf = (asked: { body: { messages: { role: string; content: string }[] } }) =>
  asked.body.messages.slice(1).map(({ role, content }) => `${role}: ${content}`)

for (const stream of [false, true]) {
  describe(stream ? 'with a stream' : 'without a stream', () => {
    test('the model’s answer reaches the visitor, and the model receives the conversation', async () => {
      const all = await start({ stream, key: KEY })
      await all.writes('Is it dimmable?')
      const first = await all.asked.next()
      assert.equal(first.request.headers.authorization, `Bearer ${KEY}`)
      assert.equal(first.request.url, '/v1/chat/completions')
      assert.equal(first.body.model, 'small')
      assert.equal(first.body.stream, stream)
      assert.match(first.body.messages[0]?.content ?? '', /^Be nice\.[\s\S]*hand_over[\s\S]*\[HANDOVER\]/)
      assert.equal(first.body.tools?.[0]?.function.name, 'hand_over')
      first.says('# Yes\nIt **is**, see [here](https://shop.test/moon) – für 5 €.')
      const { event, client_id, chat_id, id, message } = await all.told.next()
      assert.deepEqual({ event, client_id, chat_id }, { event: 'BOT_MESSAGE', client_id: '7', chat_id: '1' })
      assert.ok(id)
      assert.equal(message?.type, 'MARKDOWN')
      assert.equal(message.content, '**Yes**\nIt **is**, see [here](https://shop.test/moon) – für 5 €.')
      assert.equal(message.text, 'Yes\nIt is, see here (https://shop.test/moon) – für 5 €.')
      assert.ok(Math.abs(Date.now() / 1000 - message.timestamp) < 10)

      await all.writes('Thanks')
      assert.deepEqual(turnsOf(await all.asked.next()), [
        'user: Is it dimmable?',
        'assistant: **Yes**\nIt **is**, see [here](https://shop.test/moon) – für 5 €.',
        'user: Thanks',
      ])
    })

    const rows: [string, string, string | undefined][] = [
      ['the marker', '[HANDOVER]', undefined],
      ['the marker in bold, with words after it', ' **[Handover]** The customer is angry.', undefined],
      ['the marker after words', 'One moment, please. [HANDOVER]', 'One moment, please.'],
      ['nothing', '', undefined],
      ['only space', ' \n\t', undefined],
      ['only thoughts', '<think>What could I say? The', undefined],
      ['a call written into the text', '<tool_call>{"name": "hand_over"}</tool_call>', undefined],
    ]
    for (const [what, said, read] of rows) {
      test(`the model answers with ${what}: an agent is called`, async () => {
        const all = await start({ stream })
        await all.writes('Help me')
        const asked = await all.asked.next()
        asked.says(said)
        if (read) assert.equal((await all.told.next()).message?.content, read)
        const { event, client_id, chat_id, message } = await all.told.next()
        assert.deepEqual([event, client_id, chat_id, message], ['INVITE_AGENT', '7', '1', undefined])
      })
    }

    test('the model’s reasoning is removed', async () => {
      const all = await start({ stream })
      await all.writes('Hi')
      const asked = await all.asked.next()
      asked.says('A greeting. I greet back.</think>\n\nHello!')
      assert.equal((await all.told.next()).message?.content, 'Hello!')
    })
  })
}

describe('an agent is called', () => {
  test('by a tool call', async () => {
    const all = await start()
    await all.writes('A person, please')
    const call = { id: 'c', type: 'function', function: { name: 'hand_over', arguments: '{}' } }
    const message = { role: 'assistant', content: null, tool_calls: [call] }
    const asked = await all.asked.next()
    asked.fails(200, JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] }))
    assert.equal((await all.told.next()).event, 'INVITE_AGENT')
  })

  test('by a tool call that is streamed in pieces, after words', async () => {
    const all = await start({ stream: true })
    await all.writes('A person, please')
    const call = (index: number, of: object) => piece({ tool_calls: [{ index, function: of }] })
    const asked = await all.asked.next()
    asked.streams(
      { choices: [], usage: {} },
      piece({ role: 'assistant', content: 'I will ' }),
      piece({ content: 'ask.' }),
      call(0, { name: 'other' }),
      call(1, { name: 'hand_' }),
      call(1, { name: 'over', arguments: '' }),
      call(0, { arguments: '{' }),
      call(1, { arguments: '{}' }),
      piece({}, 'tool_calls'),
    )
    assert.equal((await all.told.next()).message?.content, 'I will ask.')
    assert.equal((await all.told.next()).event, 'INVITE_AGENT')
  })

  const failures: Record<string, (asked: Asked) => void> = {
    'answers 500': (asked) => asked.fails(500),
    'answers 401': (asked) => asked.fails(401, 'no'),
    'hangs up': ({ response }) => response.destroy(),
    'answers with no JSON': (asked) => asked.fails(200, '<html>'),
    'answers with other JSON': (asked) => asked.fails(200, '[]'),
    'answers without a choice': (asked) => asked.fails(200, '{"choices":[]}'),
    'sends elsewhere': ({ response }) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
    'streams no JSON': (asked) => asked.streams('{"choices":[{', '[DONE]'),
    'streams an error': (asked) => asked.streams(piece({ content: 'Well' }), { error: { message: 'out of memory' } }),
    'ends a stream early': (asked) => asked.streams(piece({ content: 'Well, the' })),
    'hangs up in a stream': ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(piece({ content: 'Well' }))}\n\n`, () => response.destroy())
    },
    'streams a line without end': ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('x'.repeat(300 * 1024))
    },
  }
  for (const [what, fail] of Object.entries(failures)) {
    test(`when the model ${what}`, async () => {
      const all = await start({ stream: true })
      await all.writes('Hello?')
      fail(await all.asked.next())
      const { event, message } = await all.told.next()
      assert.deepEqual([event, message], ['INVITE_AGENT', undefined])
    })
  }

  test('when the model cannot be reached', async () => {
    const all = await start()
    await all.modelIsGone()
    await all.writes('Hello?')
    assert.equal((await all.told.next()).event, 'INVITE_AGENT')
  })

  for (const [what, begin] of [
    ['says nothing', ''],
    ['stops in the middle of a stream', `data: ${JSON.stringify(piece({ content: 'Well' }))}\n\n`],
  ] as const) {
    test(`when the model ${what}; the request is then aborted`, async () => {
      const all = await start({ stream: true, deadline: 100 })
      await all.writes('Hello?')
      const { response } = await all.asked.next()
      const left = once(response, 'close')
      if (begin) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(begin)
      assert.equal((await all.told.next()).event, 'INVITE_AGENT')
      await left
    })
  }

  test('when Deskbell does not accept an answer', async () => {
    const all = await start()
    all.deskbellRefuses(400)
    await all.writes('Hello?')
    ;(await all.asked.next()).says('Hello!')
    assert.equal((await all.told.next()).event, 'BOT_MESSAGE')
    assert.equal((await all.told.next()).event, 'INVITE_AGENT')
  })
})

describe('order', () => {
  test('messages that arrive while the model works are answered together, and other chats do not wait', async () => {
    const all = await start()
    await all.writes('One')
    const first = await all.asked.next()
    await all.writes('Two')
    await all.writes('Three')
    await all.writes('Elsewhere', '2')
    const other = await all.asked.next()
    assert.deepEqual(turnsOf(other), ['user: Elsewhere'])
    other.says('There')
    assert.equal((await all.told.next()).chat_id, '2')
    assert.equal(all.asked.unread(), 0)
    first.says('First')
    assert.equal((await all.told.next()).message?.text, 'First')
    assert.deepEqual(turnsOf(await all.asked.next()), ['user: One', 'assistant: First', 'user: Two\nThree'])
  })

  test('messages before an agent is called are not sent to the model', async () => {
    const all = await start()
    await all.writes('A person')
    const first = await all.asked.next()
    await all.writes('Are you there?')
    first.says('[HANDOVER]')
    assert.equal((await all.told.next()).event, 'INVITE_AGENT')
    await all.tells('AGENT_UNAVAILABLE')
    assert.equal((await all.told.next()).message?.text, AWAY)
    await all.writes('vera@example.com')
    assert.deepEqual(turnsOf(await all.asked.next()), [
      'user: A person\nAre you there?',
      `assistant: ${AWAY}`,
      'user: vera@example.com',
    ])
    assert.equal(all.asked.all.length, 2)
  })

  test('a repeated event is not answered again', async () => {
    const all = await start()
    const fields = { id: 'the-same', message: { type: 'TEXT', text: 'Once', timestamp: 1 } }
    for (let i = 0; i < 3; i++) assert.equal((await all.tells('CLIENT_MESSAGE', fields)).status, 200)
    ;(await all.asked.next()).says('Yes')
    await all.told.next()
    await all.writes('And then?')
    assert.deepEqual(turnsOf(await all.asked.next()), ['user: Once', 'assistant: Yes', 'user: And then?'])
  })

  test('a request that a busy server refused is repeated unchanged', async () => {
    const all = await start()
    all.deskbellRefuses(503)
    await all.writes('Hello?')
    ;(await all.asked.next()).says('Hello!')
    const [first, second] = [await all.told.next(), await all.told.next()]
    assert.equal(first.body, second.body)
    assert.equal(first.key, second.key)
    assert.equal(first.key, first.id)
  })
})

describe('agents', () => {
  test('when an agent joins, the model is aborted and the conversation is dropped', async () => {
    const all = await start({ stream: true })
    await all.writes('A secret')
    const { response } = await all.asked.next()
    const left = once(response, 'close')
    await all.writes('Another')
    assert.equal((await all.tells('AGENT_JOINED')).status, 200)
    await left
    await all.writes('A new chat')
    const asked = await all.asked.next()
    assert.deepEqual(turnsOf(asked), ['user: A new chat'])
    asked.says('Good day')
    assert.equal((await all.told.next()).message?.text, 'Good day')
    assert.equal(all.told.all.length, 1)
  })

  test('when no agent is available, the visitor is told, in other words the second time, and the bot continues', async () => {
    const all = await start()
    await all.tells('AGENT_UNAVAILABLE')
    const { message, client_id, chat_id } = await all.told.next()
    assert.deepEqual([message?.type, message?.text, client_id, chat_id], ['TEXT', AWAY, '7', '1'])
    await all.tells('AGENT_UNAVAILABLE')
    assert.equal((await all.told.next()).message?.text, STILL_AWAY)
    await all.writes('Well then')
    const asked = await all.asked.next()
    assert.deepEqual(turnsOf(asked), ['user: Well then'], 'a conversation begins with the visitor')
    asked.says('I try.')
    assert.equal((await all.told.next()).message?.text, 'I try.')
  })

  test('after a 403 the bot may not write in the chat, and drops it', async () => {
    const all = await start()
    all.deskbellRefuses(403)
    await all.writes('Hello?')
    ;(await all.asked.next()).says('Too late')
    await all.told.next()
    await all.tells('CHAT_RATED') // by then the bot has read the response
    await all.writes('Another day')
    assert.deepEqual(turnsOf(await all.asked.next()), ['user: Another day'])
    assert.equal(all.told.all.length, 1)
  })
})

describe('a model without tools', () => {
  test('is called without them, from then on', async () => {
    const all = await start()
    await all.writes('Hello?')
    ;(await all.asked.next()).fails(400, '{"error":{"message":"small does not support tools"}}')
    const second = await all.asked.next()
    assert.equal(second.body.tools, undefined)
    second.says('Hello!')
    await all.told.next()
    await all.writes('And now?')
    assert.equal((await all.asked.next()).body.tools, undefined)
  })

  test('that fails for another reason is called with them again', async () => {
    const all = await start()
    await all.writes('Hello?')
    ;(await all.asked.next()).fails(400, '{"error":{"message":"this function is out of order"}}')
    ;(await all.asked.next()).fails(500)
    assert.equal((await all.told.next()).event, 'INVITE_AGENT')
    await all.writes('And now?')
    assert.ok((await all.asked.next()).body.tools)
  })

  test('a server that does not stream as requested, and one that streams unrequested', async () => {
    const silent = await start({ stream: true })
    await silent.writes('Hello?')
    ;(await silent.asked.next()).fails(200, '{"choices":[{"message":{"content":"In one"}}]}')
    assert.equal((await silent.told.next()).message?.text, 'In one')
    const eager = await start({ stream: false })
    await eager.writes('Hello?')
    ;(await eager.asked.next()).streams(piece({ content: 'In ' }), piece({ content: 'two' }, 'stop'))
    assert.equal((await eager.told.next()).message?.text, 'In two')
  })
})

describe('the endpoint for Deskbell', () => {
  test('invalid requests are refused with a reason, and the bot keeps running', async () => {
    const all = await start()
    const door = `/desk/${TOKEN}`
    const event = {
      event: 'CLIENT_MESSAGE',
      id: '1',
      client_id: '7',
      chat_id: '1',
      message: { type: 'TEXT', text: 'Hi' },
    }
    const right = JSON.stringify(event)
    const rows: [string, string, string, number, string][] = [
      ['POST', '/', right, 404, 'invalid_request'],
      ['POST', '//', right, 404, 'invalid_request'],
      ['POST', '/desk/', right, 404, 'invalid_request'],
      ['POST', `${door}/more`, right, 404, 'invalid_request'],
      ['POST', '/desk/another-token-for-tests', right, 401, 'invalid_client'],
      ['POST', `${door}x`, right, 401, 'invalid_client'],
      ['PUT', door, right, 405, 'invalid_request'],
      ['POST', door, '', 400, 'invalid_request'],
      ['POST', door, 'nonsense', 400, 'invalid_request'],
      ['POST', door, 'null', 400, 'invalid_request'],
      ['POST', door, `[${right}]`, 400, 'invalid_request'],
      ['POST', door, JSON.stringify({ ...event, chat_id: undefined }), 400, 'invalid_request'],
      ['POST', door, JSON.stringify({ ...event, chat_id: ['1'] }), 400, 'invalid_request'],
      ['POST', door, JSON.stringify({ ...event, message: null }), 400, 'invalid_request'],
      ['POST', door, JSON.stringify({ ...event, message: { text: 5 } }), 400, 'invalid_request'],
      ['POST', door, ' '.repeat(300 * 1024), 413, 'invalid_request'],
    ]
    for (const [method, path, body, status, code] of rows) {
      const answer = await fetch(all.url + path, { method, body })
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      assert.deepEqual([answer.status, error.code], [status, code], `${method} ${path} ${body.slice(0, 100)}`)
      assert.ok(error.message)
    }
    const unknown = await all.tells('CHAT_RATED', { more: true })
    assert.deepEqual([unknown.status, await unknown.json()], [200, { result: 'ok' }])
    assert.equal(all.asked.unread(), 0)
    const taken = await fetch(all.url + door, { method: 'POST', body: right })
    assert.deepEqual([taken.status, await taken.json()], [200, { result: 'ok' }], 'a refused event was not processed')
    assert.deepEqual(turnsOf(await all.asked.next()), ['user: Hi'])
  })
})
