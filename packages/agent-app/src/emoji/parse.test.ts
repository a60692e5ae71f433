import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { findEmoji, GROUPS, parseEmoji, toned } from './parse.ts'

const text = readFileSync(new URL('emoji.txt', import.meta.url), 'utf8')
const groups = parseEmoji(text)
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

const QUERIES = {
  ar: 'بيتزا',
  de: 'Küsschen',
  es: 'corazon rojo',
  fr: 'tete de mort',
  hi: 'पिज़्ज़ा',
  pt: 'coracao vermelho',
  ru: 'пицца',
  tr: 'kalp',
  zh: '心',
} as const
for (const language of LANGUAGES)
  if (language !== 'en')
    test(`in the language ${language} each emoji has a name, and is found by it and by its English words`, () => {
      const names = readFileSync(new URL(`names/${language}.txt`, import.meta.url), 'utf8')
      const own = parseEmoji(text, names)
      for (const list of own.values()) for (const { emoji, name } of list) assert.notEqual(name, '', emoji)
      assert.equal(names.trimEnd().split('\n').length, [...own.values()].flat().length)
      assert.notDeepEqual(findEmoji(own.values(), QUERIES[language], 8), [])
      assert.ok(findEmoji(own.values(), 'thumbs up', 8).some(({ emoji }) => emoji.startsWith('👍')))
    })
