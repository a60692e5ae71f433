import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import type { EntryOf, EntryType, EntryView, Part, ReadBy } from './entry-view.ts'
import { ENTRY_VIEWS, type NoteEntry, noteViewOf, viewOf } from './entry-views.ts'

const ann = { id: 1, name: 'Ann' }
const helper = { id: 7, name: 'Helper' }
const head = { n: 1, at: 1, from: 'system' } as const
const answer = { webhook: 1, name: 'CRM', fields: [], assignable: false }
const crm = { ...head, ...answer, type: 'crm.answered' } as const
const changed = { ...head, type: 'visitor.changed', name: 'Vera', email: 'v@shop.test' } as const
const wait = { why: 'nobody', waited: 120_400, turn: 't' } as const
const overflowed = { ...head, ...wait, type: 'chat.overflowed', to: 'department' } as const
const assigned = { ...head, type: 'crm.assigned', agent: ann, link: 'https://crm.test/7' } as const

/** As it is read; quoted pieces are marked «», isolated ones ‹›. */
const written = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      return 'isolated' in part ? `‹${part.isolated}›` : `«${part.quoted}»`
    })
    .join('')
    // Removes the characters that isolate names.
    .replaceAll(/[\u2066-\u2069]/g, '')

const rows: [entry: NoteEntry, says: string, by?: Partial<ReadBy>][] = [
  [{ ...head, type: 'agent.joined', agent: ann }, '‹Ann joined›'],
  [{ ...head, type: 'agent.joined', agent: ann }, 'You joined', { me: 1 }],
  [{ ...head, type: 'agent.left', agent: ann }, '‹Ann put the chat back in the queue›'],
  [{ ...head, type: 'agent.left', agent: ann }, 'You put the chat back in the queue', { me: 1 }],
  [{ ...head, type: 'agent.left', agent: { id: 2, name: 'Bob' }, by: ann }, '‹Ann put the chat back in the queue›'],
  [{ ...head, type: 'agent.invited', bot: helper }, '‹Helper called for an agent›'],
  [{ ...head, type: 'agent.unavailable', bot: helper, why: 'none' }, '‹No agent was available. Helper continues›'],
  [{ ...head, type: 'bot.joined', bot: helper }, '‹Helper answers›'],
  [
    { ...head, type: 'bot.skipped', bot: helper, text: 'it is down' },
    '‹Helper was skipped because it is failing› «(it is down)»',
  ],
  [{ ...head, type: 'bot.skipped', bot: helper, text: '' }, '‹Helper was skipped because it is failing›'],
  [
    { ...head, type: 'bot.left', bot: helper, why: 'failed', text: 'no answer' },
    '‹Helper did not accept the message. The chat waits for an agent› «(no answer)»',
  ],
  [
    { ...head, type: 'bot.left', bot: helper, why: 'repeats', text: 'the bot' },
    '‹Helper was stopped because it repeated a message. The chat waits for an agent›',
  ],
  [
    { ...head, type: 'bot.left', bot: helper, why: 'repeats' },
    '‹Helper was stopped because of repeated messages. The chat waits for an agent›',
  ],
  [{ ...head, type: 'chat.closed', agent: ann }, '‹Ann closed the chat›'],
  [{ ...head, type: 'chat.closed', agent: ann }, 'You closed the chat', { me: 1 }],
  [{ ...head, type: 'chat.closed' }, '‹The chat was closed›'],
  [
    { ...head, type: 'department.chosen', department: { id: 1, name: 'Sales' } },
    '‹The visitor chose the department Sales›',
  ],
  [
    { ...overflowed, before: { id: 1, name: 'Sales' }, department: { id: 2, name: 'Support' } },
    '‹To Support: nobody was there in Sales›',
  ],
  [{ ...overflowed, department: { id: 2, name: 'Support' } }, '‹To Support: nobody was there›'],
  [
    { ...overflowed, before: { id: 1, name: 'Sales' }, why: 'unanswered', to: 'form' },
    '‹The visitor is asked to leave a message: nobody in Sales answered for 2 minutes›',
  ],
  [{ ...overflowed, why: 'unanswered', to: 'bot' }, '‹To the bot: nobody answered for 2 minutes›'],
  [{ ...head, type: 'chat.rated', rating: 'positive', text: 'Quick.' }, '‹Visitor rating: good› «(Quick.)»'],
  [{ ...head, type: 'visitor.invited', text: 'Hi?' }, '‹The visitor was invited with “Hi?”›'],
  [{ ...head, type: 'visitor.invited', text: '' }, 'The visitor was invited', { erased: true }],
  [{ ...head, type: 'visitor.blocked', agent: ann }, '‹Ann blocked this visitor›'],
  [{ ...head, type: 'visitor.unblocked', agent: ann }, 'You unblocked this visitor', { me: 1 }],
  [changed, '‹The visitor changed their details: name “Vera” and e-mail “v@shop.test”›'],
  [{ ...changed, by: 'crm' }, '‹Your server set the visitor’s details: name “Vera” and e-mail “v@shop.test”›'],
  [{ ...head, type: 'visitor.changed' }, 'Visitor details changed', { erased: true }],
  [crm, '‹CRM answered: nothing to show›'],
  [{ ...crm, fields: [{ title: 'Plan' }], late: true }, '‹CRM answered: 1 field› «(late)»'],
  [crm, '‹CRM answered›', { erased: true }],
  [assigned, '‹Ann linked this chat to crm.test›'],
  [assigned, '‹You linked this chat to crm.test›', { me: 1 }],
  [{ ...assigned, link: '' }, '‹Ann linked this chat to a card›', { me: 1, erased: true }],
]

for (const [entry, says, by] of rows)
  test(`${entry.type} reads: ${says}`, () => {
    const view = noteViewOf(entry)
    assert.ok(view.shown === 'note')
    assert.equal(written(view.says(entry, { me: 2, erased: false, ...by })), says)
  })

test('B12 a late message of a bot unfolds', () => {
  const entry: EntryOf<'bot.refused'> = { ...head, type: 'bot.refused', bot: helper, text: 'late' }
  const view = noteViewOf(entry)
  assert.ok(view.shown === 'unfolding')
  assert.match(view.summary(entry), /Helper.* wrote this too late/)
  assert.equal(view.text(entry), 'late')
})

test('every entry type has a view in a file of its name; a type without one does not compile', () => {
  const files = readdirSync(new URL('entries', import.meta.url)).toSorted()
  assert.deepEqual(
    files,
    Object.keys(ENTRY_VIEWS)
      .map((type) => `${type.replace('.', '-')}.ts`)
      .toSorted(),
  )
  const { 'agent.joined': _, ...others } = ENTRY_VIEWS
  // @ts-expect-error -- agent.joined is missing
  void (others satisfies { readonly [T in EntryType]: EntryView<T> })
})

test('an unknown type has no view, even when it is named like an inherited property', () => {
  for (const type of ['comet.seen', 'constructor', '__proto__'])
    assert.equal(viewOf({ type } as unknown as { type: EntryType }), undefined)
})
