import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { Value } from 'typebox/value'
import { AgentMessage } from '../channel/agent.ts'
import { parseCardAnswer, parseResult } from './answer.ts'
import { ChatAcceptedAnswer, EventAnswer } from './answer-shapes.ts'
import type { Card } from './card.ts'
import { EVENT_NAMES, EVENT_SHAPES, WebhookEvent, type EventName } from './events.ts'

const folder = new URL('fixtures/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
const source = (name: string) => readFileSync(new URL(`${name}.json`, folder), 'utf8')
const load = (name: string) => JSON.parse(source(name))
const events = names.filter((name) => !name.startsWith('answer-'))
const fits = (name: EventName, body: unknown): boolean => Value.Check(EVENT_SHAPES[name], body)

test('C2 C3 each event has its sample; an offline message is an offline_message, with its own id and without a chat', () => {
  assert.deepEqual(new Set(events.map((name) => load(name).event_name)), new Set(EVENT_NAMES))
  const body = load('offline-message')
  assert.equal(body.event_name, 'offline_message')
  assert.equal(typeof body.offline_message_id, 'string')
  assert.equal(body.chat_id, undefined)
  assert.ok(!fits('offline_message', { ...body, chat_id: 1 }))
  assert.ok(!fits('offline_message', { ...body, event_name: 'offline_messages' }))
})

suite('C6 C7 each sample of an event fits its schema, and a copy by the schema equals it', () => {
  for (const name of events) {
    test(name, () => {
      const body = load(name)
      const event = body.event_name as EventName
      assert.deepEqual(
        [...Value.Errors(EVENT_SHAPES[event], body)].map(({ instancePath, message }) => `${instancePath} ${message}`),
        [],
      )
      assert.deepEqual(Value.Clean(WebhookEvent, load(name)), body)
      assert.equal(`${JSON.stringify(body, null, 2)}\n`, source(name))
      for (const other of EVENT_NAMES) assert.equal(fits(other, body), other === event, other)
    })
  }
})

test('C4 chat_finished has the log as text and as HTML at the top level and in chat, the same in both', () => {
  for (const name of ['chat-finished', 'chat-finished-empty']) {
    const { chat, ...event } = load(name)
    for (const key of ['plain_messages', 'html_messages']) {
      assert.equal(event[key], chat[key], `${name} ${key}`)
      const { [key]: above, ...withoutAbove } = event
      assert.equal(typeof above, 'string')
      assert.ok(!fits('chat_finished', { ...withoutAbove, chat }), `${name} without ${key} at the top level`)
      const { [key]: below, ...withoutBelow } = chat
      assert.equal(typeof below, 'string')
      assert.ok(!fits('chat_finished', { ...event, chat: withoutBelow }), `${name} without ${key} in chat`)
    }
  }
})

/** All paths to a value of this kind. */
function pathsTo(value: unknown, is: (value: unknown) => boolean, path: string[] = []): string[][] {
  const here = is(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return here
  return [...here, ...Object.entries(value).flatMap(([key, inner]) => pathsTo(inner, is, [...path, key]))]
}

function changed(name: string, path: string[], change: (holder: Record<string, unknown>, key: string) => void) {
  const body = load(name)
  const holder = path.slice(0, -1).reduce((object, key) => object[key], body)
  change(holder, path.at(-1)!)
  return body
}

/** What a receiver may find missing; everything else is always there (C7). */
const MAY_BE_MISSING = [
  'visitor/name visitor/email visitor/phone visitor/social agent/phone agents/0/phone department page page/title',
  'analytics session/utm_json/source session/utm_json/campaign session/utm_json/medium',
  'visitor/social/mastodon analytics/ga analytics/ym chat/messages/2/agent_id chat/messages/3/blacklisted',
]
  .join(' ')
  .split(' ')

suite('C7 only optional fields may be missing, and only rate and user_token may be null', () => {
  for (const name of events) {
    test(name, () => {
      const event = load(name).event_name as EventName
      const more =
        event === 'chat_updated' ? ['agent'] : event === 'call_event' ? ['agent', 'chat_id', 'call/record_url'] : []
      for (const path of pathsTo(load(name), () => true)) {
        const at = path.join('/')
        if (at === '') continue
        const inList = /^\d+$/.test(path.at(-1)!)
        if (!inList) {
          const without = changed(name, path, (holder, key) => delete holder[key])
          assert.equal(fits(event, without), [...MAY_BE_MISSING, ...more].includes(at), `${at} missing`)
        }
        const empty = changed(name, path, (holder, key) => (holder[key] = null))
        assert.equal(fits(event, empty), ['user_token', 'chat/rate'].includes(at), `${at} null`)
        const another = changed(name, path, (holder, key) => {
          holder[key] = typeof holder[key] === 'string' ? 7 : String(holder[key])
        })
        assert.ok(!fits(event, another) || at === 'user_token' || at === 'chat/rate', `${at} of another type`)
      }
      assert.ok(!fits(event, { ...load(name), more: 1 }), 'an unknown key')
    })
  }
})

test('C1 every event carries user_token, a text or null', () => {
  for (const name of events) {
    const { user_token: token, ...rest } = load(name)
    const event = rest.event_name as EventName
    assert.ok(token === null || typeof token === 'string')
    for (const right of [null, 'customer-324']) assert.ok(fits(event, { ...rest, user_token: right }))
    for (const wrong of [undefined, '', 7, false, {}, 'x'.repeat(1025)])
      assert.ok(!fits(event, { ...rest, user_token: wrong }), JSON.stringify(wrong))
  }
})

test('C5 C6 ids are numbers or texts as the interface document says, times are whole seconds', () => {
  const NUMBERS = ['agent/id', 'agents/0/id', 'department/id', 'chat_id', 'visitor/chats_count']
  const LOG = ['chat/messages/2/agent_id', 'chat/messages/0/timestamp']
  const TEXTS = [
    'widget_id',
    'visitor/number',
    'offline_message_id',
    'session/geoip/latitude',
    'session/geoip/longitude',
  ]
  const seen = new Set<string>()
  for (const name of events) {
    const event = load(name).event_name as EventName
    for (const path of pathsTo(load(name), (value) => typeof value !== 'object')) {
      const at = path.join('/')
      const put = (value: unknown) =>
        fits(
          event,
          changed(name, path, (holder, key) => (holder[key] = value)),
        )
      if ([...NUMBERS, ...LOG].includes(at)) {
        seen.add(at)
        assert.deepEqual([put(1), put('1'), put(1.5), put(-1)], [true, false, false, false], at)
      } else if (TEXTS.includes(at)) {
        seen.add(at)
        assert.deepEqual([put('1'), put(1)], [true, false], at)
      }
    }
  }
  assert.deepEqual(seen, new Set([...NUMBERS, ...LOG, ...TEXTS]))
})

test('C8 social and analytics are open maps of texts', () => {
  const body = load('chat-accepted')
  const put = (social: unknown, analytics: unknown) =>
    fits('chat_accepted', { ...body, analytics, visitor: { ...body.visitor, social } })
  assert.ok(put({ anything: 'https://social.example/x' }, { another: '1' }))
  assert.ok(!put({ anything: 1 }, {}))
  assert.ok(!put({}, { ga: { id: '1' } }))
  assert.ok(!put([], {}))
})

test('C24 an event always has an event_name, and a message to the same address never', () => {
  const message = load('../../channel/fixtures/agent-text')
  const isMessage: boolean = Value.Check(AgentMessage, message)
  assert.ok(isMessage)
  for (const name of EVENT_NAMES) assert.ok(!Value.Check(AgentMessage, { ...message, event_name: name }))
  for (const name of events) {
    const { event_name: event, ...rest } = load(name)
    assert.ok(!fits(event, rest))
    assert.ok(!Value.Check(AgentMessage, load(name)))
  }
})

test('C17 a call has a reason with an error only, and a record with an end only', () => {
  const body = load('call-event-start')
  const head = { type: 'incoming', phone: '+31205550142' }
  const put = (call: object) => fits('call_event', { ...body, call: { ...head, ...call } })
  for (const status of ['start', 'agent_connected', 'client_connected', 'end', 'error']) {
    assert.equal(put({ status }), status !== 'error', status)
    assert.equal(put({ status, reason: 'Busy' }), status === 'error', status)
    assert.equal(put({ status, record_url: 'https://files.test/1.mp3' }), status === 'end', status)
  }
})

/** The wire's words for what was understood. */
function toAnswer({ customData, contact, enableAssign, crmLink, page }: Card, sample: Record<string, unknown>) {
  return {
    result: 'ok',
    ...('custom_data' in sample && { custom_data: customData }),
    ...('contact_info' in sample && { contact_info: contact }),
    ...('enable_assign' in sample && { enable_assign: enableAssign }),
    ...(crmLink !== undefined && { crm_link: crmLink }),
    ...(page && { page }),
  }
}

suite('C11 each sample of an answer fits its schema, and is parsed as documented', () => {
  for (const name of names.filter((file) => file.startsWith('answer-'))) {
    test(name, () => {
      const body = load(name)
      const accepted = name.startsWith('answer-accepted')
      const right: boolean = Value.Check(accepted ? ChatAcceptedAnswer : EventAnswer, body)
      assert.ok(right)
      const bytes = new TextEncoder().encode(source(name))
      assert.equal(parseResult(bytes), body.result.toLowerCase())
      if (!accepted) return
      const read = parseCardAnswer(bytes)
      assert.ok(read.result === 'ok')
      assert.deepEqual(read.leftOut, [])
      assert.equal(`${JSON.stringify(toAnswer(read.card, body), null, 2)}\n`, source(name))
    })
  }
})
