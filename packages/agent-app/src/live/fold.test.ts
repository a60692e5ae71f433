import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '@deskbell/protocol/agent/entry'
import fc from 'fast-check'
import { fold, join, type MessageItem, NOTHING, redactRange } from './fold.ts'

const ann = { id: 1, name: 'Ann' }
const helper = { id: 7, name: 'Helper' }
const photo = { kind: 'photo', state: 'pending', host: 'shop.test' } as const

/** Any log of a chat: every entry that refers to another refers to an earlier message. */
const log: fc.Arbitrary<Entry[]> = fc
  .array(fc.record({ what: fc.nat(19), who: fc.nat(), text: fc.string({ maxLength: 8 }) }), { maxLength: 40 })
  .map((choices) => {
    const entries: Entry[] = []
    for (const [index, { what, who, text }] of choices.entries()) {
      const head = { n: index + 1, at: 1000 * index }
      const messages = entries.filter((entry) => entry.type === 'message')
      const of = messages[who % (messages.length || 1)]?.n
      if (what < 4 || of === undefined) {
        const from = what % 2 ? 'agent' : 'visitor'
        const attachments = [photo, photo].slice(what === 2 ? who % 2 : 2)
        entries.push({ ...head, type: 'message', from, id: `m${head.n}`, text, attachments })
      } else if (what === 4) entries.push({ ...head, type: 'message.delivered', from: 'system', of })
      else if (what === 5) entries.push({ ...head, type: 'message.failed', from: 'system', of, text })
      else if (what === 6) entries.push({ ...head, type: 'message.resent', from: 'agent', of, agent: ann })
      else if (what === 7) {
        entries.push({
          ...head,
          type: 'media.stored',
          from: 'system',
          of,
          ...(index % 2 === 1 && { attachment: 1 }),
          media: { ...photo, state: 'stored', url: text },
        })
      } else if (what === 8) entries.push({ ...head, type: 'agent.joined', from: 'system', agent: ann })
      else if (what === 9) entries.push({ ...head, type: 'bot.left', from: 'system', bot: helper, why: 'failed', text })
      else if (what === 10) entries.push({ ...head, type: 'bot.refused', from: 'bot', bot: helper, text })
      else if (what === 11) entries.push({ ...head, type: 'crm.assigned', from: 'agent', agent: ann, link: text })
      else if (what === 12) entries.push({ ...head, type: 'visitor.updated', from: 'system' })
      else if (what === 13) entries.push({ ...head, type: 'visitor.invited', from: 'system', text })
      else if (what === 14) entries.push({ ...head, type: 'chat.rated', from: 'visitor', rating: 'positive', text })
      else if (what === 15) {
        const said = { fields: [{ title: text }], link: text, assignable: true }
        entries.push({ ...head, type: 'crm.answered', from: 'system', webhook: 1, name: 'CRM', ...said })
      } else if (what === 16 && who % 4 === 0)
        entries.push({ ...head, type: 'chat.erased', from: 'system', agent: ann })
      else if (what === 19)
        entries.push({ ...head, type: 'note.written', from: 'agent', agent: ann, text, mentions: [1 + (who % 3)] })
      else if (what === 18) entries.push({ ...head, type: 'message.edited', from: 'visitor', of, text })
      else entries.push({ ...head, type: 'visitor.changed', from: 'visitor', name: text })
    }
    return entries
  })

const shown = (folded: ReturnType<typeof fold>) => ({
  items: folded.items,
  erased: folded.erased,
  late: [...folded.late].toSorted(([a], [b]) => a - b),
})

test('a snapshot and the events after it equal a fresh snapshot', () => {
  fc.assert(
    fc.property(log, fc.nat(), (entries, at) => {
      const cut = at % (entries.length + 1)
      let state = fold(entries.slice(0, cut))
      for (const entry of entries.slice(cut)) state = join(state, fold([entry]))
      assert.deepEqual(shown(state), shown(fold(entries)))
    }),
  )
})

