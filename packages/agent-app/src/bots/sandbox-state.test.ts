import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxLine } from '@deskbell/protocol/agent/bot'
import { isRefused, sandboxStateOf, toStepMessage } from './sandbox-state.ts'

const line = (
  direction: SandboxLine['direction'],
  body: { event: string; message?: object },
  ok = true,
): SandboxLine => ({
  direction,
  at: 0,
  ms: 1,
  event: body.event,
  ok,
  verdict: '',
  url: '',
  status: ok ? 200 : 500,
  request: { headers: {}, body: JSON.stringify(body) },
  response: null,
})
const asks = (ok = true) => line('out', { event: 'CLIENT_MESSAGE', message: { type: 'TEXT', text: 'hi' } }, ok)
const says = (message: object) => line('in', { event: 'BOT_MESSAGE', message })
const buttons = says({ type: 'BUTTONS', title: 'Size?', text: 'Size? S M', buttons: [{ id: 1, text: 'S' }] })
const event = (direction: SandboxLine['direction'], name: string) => line(direction, { event: name })

test('a step is parsed by its sender’s format; an unreadable step has no message', () => {
  assert.deepEqual(toStepMessage(asks()), { text: 'hi', answers: [] })
  assert.deepEqual(toStepMessage(says({ type: 'MARKDOWN', text: 'a', content: '**a**' })), {
    text: 'a',
    markdown: '**a**',
    answers: [],
  })
  assert.deepEqual(toStepMessage(buttons), { text: 'Size?', answers: [{ id: '1', text: 'S' }] })
  assert.equal(toStepMessage(event('in', 'INVITE_AGENT')), null)
  for (const body of ['', '[]', 'null', '{"event":7}', '{"message":null}']) {
    for (const direction of ['in', 'out'] as const) {
      assert.equal(toStepMessage({ direction, request: { headers: {}, body } }), null, body)
    }
  }
})

test('buttons are offered until the visitor writes again', () => {
  assert.deepEqual(sandboxStateOf([asks(), buttons]).answers, [{ id: '1', text: 'S' }])
  assert.deepEqual(sandboxStateOf([asks(), buttons, asks()]).answers, [])
  assert.deepEqual(sandboxStateOf([asks(), buttons, says({ type: 'TEXT', text: 'or not' })]).answers, [])
})

test('a bot’s request for an agent is open until the bot gets the result', () => {
  const invited = [asks(), event('in', 'INVITE_AGENT')]
  assert.equal(sandboxStateOf(invited).isInvited, true)
  assert.equal(sandboxStateOf([...invited, event('out', 'AGENT_UNAVAILABLE')]).isInvited, false)
  assert.equal(sandboxStateOf([]).isInvited, false)
})

test('a refused request offers no buttons, calls no agent, and is shown as refused', () => {
  const refused = (body: { event: string; message?: object }) => line('in', body, false)
  const menu = { type: 'BUTTONS', title: 'Size?', text: 'x', buttons: [{ text: 'S' }] }
  const lines = [asks(), refused({ event: 'BOT_MESSAGE', message: menu })]
  assert.deepEqual(sandboxStateOf(lines), { answers: [], isInvited: false, last: 'refused' })
  assert.deepEqual(sandboxStateOf([...lines, buttons]).answers, [{ id: '1', text: 'S' }])
  assert.equal(sandboxStateOf([...lines, buttons]).last, null)
  assert.equal(sandboxStateOf([asks(), refused({ event: 'INVITE_AGENT' })]).isInvited, false)
  assert.equal(isRefused(asks(false)), false)
})

test('the newest message waits for its answer, or failed', () => {
  assert.equal(sandboxStateOf([]).last, null)
  assert.equal(sandboxStateOf([asks()]).last, 'waiting')
  assert.equal(sandboxStateOf([asks(false)]).last, 'failed')
  assert.equal(sandboxStateOf([asks(), buttons]).last, null)
  assert.equal(sandboxStateOf([asks(), event('out', 'AGENT_JOINED')]).last, null)
})
