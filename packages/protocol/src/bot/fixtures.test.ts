import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { Value } from 'typebox/value'
import { parseJson } from '../json.ts'
import { ErrorBody } from '../shapes.ts'
import { BOT_REFUSALS, botError, type BotRefusal } from './errors.ts'
import { parseBotEvent } from './incoming.ts'
import { ProviderEvent } from './outgoing.ts'
import { BotAnswer, BotMessageEvent, InviteAgentEvent } from './shapes.ts'

const folder = new URL('fixtures/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
const source = (name: string) => readFileSync(new URL(`${name}.json`, folder), 'utf8')
const load = (name: string) => JSON.parse(source(name))
const startingWith = (word: string) => names.filter((name) => name.startsWith(`${word}-`))
const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

test('B2 B4 each event and each type of message has its sample, in both directions', () => {
  const events = startingWith('event').map(load)
  assert.deepEqual(
    new Set(events.map(({ event }) => event)),
    new Set(['CLIENT_MESSAGE', 'AGENT_JOINED', 'AGENT_UNAVAILABLE']),
  )
  const media = ['VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT', 'LOCATION']
  assert.deepEqual(
    new Set(events.flatMap(({ message }) => (message ? [message.type] : []))),
    new Set(['TEXT', ...media]),
  )
  const posted = startingWith('provider').map(load)
  assert.deepEqual(new Set(posted.map(({ event }) => event)), new Set(['BOT_MESSAGE', 'INVITE_AGENT']))
  assert.deepEqual(
    new Set(posted.flatMap(({ message }) => (message ? [message.type] : []))),
    new Set(['TEXT', 'MARKDOWN', 'BUTTONS']),
  )
})

suite('B1 B2 B3 B4 each request of a provider in the interface document is parsed as documented', () => {
  for (const name of startingWith('provider')) {
    test(name, () => {
      const parsed = parseJson(new TextEncoder().encode(source(name)))
      assert.ok(parsed.ok)
      const body = load(name)
      // Not asserted directly: that would narrow the sample to what the schema knows.
      const fits: boolean = Value.Check(body.event === 'INVITE_AGENT' ? InviteAgentEvent : BotMessageEvent, body)
      assert.ok(fits)
      assert.deepEqual(parseBotEvent(parsed.value), {
        ...(body.event === 'INVITE_AGENT' ? { kind: 'invite' } : { kind: 'message', message: toMessage(body.message) }),
        ...addressOf(body),
      })
    })
  }
})

/** Ids are text for us, whatever they came as (B2). */
function addressOf({ id, client_id: client, chat_id: chat }: Record<string, string | number | undefined>) {
  return {
    ...(chat !== undefined && { chatId: String(chat) }),
    ...(client !== undefined && { clientId: String(client) }),
    id: String(id),
  }
}

/** Without what is information only: the timestamp (B3), and the button that a bot cannot have clicked. */
function toMessage({ type, text, content, title, buttons }: ReturnType<typeof load>) {
  if (type === 'MARKDOWN') return { type, text, markdown: content }
  if (type !== 'BUTTONS') return { type, text }
  const ours = buttons.map((button: { id?: string | number; text: string }) => ({
    id: String(button.id ?? button.text),
    text: button.text,
  }))
  return { type, text, title, buttons: ours }
}

suite('B2 B21 each sent event fits its shape, and an additional field does not', () => {
  for (const name of startingWith('event')) {
    test(name, () => {
      const body = load(name)
      const fits: boolean = Value.Check(ProviderEvent, body)
      assert.ok(fits)
      assert.equal(written(Value.Parse(ProviderEvent, body)), source(name))
      assert.ok(!Value.Check(ProviderEvent, { ...body, more: 1 }))
      if (body.message) assert.ok(!Value.Check(ProviderEvent, { ...body, message: { ...body.message, more: 1 } }))
    })
  }
})

test('B21 without the opt-in, an event has only the fields of the interface document', () => {
  const plain = ['event', 'id', 'client_id', 'chat_id']
  for (const name of startingWith('event').filter((one) => !one.includes('extra'))) {
    const { message, ...head } = load(name)
    assert.deepEqual(Object.keys(head), plain, name)
    if (message?.type === 'TEXT')
      assert.deepEqual(Object.keys(message), ['type', 'text', ...(message.button_id ? ['button_id'] : []), 'timestamp'])
  }
})

test('B7 the answer to an accepted event has its sample', () => {
  const body = load('answer-ok')
  assert.ok(Value.Check(BotAnswer, body))
  assert.equal(JSON.stringify(body), '{"result":"ok"}')
})

suite('B14 refusals have the shape of the interface document', () => {
  for (const name of startingWith('refused')) {
    test(name, () => {
      const body = load(name)
      const fits: boolean = Value.Check(ErrorBody, body)
      assert.ok(fits)
      const why = name.replace(/^refused-/, '').replace(/-.*/, '') as BotRefusal
      const { code, message, field } = body.error
      assert.equal(code, BOT_REFUSALS[why].code)
      if (why !== 'invalid') assert.equal(message, BOT_REFUSALS[why].message)
      assert.equal(written(botError(why, message, field)), source(name))
    })
  }
  test('each has its sample', () => {
    for (const why of Object.keys(BOT_REFUSALS)) assert.ok(names.includes(`refused-${why}`), why)
  })
})

test('B14 the statuses and codes are those of the interface document', () => {
  const statuses = new Set(Object.values(BOT_REFUSALS).map(({ status }) => status))
  assert.deepEqual(
    [...statuses].toSorted((a, b) => a - b),
    [400, 401, 403, 404, 405, 429, 500, 502, 503, 504],
  )
  const codes = new Set(Object.values(BOT_REFUSALS).map(({ code }) => code))
  assert.deepEqual([...codes].toSorted(), ['invalid_client', 'invalid_request', 'unauthorized_client'])
})
