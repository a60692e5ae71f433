import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCompletion } from '../server/completion.ts'
import { readEvents } from '../server/stream.ts'

async function* inPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(piece)
}

async function eventsOf(...pieces: Uint8Array[]): Promise<string[]> {
  const events: string[] = []
  for await (const event of readEvents(inPieces(...pieces))) events.push(event)
  return events
}

const WIRE = [
  ': a comment',
  'data: {"text":"für 5 € 🙂"}',
  '',
  'event: message',
  'id: 7',
  'data:no space',
  ':',
  'data:  two',
  'data',
  '',
  '',
  'retry: 5',
  '',
  'data: [DONE]',
  '',
  '',
]
const EVENTS = ['{"text":"für 5 € 🙂"}', 'no space\n two', '[DONE]']

describe('server-sent events', () => {
  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    const bytes = Buffer.from(WIRE.join(end))

    test(`lines that end with ${name}, cut anywhere`, async () => {
      assert.deepEqual(await eventsOf(bytes), EVENTS)
      for (let at = 0; at <= bytes.length; at++)
        assert.deepEqual(await eventsOf(bytes.subarray(0, at), bytes.subarray(at)), EVENTS, `cut at ${at}`)
      assert.deepEqual(await eventsOf(...[...bytes].map((byte) => Uint8Array.of(byte))), EVENTS, 'byte by byte')
    })
  }

  test('the last event without its empty line, without any end, and with a BOM before the first', async () => {
    assert.deepEqual(await eventsOf(Buffer.from('\ufeffdata: 1\n\ndata: 2\n')), ['1', '2'])
    assert.deepEqual(await eventsOf(Buffer.from('data: 1\n\ndata: 2')), ['1', '2'])
    assert.deepEqual(await eventsOf(Buffer.from('data: 1\r\n\r\ndata: 2\r')), ['1', '2'])
    assert.deepEqual(await eventsOf(Buffer.from('')), [])
  })
})

describe('a completion in pieces', () => {
  const read = (...events: string[]) =>
    readCompletion(inPieces(Buffer.from(events.map((e) => `data: ${e}\n\n`).join(''))))
  const delta = (of: object) => JSON.stringify({ choices: [{ delta: of }] })

  test('bytes after the end are ignored', async () => {
    const { text } = await read(delta({ content: 'yes' }), '[DONE]', 'garbage')
    assert.equal(text, 'yes')
    const end = '{"choices":[{"delta":{"content":"!"},"finish_reason":"stop"}]}'
    assert.equal((await read(delta({ content: 'yes' }), end, 'garbage')).text, 'yes!')
  })

  test('pieces of other shapes are ignored', async () => {
    const odd = ['{}', '{"choices":null}', '{"choices":[null]}', '{"choices":[{"delta":null}]}']
    const { text, tools } = await read(
      ...odd,
      delta({ content: null, tool_calls: null }),
      delta({ content: ['no'], tool_calls: [null, {}, { function: 'no' }, { function: { name: 5 } }] }),
      delta({ tool_calls: [{ function: { name: 'without_number' } }, { index: 1e9, function: { name: 'far' } }] }),
      '[DONE]',
    )
    assert.equal(text, '')
    assert.deepEqual([...tools.values()], ['without_number', 'far'])
  })
})
