import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findEmoji, GROUPS, parseEmoji, toned } from './parse.ts'

const groups = parseEmoji(readFileSync(new URL('emoji.txt', import.meta.url), 'utf8'))
const find = (query: string) => findEmoji(groups.values(), query, 8).map(({ emoji }) => emoji)

test('every group has emoji, and each of them a name', () => {
  assert.deepEqual([...groups.keys()], [...GROUPS])
  for (const list of groups.values()) {
    assert.ok(list.length > 50)
    for (const { emoji, name } of list) assert.ok(/\p{Emoji}/u.test(emoji) && name !== '', `${emoji} ${name}`)
  }
})

test('an emoji is found by the beginnings of its words, whole words first', () => {
  assert.ok(find('thumbs up').includes('👍️') || find('thumbs up').includes('👍'))
  assert.ok(find('part').some((one) => one.startsWith('🎉') || one.startsWith('🥳')))
  assert.match(find('heart red').join(''), /❤\uFE0F/)
  assert.deepEqual(find('zzzz'), [])
})

test('a skin tone stands behind the first character, and only where there are tones', () => {
  assert.equal(toned({ emoji: '👋', hasTones: true }, 3), '👋🏽')
  assert.equal(toned({ emoji: '☝️', hasTones: true }, 1), '☝🏻')
  assert.equal(toned({ emoji: '👨‍🍳', hasTones: true }, 5), '👨🏿‍🍳')
  assert.equal(toned({ emoji: '👋', hasTones: true }, 0), '👋')
  assert.equal(toned({ emoji: '🎉', hasTones: false }, 3), '🎉')
})
