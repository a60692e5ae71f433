import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching, mentionable, mentionsOf, toNotePieces, typedMention } from './mentions.ts'

const ann = { id: 1, name: 'Ann' }
const annLee = { id: 2, name: 'Ann Lee' }
const zoe = { id: 3, name: 'Zoë' }
const all = [ann, annLee, zoe]

const rows: [title: string, text: string, mentions: number[]][] = [
  ['the longest name counts', 'ask @Ann Lee', [2]],
  ['a name before a comma', '@Ann, see above', [1]],
  ['a part of a longer word is no mention', '@Annabel', []],
  ['an e-mail address is no mention', 'write to shop@Ann', []],
  ['each agent once', '@Zoë @Ann @Zoë', [3, 1]],
  ['other names', '@Bob', []],
]
for (const [title, text, mentions] of rows)
  test(`mentions in a note: ${title}`, () => {
    assert.deepEqual(mentionsOf(text, all), mentions)
    assert.equal(
      toNotePieces(text, all)
        .map((piece) => piece.text)
        .join(''),
      text,
      'the pieces are the whole text',
    )
  })

test('two agents of one name are both mentioned', () => {
  assert.deepEqual(mentionsOf('@Ann?', [ann, { id: 9, name: 'Ann' }]), [1, 9])
})

test('an @ before the caret asks for a name, ignoring accents and case; within a word it does not', () => {
  assert.deepEqual(typedMention('Hi @zo', 6), { at: 3, typed: 'zo' })
  assert.equal(typedMention('a@zo', 4), null)
  assert.equal(typedMention('@a\nb', 4), null)
  assert.deepEqual(matching(all, 'ZOE'), [zoe])
  assert.deepEqual(matching(all, 'lee'), [annLee])
})

test('agents who may see the chat can be mentioned, except the author', () => {
  const agents = (['owner', 'admin', 'agent', 'agent', 'agent'] as const).map((role, index) => ({
    id: index + 1,
    role,
  }))
  const ids = mentionable(agents, { agent: { id: 5, name: 'Eve' } }, { me: 1, assigned: [3] }).map(({ id }) => id)
  assert.deepEqual(ids, [2, 3, 5])
})
