import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { entryKinds } from './entries.ts'
import { AGENTS_ONLY, unchanged } from './entry-kind.ts'
import { ENTRY_KINDS, redact, type EntryBody, type EntryKind, type EntryType } from './index.ts'

const ann = { id: 1, name: 'Ann' }
const helper = { id: 7, name: 'Helper' }
const SECRET = 'sentinel'
const media = { kind: 'photo', file: SECRET, host: SECRET, name: SECRET, latitude: 1, longitude: 2 } as const
const file = { kind: 'document', file: SECRET, name: SECRET } as const

/** An entry of each type with all its fields, personal text being `sentinel`, and the entry that erasure leaves. */
const ERASED: { [T in EntryType]: [whole: Body<T>, left: Body<T>] } = {
  message: [
    {
      ...{ type: 'message', from: 'bot', id: 'm', text: SECRET, cutFrom: 9, agent: ann, bot: helper, markdown: SECRET },
      ...{ title: SECRET, buttons: [{ id: SECRET, text: SECRET }], button: { id: SECRET, text: SECRET } },
      ...{ digest: SECRET, attachments: [media, file], theirId: SECRET, left: true },
    },
    {
      ...{ type: 'message', from: 'bot', id: 'm', text: '', agent: ann, bot: helper, left: true },
      attachments: [{ kind: 'photo' }, { kind: 'document' }],
    },
  ],
  'visitor.invited': [
    { type: 'visitor.invited', text: SECRET },
    { type: 'visitor.invited', text: '' },
  ],
  'visitor.changed': [
    {
      ...{ type: 'visitor.changed', name: SECRET, phone: SECRET, email: SECRET, description: SECRET },
      ...{ by: 'agent', agent: ann, removed: ['phone'], tell: true },
    },
    { type: 'visitor.changed', by: 'agent', agent: ann, removed: ['phone'], tell: true },
  ],
  'chat.rated': [
    { type: 'chat.rated', rating: 'negative', text: SECRET },
    { type: 'chat.rated', rating: 'negative' },
  ],
  'bot.skipped': [
    { type: 'bot.skipped', bot: helper, text: SECRET },
    { type: 'bot.skipped', bot: helper, text: '' },
  ],
  'bot.left': [
    { type: 'bot.left', bot: helper, why: 'failed', text: SECRET },
    { type: 'bot.left', bot: helper, why: 'failed' },
  ],
  'bot.refused': [
    { type: 'bot.refused', bot: helper, text: SECRET, digest: SECRET },
    { type: 'bot.refused', bot: helper, text: '' },
  ],
  'message.failed': [
    { type: 'message.failed', of: 2, code: SECRET, text: SECRET },
    { type: 'message.failed', of: 2, text: '' },
  ],
  'message.edited': [
    { type: 'message.edited', of: 2, text: SECRET },
    { type: 'message.edited', of: 2, text: '' },
  ],
  'media.stored': [
    { type: 'media.stored', of: 2, attachment: 1, media },
    { type: 'media.stored', of: 2, attachment: 1, media: { kind: 'photo' } },
  ],
  'media.failed': [
    { type: 'media.failed', of: 2, attachment: 1, media, reason: SECRET },
    { type: 'media.failed', of: 2, attachment: 1, media: { kind: 'photo' }, reason: '' },
  ],
  'crm.answered': [
    {
      ...{ type: 'crm.answered', webhook: 1, name: 'CRM', to: 2, fields: [{ title: SECRET }], link: SECRET },
      ...{ assignable: true, page: { url: SECRET, title: SECRET }, late: true },
    },
    { type: 'crm.answered', webhook: 1, name: 'CRM', to: 2, fields: [], assignable: false, late: true },
  ],
  'note.written': [
    { type: 'note.written', agent: ann, text: SECRET, mentions: [2] },
    { type: 'note.written', agent: ann, text: '', mentions: [2] },
  ],
  'crm.assigned': [
    { type: 'crm.assigned', link: SECRET, agent: ann },
    { type: 'crm.assigned', link: '', agent: ann },
  ],
  'tags.changed': same({ type: 'tags.changed', agent: ann, added: [{ id: 1, name: 'VIP' }], removed: [] }),
  'visitor.updated': same({ type: 'visitor.updated' }),
  'visitor.blocked': same({ type: 'visitor.blocked', agent: ann }),
  'visitor.unblocked': same({ type: 'visitor.unblocked', agent: ann }),
  'department.chosen': same({ type: 'department.chosen', department: { id: 1, name: 'Sales' } }),
  'department.changed': [
    { type: 'department.changed', agent: ann, department: { id: 1, name: 'Sales' }, comment: SECRET, until: 5 },
    { type: 'department.changed', agent: ann, department: { id: 1, name: 'Sales' }, until: 5 },
  ],
  'chat.returned': same({ type: 'chat.returned', department: { id: 1, name: 'Sales' }, to: ann }),
  'agent.joined': same({ type: 'agent.joined', agent: ann, bot: 7, returned: true }),
  'agent.left': same({ type: 'agent.left', agent: ann, by: { id: 2, name: 'Bob' } }),
  'agent.invited': same({ type: 'agent.invited', bot: helper, until: 5 }),
  'agent.unavailable': same({ type: 'agent.unavailable', bot: helper, why: 'none' }),
  'bot.joined': same({ type: 'bot.joined', bot: helper, silenceLimitMs: 5, probe: true }),
  'bot.asked': same({ type: 'bot.asked', of: 2 }),
  'message.scheduled': [
    {
      ...{ type: 'message.scheduled', id: 'm', text: SECRET, markdown: SECRET, due: 5, hold: true, agent: ann },
      ...{ attachments: [media], furtherIds: ['o'] },
    },
    {
      ...{ type: 'message.scheduled', id: 'm', text: '', due: 5, hold: true, agent: ann },
      ...{ attachments: [{ kind: 'photo' }], furtherIds: ['o'] },
    },
  ],
  'message.unscheduled': same({ type: 'message.unscheduled', id: 'm', why: 'closed', agent: ann }),
  'chat.handed': same({ type: 'chat.handed', agent: ann, to: helper }),
  'chat.snoozed': same({ type: 'chat.snoozed', until: 5, agent: ann }),
  'chat.woken': same({ type: 'chat.woken', why: 'agent', agent: ann }),
  'chat.closing': same({ type: 'chat.closing', until: 5, agent: ann }),
  'closing.cancelled': same({ type: 'closing.cancelled', agent: ann }),
  'chat.closed': same({ type: 'chat.closed', agent: ann }),
  'chat.erased': same({ type: 'chat.erased', agent: ann }),
  'message.delivered': same({ type: 'message.delivered', of: 2 }),
  'message.resent': same({ type: 'message.resent', of: 2, agent: ann }),
  'chat.offered': [
    { type: 'chat.offered', agent: ann, to: helper, until: 5, comment: SECRET },
    { type: 'chat.offered', agent: ann, to: helper, until: 5 },
  ],
  'chat.routed': same({
    type: 'chat.routed',
    to: helper,
    until: 5,
    why: { by: 'least-busy', load: 1, capacity: 4, among: 2, team: { id: 4, name: 'Sales' } },
    turn: 't',
  }),
  'chat.overflowed': same({
    ...{ type: 'chat.overflowed', why: 'unanswered', waited: 5, before: { id: 4, name: 'Sales' }, to: 'department' },
    ...{ department: { id: 5, name: 'Support' }, turn: 't' },
  }),
  'offer.declined': [
    { type: 'offer.declined', agent: ann, reason: SECRET },
    { type: 'offer.declined', agent: ann },
  ],
  'offer.ended': same({ type: 'offer.ended', to: helper, why: 'withdrawn', agent: ann }),
  'colleague.asked': [
    { type: 'colleague.asked', agent: ann, to: helper, comment: SECRET },
    { type: 'colleague.asked', agent: ann, to: helper },
  ],
  'colleague.declined': [
    { type: 'colleague.declined', agent: ann, reason: SECRET },
    { type: 'colleague.declined', agent: ann },
  ],
  'colleague.joined': same({ type: 'colleague.joined', agent: ann }),
  'colleague.left': same({ type: 'colleague.left', agent: ann }),
  'message.late': [
    { type: 'message.late', agent: ann, id: 'm', text: SECRET, attachments: [media] },
    { type: 'message.late', agent: ann, id: 'm', text: '', attachments: [{ kind: 'photo' }] },
  ],
}