test('pages of history read backwards equal the log read forwards, wherever they are cut', () => {
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 7 }), (entries, size) => {
      let state = NOTHING
      for (let end = entries.length; end > 0; end -= size) {
        state = join(fold(entries.slice(Math.max(0, end - size), end)), state)
      }
      assert.deepEqual(shown(state), shown(fold(entries)))
    }),
  )
})

test('a delivery result is kept until the page with its message is read', () => {
  const message: Entry = { n: 1, at: 1, type: 'message', from: 'agent', id: 'a', text: 'hi', attachments: [] }
  const failed: Entry = { n: 2, at: 2, type: 'message.failed', from: 'system', of: 1, text: 'Not found', code: 'gone' }
  const later = fold([failed])
  assert.deepEqual(later.items, [])
  const [item] = join(fold([message]), later).items as MessageItem[]
  assert.deepEqual(item?.status, { state: 'failed', at: 2, text: 'Not found', code: 'gone' })
})

test('failures of a message that is sent again are counted', () => {
  const message: Entry = { n: 1, at: 1, type: 'message', from: 'agent', id: 'a', text: 'hi', attachments: [] }
  const failed = (n: number): Entry => ({ n, at: n, type: 'message.failed', from: 'system', of: 1, text: 'Not found' })
  const again: Entry = { n: 3, at: 3, type: 'message.resent', from: 'agent', of: 1, agent: { id: 1, name: 'Ann' } }
  const [once] = fold([message, failed(2), again]).items as MessageItem[]
  assert.equal(once?.failures, 1)
  const [twice] = join(fold([message]), fold([failed(2), again, failed(4)])).items as MessageItem[]
  assert.deepEqual([twice?.failures, twice?.status.state], [2, 'failed'])
})

/** An entry as the server returns it after the chat was erased. */
function emptied(entry: Entry): Entry {
  switch (entry.type) {
    case 'message': {
      const { n, at, type, from, id, attachments } = entry
      const gone = { state: 'failed', reason: 'the file is no longer kept' } as const
      return { n, at, type, from, id, text: '', attachments: attachments.map(({ kind }) => ({ kind, ...gone })) }
    }
    case 'media.stored':
      return { ...entry, media: { kind: entry.media.kind, state: 'failed', reason: 'the file is no longer kept' } }
    case 'message.failed':
    case 'message.edited':
    case 'bot.refused':
    case 'visitor.invited':
    case 'note.written':
      return { ...entry, text: '' }
    case 'bot.left':
    case 'chat.rated': {
      const { text: _text, ...bare } = entry
      return bare
    }
    case 'crm.answered': {
      const { link: _link, ...bare } = entry
      return { ...bare, fields: [], assignable: false }
    }
    case 'crm.assigned':
      return { ...entry, link: '' }
    case 'visitor.changed': {
      const { name: _name, ...bare } = entry
      return bare
    }
    default:
      return entry
  }
}

test('a chat that is erased while it is loaded equals a fresh snapshot, whenever its pages were read', () => {
  fc.assert(
    fc.property(log, fc.nat(), (entries, at) => {
      const n = entries.length + 1
      const erased: Entry = { n, at: 1000 * n, type: 'chat.erased', from: 'agent', agent: ann }
      const fresh = shown(fold([...entries.map(emptied), erased]))
      const cut = at % n
      const [older, newer] = [entries.slice(0, cut), entries.slice(cut)]
      // Fully loaded; and an older page that was read before the erasure and arrives after it.
      assert.deepEqual(shown(join(fold(entries), fold([erased]))), fresh)
      assert.deepEqual(shown(join(fold(older), join(fold(newer), fold([erased])))), fresh)
      // The chat's row reported the erasure before the entry arrived.
      assert.deepEqual(shown(join(join(fold(older), redactRange(fold(newer))), fold([erased]))), fresh)
    }),
  )
})

