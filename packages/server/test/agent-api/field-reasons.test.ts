import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { ENGLISH_FIELD, sayField, toSentence } from '@deskbell/protocol/agent/field-words'
import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import { testKinds } from '../db.ts'
import { ANN, startTestServer, tokenOf, type TestServer } from '../test-server.ts'
import { WIDGET } from '../channels/widget/page.ts'

/** A rule that is stored as it is, but for these fields. */
const rule = (fields: object) => ({ name: 'r', enabled: true, type: 'all', conditions: [], commands: [], ...fields })
const condition = (fields: object) => rule({ conditions: [{ condition: 'online', value: true, ...fields }] })
const command = (fields: object) => rule({ commands: [{ command: 'proactive', params: { message: 'hi' }, ...fields }] })

const TIMES = ['greater', 'greater_equal', 'less', 'less_equal', 'equal'].map((name) => `"${name}"`)

/** Bodies of a change of a widget that are refused, with the field and the reason. */
const RULES: readonly [given: object, field: string, why: FieldReason][] = [
  [condition({ value: 'maybe' }), '/0/conditions/0/value', { reason: 'wrong_type', type: 'boolean' }],
  [
    condition({ condition: 'page_url', comparator: 'less', value: '/x' }),
    '/0/conditions/0/comparator',
    { reason: 'not_allowed', allowed: ['"contain"', '"not_contain"', '"equal"'] },
  ],
  [
    condition({ condition: 'time_on_page', comparator: 'contain', value: 5 }),
    '/0/conditions/0/comparator',
    { reason: 'not_allowed', allowed: TIMES },
  ],
  [
    condition({ condition: 'time_on_site', comparator: 'less', value: 'soon' }),
    '/0/conditions/0/value',
    { reason: 'wrong_type', type: 'number' },
  ],
  [
    condition({ condition: 'page_url', value: true }),
    '/0/conditions/0/value',
    { reason: 'wrong_type', type: 'string' },
  ],
  [command({ params: { message: ' ' } }), '/0/commands/0/params/message', { reason: 'empty' }],
  [command({ params: { message: true } }), '/0/commands/0/params/message', { reason: 'wrong_type', type: 'string' }],
  [command({ command: 'dance' }), '', { reason: 'unknown_rule_part', name: 'dance' }],
  [condition({ condition: 'moon' }), '', { reason: 'unknown_rule_part', name: 'moon' }],
]

for (const kind of testKinds())
  suite(`reasons of refused fields, ${kind}`, () => {
    let server: TestServer
    let widget: number
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
      const { channels } = (await get('/channels')) as unknown as { channels: { id: number; kind: string }[] }
      widget = channels.find((one) => one.kind === 'widget')?.id ?? 0
    })
    after(() => server.close())

    const get = async (path: string) => (await server.agent(ANN).call('GET', path)).body
    const refused = (answer: { status: number; body: object }, field: string | undefined, why: FieldReason) => {
      const message = toSentence(sayField(ENGLISH_FIELD, why))
      const error = { code: 'invalid_field', message, ...(field !== undefined && { field }), why }
      assert.deepEqual([answer.status, answer.body], [400, { error }])
    }

    test('W3 the refusal of a trigger rule names the part and the reason', async () => {
      for (const [given, at, why] of RULES) {
        const answer = await server.agent(ANN).call('PATCH', `/channels/${widget}`, { widget: { rules: [given] } })
        refused(answer, `/widget/rules${at}`, why)
      }
    })

    test('an invalid cursor is refused with a reason', async () => {
      for (const path of [
        '/chats?view=all&after=x',
        '/archive?after=x',
        '/search?q=a&group=people&after=x',
        '/offline-messages?after=x',
      ])
        refused(await server.agent(ANN).call('GET', path), '/after', { reason: 'no_cursor' })
    })

    test('the refusal of a form has a reason', async () => {
      const send = async (form: FormData | string, type?: string) =>
        server.ask('/api/me/photo', {
          method: 'PUT',
          headers: { authorization: `Bearer ${tokenOf(ANN)}`, ...(type !== undefined && { 'content-type': type }) },
          body: form,
        })
      const formOf = (...parts: [name: string, file: boolean][]) => {
        const form = new FormData()
        for (const [name, isFile] of parts) form.append(name, isFile ? new Blob(['x']) : 'x')
        return form
      }
      refused(await send(formOf(['picture', true])), '/picture', { reason: 'file_elsewhere' })
      refused(await send(formOf(['file', false])), '/file', { reason: 'unknown_field' })
      const part = 'content-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx'
      const cut = `--b\r\n${part}`
      refused(await send(cut, 'multipart/form-data; boundary=b'), undefined, { reason: 'form_incomplete' })
    })

    test('A14 a caption that is longer than its field is refused as a text that is too long', async () => {
      await server.visitor('v').writes('hi')
      const [chat] = await server.agent(ANN).chats()
      assert.ok(chat)
      await server.agent(ANN).accepts(chat.id)
      const form = new FormData()
      form.append('text', 'x'.repeat(64 * 1024 + 1))
      form.append('file', new Blob(['x']), 'a.txt')
      const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
      const answer = await server.ask(`/api/chats/${chat.id}/files`, { method: 'POST', headers, body: form })
      const { error } = answer.body as unknown as { error: { code: string; field: string } }
      assert.deepEqual([answer.status, error.code, error.field], [400, 'text_too_long', '/text'])
    })

    test('the refusal of a form with several files has a reason', async () => {
      const [chat] = await server.agent(ANN).chats()
      const form = new FormData()
      for (const name of ['a.txt', 'b.txt']) form.append('file', new Blob(['x']), name)
      const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
      const answer = await server.ask(`/api/chats/${chat?.id}/files`, { method: 'POST', headers, body: form })
      refused(answer, '/file', { reason: 'several_files' })
    })
  })