type Body<T extends EntryType> = Extract<EntryBody, { type: T }>

function same<E>(entry: E): [E, E] {
  return [entry, entry]
}

test('every entry type in the registry has a file of its name and all properties', () => {
  const files = readdirSync(new URL('entries', import.meta.url)).toSorted()
  const types = Object.keys(ENTRY_KINDS).map((type) => `${type.replace('.', '-')}.ts`)
  assert.deepEqual(files, types.toSorted(), 'each file in entries/ is one entry type of the registry')
  for (const [type, kind] of Object.entries(ENTRY_KINDS)) {
    const {
      type: named,
      version,
      author,
      apply,
      readers,
      deliveries,
      event,
      archive,
      blocks,
      redaction,
      ...more
    } = kind
    assert.equal(named, type)
    assert.ok(Number.isInteger(version) && version > 0)
    assert.ok(['visitor', 'agent', 'bot', 'system'].includes(String(author)) || typeof author === 'function')
    assert.equal(typeof apply, 'function')
    assert.deepEqual(Object.keys(readers).toSorted(), ['transcript', 'visitor'])
    for (const answer of [deliveries, event]) assert.ok(answer === 'none' || typeof answer === 'function')
    assert.equal(typeof archive, 'boolean')
    assert.equal(blocks, { 'visitor.blocked': true, 'visitor.unblocked': false }[type])
    assert.ok(Object.keys(redaction).every((field) => field !== 'type'))
    assert.deepEqual(more, {}, 'a property that no test covers')
  }
})