test('erasure removes all content, and unchanged items keep their identity', () => {
  const update = 'sentinel'
  const head = { at: 1, bot: helper }
  const file = { ...photo, state: 'stored', url: update, name: update } as const
  const buttons = [{ id: update, text: update }]
  const before: Entry[] = [
    { n: 1, at: 1, type: 'visitor.invited', from: 'system', text: update },
    {
      n: 2,
      at: 1,
      type: 'message',
      from: 'visitor',
      id: 'a',
      text: update,
      button: buttons[0]!,
      attachments: [file, file],
      cutFrom: 9,
    },
    {
      ...head,
      n: 3,
      type: 'message',
      from: 'bot',
      id: 'b',
      text: update,
      title: update,
      markdown: update,
      buttons,
      attachments: [],
    },
    { n: 4, at: 1, type: 'message.failed', from: 'system', of: 3, text: update, code: update },
    { ...head, n: 5, type: 'bot.skipped', from: 'system', text: update },
    { ...head, n: 6, type: 'bot.left', from: 'system', why: 'failed', text: update },
    { ...head, n: 7, type: 'bot.refused', from: 'bot', text: update },
    {
      n: 8,
      at: 1,
      type: 'visitor.changed',
      from: 'visitor',
      name: update,
      phone: update,
      email: update,
      description: update,
    },
    { n: 9, at: 1, type: 'chat.rated', from: 'visitor', rating: 'negative', text: update },
    { n: 10, at: 1, type: 'crm.assigned', from: 'agent', agent: ann, link: update },
    {
      ...{ n: 11, at: 1, type: 'crm.answered', from: 'system', webhook: 1, name: 'CRM', assignable: true },
      ...{
        fields: [{ title: update, content: update, key: update, link: update }],
        link: update,
        page: { url: update, title: update },
      },
    },
    { n: 12, at: 1, type: 'media.stored', from: 'system', of: 0, media: file },
    { n: 13, at: 1, type: 'message.failed', from: 'system', of: 0, text: update },
    { n: 14, at: 1, type: 'message.edited', from: 'visitor', of: 2, text: `${update} again` },
    { n: 15, at: 1, type: 'message.edited', from: 'visitor', of: 0, text: update },
  ]
  const erased = join(fold(before), fold([{ n: 16, at: 2, type: 'chat.erased', from: 'system' }]))
  assert.doesNotMatch(JSON.stringify(shown(erased)), /sentinel/)
  assert.equal(erased.items.length, 11)
  assert.equal(join(erased, fold([{ n: 17, at: 3, type: 'chat.erased', from: 'system' }])).items[0], erased.items[0])
})

const written: Entry = { n: 1, at: 1, type: 'message', from: 'visitor', id: 'a', text: 'helo', attachments: [] }
const edit = (n: number, text: string): Entry => ({ n, at: n, type: 'message.edited', from: 'visitor', of: 1, text })

test('the newest text of an edited message is shown, and the earlier ones are kept in their order', () => {
  const edited = { text: 'hello!', edited: { at: 4, earlier: ['helo', 'hello'] } }
  const [item] = fold([written, edit(2, 'hello'), edit(4, 'hello!')]).items as MessageItem[]
  assert.deepEqual({ text: item?.text, edited: item?.edited }, edited)
  // The edits are read before the message, each on a page of its own.
  const later = join(fold([edit(2, 'hello')]), fold([edit(4, 'hello!')]))
  assert.deepEqual(later.items, [])
  assert.deepEqual(join(fold([written]), later).items, [item])
})

test('an edit keeps the other data of the message', () => {
  const stored = { ...photo, state: 'stored', url: '/f/1' } as const
  const media: Entry = { n: 2, at: 2, type: 'media.stored', from: 'system', of: 1, media: stored }
  const [item] = fold([{ ...written, attachments: [photo] }, media, edit(3, 'hello')]).items as MessageItem[]
  assert.deepEqual([item?.text, item?.attachments], ['hello', [stored]])
})

test('an edited message of an erased chat stays marked as edited, also when the edit arrives later', () => {
  const erased: Entry = { n: 3, at: 3, type: 'chat.erased', from: 'system' }
  for (const entries of [
    [written, edit(2, 'hello'), erased],
    [written, erased, edit(4, 'hello')],
  ]) {
    const [item] = fold(entries).items as MessageItem[]
    assert.deepEqual([item?.text, item?.edited], ['', { at: item?.edited?.at, earlier: [] }])
    assert.doesNotMatch(JSON.stringify(shown(fold(entries))), /hel/)
  }
})

