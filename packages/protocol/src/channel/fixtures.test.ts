import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { Value } from 'typebox/value'
import { parseJson } from '../json.ts'
import { ErrorBody } from '../shapes.ts'
import { agentMessage, AgentMessage, type OutgoingMedia } from './agent.ts'
import { parseCustomer } from './customer.ts'
import { isMediaType, MEDIA_TYPES } from './media.ts'
import { readReply } from './reply.ts'
import { CustomerAnswer, CustomerMessage, CustomerTyping } from './shapes.ts'
import { AgentTyping, agentTyping } from './typing.ts'

const folder = new URL('fixtures/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
const source = (name: string) => readFileSync(new URL(`${name}.json`, folder), 'utf8')
const load = (name: string) => JSON.parse(source(name))
const startingWith = (word: string) => names.filter((name) => name.startsWith(`${word}-`))

test('A16 each type of message has its sample, in both directions', () => {
  for (const type of ['text', ...MEDIA_TYPES, 'typein', 'typeout']) {
    assert.ok(names.includes(`customer-${type}`) && names.includes(`agent-${type}`), type)
  }
})

suite('A16 a customer message in every shape of the interface document is parsed as documented', () => {
  for (const name of startingWith('customer')) {
    test(name, () => {
      const raw = new TextEncoder().encode(source(name))
      const parsed = parseJson(raw)
      assert.ok(parsed.ok)
      const body = load(name)
      const typing = body.message.type.startsWith('type')
      // Not asserted directly: that would narrow the sample to what the schema knows.
      const fits: boolean = Value.Check(typing ? CustomerTyping : CustomerMessage, body)
      assert.ok(fits)
      const input = parseCustomer(parsed.value, raw, { strictMedia: true })
      if (typing) {
        assert.deepEqual(input, { kind: 'typing', senderId: body.sender.id, on: body.message.type === 'typein' })
        return
      }
      assert.ok(input.kind === 'message')
      assert.deepEqual(input.sender, body.sender)
      const { type, id, text = '', file_name: fileName, file_size: fileSize, ...rest } = body.message
      const file = isMediaType(type) && type !== 'location' ? { name: fileName, size: fileSize } : {}
      const media = type === 'text' ? {} : { media: { kind: type, ...rest, ...file } }
      assert.deepEqual(input.message, { type, id, text, notes: [], ...media })
    })
  }
})

/** The builder's input that the body of a sample stands for. */
function toOutgoing(body: ReturnType<typeof load>) {
  const { type, id, text, file_name: name, file_size: size, ...rest } = body.message
  const media = { kind: type, ...rest, ...(type !== 'location' && { name, size }) } as OutgoingMedia
  return {
    sender: body.sender,
    recipient: body.recipient.id,
    message: { id, text, ...(type !== 'text' && { media }) },
  }
}

suite('A30 a sent message equals the sample, key by key in its order', () => {
  for (const name of startingWith('agent')) {
    test(name, () => {
      const body = load(name)
      const typing = body.message.type.startsWith('type')
      assert.ok(Value.Check(typing ? AgentTyping : AgentMessage, body))
      const ours = typing
        ? agentTyping({ ...toOutgoing(body), on: body.message.type === 'typein' })
        : agentMessage(toOutgoing(body))
      assert.equal(JSON.stringify(ours, null, 2) + '\n', source(name))
    })
  }
})

test('A5 the answers to a customer message have their samples', () => {
  for (const name of startingWith('answer')) {
    assert.ok(Value.Check(name === 'answer-refused' ? ErrorBody : CustomerAnswer, load(name)), name)
  }
})

test("A22 the integrator's answers of the interface document are valid", () => {
  assert.deepEqual(readReply(200, source('reply-ok'), { anySuccess: false }), { outcome: 'ok' })
  const { code, message } = load('reply-error').error
  assert.deepEqual(readReply(200, source('reply-error'), { anySuccess: false }), {
    outcome: 'final',
    code,
    text: message,
  })
})
