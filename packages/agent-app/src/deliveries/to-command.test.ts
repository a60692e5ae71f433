import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempt } from '@deskbell/protocol/agent/channel'
import { toCommand } from './to-command.ts'

const DOTS = '••••••••'
const attempt = (request: Partial<Attempt['request']>): Attempt => ({
  number: 1,
  at: 0,
  ms: 1,
  outcome: 'ok',
  status: 200,
  reason: null,
  request: { url: 'https://crm.test/hook', headers: {}, body: '{"cut":', ...request },
  response: null,
})
const webhook = { kind: 'chat_accepted', bot: null, body: '{"cut":false}' }

test('T15 a command has the whole body, and marks the place of each hidden secret', () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${DOTS}` }
  const command = toCommand(webhook, attempt({ url: `https://crm.test/hook?key=${DOTS}`, headers }))
  assert.match(command, /^: 'Secrets are left out[^\n]*: the address and authorization'\ncurl /)
  assert.match(command, /--data-raw '\{"cut":false\}'$/)
  assert.ok(command.includes(`--header 'authorization: Bearer ${DOTS}'`))
})

test('a command without secrets has no note; a signed one notes the time of its signature', () => {
  assert.match(toCommand({ ...webhook, body: null }, attempt({})), /^curl .*--data-raw '\{"cut":'$/s)
  const signed = toCommand(webhook, attempt({ headers: { 'webhook-signature': 'v1,abc' } }))
  assert.match(signed, /^: 'The signature is from [^\n]+'\ncurl /)
})

test('the address of a bot ends before its token, and a fetched file is requested with GET', () => {
  const bot = { kind: 'CLIENT_MESSAGE', bot: 1, body: null }
  assert.match(toCommand(bot, attempt({ url: 'https://bot.test/hook/*' })), /^: 'the token in place of \*/)
  const fetched = toCommand({ kind: 'media_fetch', bot: null, body: null }, attempt({ body: '' }))
  assert.match(fetched, /--request 'GET'/)
  assert.doesNotMatch(fetched, /--data/)
})
