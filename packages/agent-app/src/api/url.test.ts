import assert from 'node:assert/strict'
import type { AnswerOf, RequestOf } from '@deskbell/protocol/agent/routes/call'
import { test } from 'node:test'
import { methodOf, toUrl } from './url.ts'

test('the address of a request contains its parameters and the given fields of the query', () => {
  assert.equal(methodOf('POST /chats/:chat/messages/:n/resend'), 'POST')
  assert.equal(toUrl('GET /me', {}), '/api/me')
  assert.equal(
    toUrl('POST /chats/:chat/messages/:n/resend', { params: { chat: 7, n: 3 } }),
    '/api/chats/7/messages/3/resend',
  )
  assert.equal(toUrl('GET /visitors/:visit/rules', { params: { visit: 'a/b?c' } }), '/api/visitors/a%2Fb%3Fc/rules')
  assert.equal(
    toUrl('GET /archive', { query: { q: 'a & b', limit: 5, after: undefined } }),
    '/api/archive?q=a+%26+b&limit=5',
  )
})

test('a request that does not fit the declaration of its route does not compile', () => {
  const fits: RequestOf<'POST /chats/:chat/messages'> = { params: { chat: 1 }, body: { text: 'hello' }, key: 'k' }
  const optional: RequestOf<'POST /chats/:chat/accept'> = { params: { chat: 1 } }
  // @ts-expect-error a parameter is missing
  const missing: RequestOf<'GET /chats/:chat'> = {}
  // @ts-expect-error the body lacks a field
  const short: RequestOf<'POST /departments'> = { body: {} }
  // @ts-expect-error the query has no such field
  const odd: RequestOf<'GET /chats'> = { query: { page: 2 } }
  // @ts-expect-error there is no such route
  const none: RequestOf<'GET /chat'> = {}
  const answer: AnswerOf<'GET /chats/:chat/entries'> = { entries: [], more: false }
  // @ts-expect-error the answer has another type
  const wrong: AnswerOf<'GET /chats/:chat/entries'> = { entries: [], more: 'no' }
  assert.ok([fits, optional, missing, short, odd, none, answer, wrong])
})