for (const [type, [whole, left]] of Object.entries(ERASED))
  test(`erasure leaves of ${type} what its fields say`, () => {
    const redacted = redact(whole)
    assert.deepEqual(redacted, left)
    assert.doesNotMatch(JSON.stringify(redacted), /sentinel/)
    assert.equal(redacted === whole, whole === left, 'an entry whose fields are all kept is returned unchanged')
    const { redaction } = ENTRY_KINDS[whole.type]
    const fields = Object.keys(whole).filter((field) => field !== 'type')
    assert.deepEqual(fields.toSorted(), Object.keys(redaction).toSorted(), 'the sample has every field')
  })

// The compiler refuses a kind with a missing property; if it did not, these directives would be errors.
interface Waved {
  readonly type: 'visitor.waved'
  readonly text: string
  readonly mood?: number
}
const waved = {
  type: 'visitor.waved',
  version: 1,
  author: 'visitor',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { text: () => '', mood: 'removed' },
} as const satisfies EntryKind<Waved>

/** The kind without one of its properties. */
const without = <const F extends keyof typeof waved>(answer: F): Omit<typeof waved, F> => {
  const { [answer]: _, ...rest } = waved
  return rest
}

test('an entry kind with a missing property does not compile', () => {
  entryKinds({ 'visitor.waved': waved })
  // @ts-expect-error -- under another name
  entryKinds({ 'visitor.nodded': waved })
  // @ts-expect-error -- no version
  entryKinds({ 'visitor.waved': without('version') })
  // @ts-expect-error -- no author
  entryKinds({ 'visitor.waved': without('author') })
  // @ts-expect-error -- no apply
  entryKinds({ 'visitor.waved': without('apply') })
  // @ts-expect-error -- no readers
  entryKinds({ 'visitor.waved': without('readers') })
  // @ts-expect-error -- no deliveries
  entryKinds({ 'visitor.waved': without('deliveries') })
  // @ts-expect-error -- no event
  entryKinds({ 'visitor.waved': without('event') })
  // @ts-expect-error -- no archive
  entryKinds({ 'visitor.waved': without('archive') })
  // @ts-expect-error -- no redaction
  entryKinds({ 'visitor.waved': without('redaction') })
  // @ts-expect-error -- a field without a rule
  void ({ ...waved, redaction: { text: 'kept' } } satisfies EntryKind<Waved>)
  // @ts-expect-error -- a required field cannot be removed
  void ({ ...waved, redaction: { text: 'removed', mood: 'kept' } } satisfies EntryKind<Waved>)
  // @ts-expect-error -- shown to the visitor, and declared for agents alone
  void ({ ...waved, readers: { visitor: true, transcript: false } } satisfies EntryKind<Waved>)
})
