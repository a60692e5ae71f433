import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { agentMessage, AgentMessage, type OutgoingMedia } from './agent.ts'
import { FILE_TYPES } from './media.ts'
import { AgentTyping, agentTyping } from './typing.ts'

const message = { id: 'm', text: 'hi' }

test('A30 an unset name or photo is an empty string, and a photo is an absolute http(s) URL', () => {
  for (const sender of [{}, { name: null, photo: null }, { name: '', photo: '' }]) {
    assert.deepEqual(agentMessage({ sender, recipient: 'a', message }).sender, { name: '', photo: '' })
  }
  for (const photo of [
    '/files/ann.png',
    'ann.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '//x.test/a',
  ]) {
    assert.equal(agentMessage({ sender: { name: 'Ann', photo }, recipient: 'a', message }).sender.photo, '', photo)
  }
  for (const photo of ['https://desk.test/ann.png', 'http://localhost:4000/ann.png']) {
    assert.equal(agentMessage({ sender: { name: 'Ann', photo }, recipient: 'a', message }).sender.photo, photo)
  }
})

test('A8 the recipient is the sender id, unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      assert.equal(JSON.parse(JSON.stringify(agentMessage({ sender: {}, recipient: id, message }))).recipient.id, id)
    }),
  )
})

const optional = fc.record(
  {
    thumb: fc.constant('https://x.test/t.jpg'),
    emoji: fc.constant('😀'),
    duration: fc.integer({ min: 1 }),
    width: fc.integer({ min: 1 }),
    height: fc.integer({ min: 1 }),
    performer: fc.string({ maxLength: 20 }),
    title: fc.string({ maxLength: 20 }),
  },
  { requiredKeys: [] },
)
const outgoing = fc.oneof(
  fc
    .tuple(fc.constantFrom(...FILE_TYPES), optional)
    .map(([kind, rest]): OutgoingMedia => ({ kind, file: 'https://x.test/f', name: 'f', size: 1, ...rest })),
  optional.map((rest): OutgoingMedia => ({ kind: 'location', latitude: 1, longitude: -1, ...rest })),
)

test('A16 every message of an agent fits the published shape: no null, no event_name, no other key', () => {
  fc.assert(
    fc.property(fc.option(outgoing, { nil: undefined }), fc.string(), (media, text) => {
      // Fields of ours that have no place on the wire stay here, even when they slip in.
      const carried = { id: 'm', text, event_name: 'x', ...(media && { media: { ...media, event_name: 'x' } }) }
      const body = agentMessage({ sender: { name: 'Ann' }, recipient: 'a', message: carried })
      assert.ok(Value.Check(AgentMessage, JSON.parse(JSON.stringify(body))))
      assert.doesNotMatch(JSON.stringify(body), /null|event_name/u)
    }),
  )
})

test('A20 a typing notification has exactly its documented keys', () => {
  const body = agentTyping({ sender: { name: 'Ann' }, recipient: '7', on: true })
  assert.equal(
    JSON.stringify(body),
    '{"sender":{"name":"Ann","photo":""},"recipient":{"id":"7"},"message":{"type":"typein"}}',
  )
  assert.ok(Value.Check(AgentTyping, body))
  assert.equal(agentTyping({ sender: {}, recipient: '7', on: false }).message.type, 'typeout')
})
