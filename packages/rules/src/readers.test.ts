import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorOf, changesArchive, isSeenBy, opened, typesSeenBy, type EntryBody } from './index.ts'

const ann = { id: 1, name: 'Ann' }
const helper = { id: 7, name: 'Helper' }

test('T23 a visitor is shown messages, media results, agents who join and leave, the end and a rating', () => {
  assert.deepEqual(typesSeenBy('visitor'), [
    'message',
    'chat.rated',
    'agent.joined',
    'agent.left',
    'chat.closed',
    'media.stored',
    'media.failed',
  ])
})

test('T23 B12 only agents are shown a bot’s late message', () => {
  const late: EntryBody = { type: 'bot.refused', bot: helper, text: 'late' }
  assert.equal(isSeenBy('visitor', late), false)
  assert.equal(isSeenBy('transcript', late), false)
})

test('C4 the transcript has messages with their files and newest texts, and the agents who joined', () => {
  assert.deepEqual(typesSeenBy('transcript'), [
    'message',
    'agent.joined',
    'message.edited',
    'media.stored',
    'colleague.joined',
  ])
})

const authors: [entry: EntryBody, from: string][] = [
  [{ type: 'message', from: 'bot', id: 'b', text: 'hi' }, 'bot'],
  [{ type: 'visitor.changed', name: 'Vera' }, 'visitor'],
  [{ type: 'visitor.changed', name: 'Vera', by: 'crm' }, 'system'],
  [{ type: 'chat.closed', agent: ann }, 'agent'],
  [{ type: 'chat.closed' }, 'system'],
  [{ type: 'chat.erased' }, 'system'],
  [{ type: 'agent.invited', bot: helper, until: 1 }, 'bot'],
  [{ type: 'agent.unavailable', bot: helper, why: 'none' }, 'system'],
]
for (const [entry, from] of authors)
  test(`${JSON.stringify(entry)} comes from ${from}`, () => assert.equal(authorOf(entry), from))

test('the archive indexes a chat when it ends, and again when it changes afterwards', () => {
  const open = opened(0)
  const closed = { ...open, owner: { kind: 'nobody' } } as const
  const rated: EntryBody = { type: 'chat.rated', rating: 'positive' }
  assert.equal(changesArchive({ type: 'chat.closed' }, closed), true)
  assert.equal(changesArchive(rated, closed), true)
  assert.equal(changesArchive(rated, open), false)
  assert.equal(changesArchive({ type: 'message.delivered', of: 1 }, closed), false)
})