test('each attachment shows the last entry about it, whichever page has it', () => {
  const message: Entry = {
    n: 1,
    at: 1,
    type: 'message',
    from: 'visitor',
    id: 'a',
    text: '',
    attachments: [photo, photo],
  }
  const head = { at: 2, from: 'system', of: 1 } as const
  const second = { ...photo, state: 'stored', url: '2' } as const
  const first = { ...photo, state: 'failed', reason: 'gone' } as const
  const stored: Entry = { ...head, n: 2, type: 'media.stored', attachment: 1, media: second }
  const failed: Entry = { ...head, n: 3, type: 'media.failed', media: first, text: 'gone' }
  const whole = fold([message, stored, failed])
  assert.deepEqual((whole.items[0] as MessageItem).attachments, [first, second])
  assert.deepEqual(shown(join(fold([message]), join(fold([stored]), fold([failed])))), shown(whole))
})

test('the reason of a failed delivery is not shown for an erased message', () => {
  const message: Entry = { n: 1, at: 1, type: 'message', from: 'agent', id: 'a', text: 'hi', attachments: [] }
  const failed: Entry = { n: 3, at: 3, type: 'message.failed', from: 'system', of: 1, text: 'Vera is gone', code: 'x' }
  const [item] = fold([message, { n: 2, at: 2, type: 'chat.erased', from: 'system' }, failed]).items as MessageItem[]
  assert.deepEqual(item?.status, { state: 'failed', at: 3, text: '' })
})

test('items without updates keep their identity', () => {
  const hello: Entry = { n: 1, at: 1, type: 'message', from: 'visitor', id: 'a', text: 'hello', attachments: [] }
  const hi: Entry = { n: 2, at: 2, type: 'message', from: 'agent', id: 'b', text: 'hi', attachments: [] }
  const before = fold([hello, hi])
  const after = join(before, fold([{ n: 3, at: 3, type: 'message.delivered', from: 'system', of: 2 }]))
  assert.equal(after.items[0], before.items[0])
  assert.notEqual(after.items[1], before.items[1])
})

test('an entry of an unknown type is ignored', () => {
  const strange = { n: 1, at: 1, type: 'comet.seen', from: 'system' } as unknown as Entry
  assert.deepEqual(shown(fold([strange])), shown(NOTHING))
})

test("a bot's message keeps its question and its answers, a customer's the answer that was chosen", () => {
  const buttons = [{ id: 'y', text: 'Yes' }]
  const asked: Entry = {
    n: 1,
    at: 1,
    type: 'message',
    from: 'bot',
    id: 'a',
    text: 'Sure?\n1) Yes',
    title: 'Sure?',
    buttons,
    bot: helper,
    attachments: [],
  }
  const chose: Entry = {
    n: 2,
    at: 2,
    type: 'message',
    from: 'visitor',
    id: 'b',
    text: '1',
    button: buttons[0]!,
    attachments: [],
  }
  const [question, answer] = fold([asked, chose]).items as MessageItem[]
  assert.deepEqual([question?.bot, question?.title, question?.buttons], [helper, 'Sure?', buttons])
  assert.deepEqual([answer?.button, answer?.buttons], [buttons[0], undefined])
})

test('events of bots and agents are lines between the messages', () => {
  const head = { at: 1, from: 'system', bot: helper } as const
  const entries: Entry[] = [
    { ...head, n: 1, type: 'bot.joined' },
    { ...head, n: 2, type: 'bot.skipped', text: 'no answer' },
    { ...head, n: 3, type: 'agent.invited' },
    { ...head, n: 4, type: 'agent.unavailable', why: 'none' },
    { ...head, n: 5, type: 'bot.refused', text: 'late' },
    { ...head, n: 6, type: 'bot.left', why: 'silent' },
    { at: 1, from: 'agent', n: 7, type: 'agent.left', agent: ann },
  ]
  assert.deepEqual(
    fold(entries).items.map(({ kind, n }) => `${kind} ${n}`),
    entries.map(({ n }) => `note ${n}`),
  )
})
