import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { spoken } from './spoken.ts'
import * as twiml from './twiml.ts'

test('texts and addresses in TwiML are escaped', () => {
  const said = twiml.ask({ text: '<Dial>1</Dial> & "2"', language: 'en"' }, { url: 'https://a/?b=1&c="', seconds: 5 })
  assert.match(said, /<Say language="en&quot;">&lt;Dial&gt;1&lt;\/Dial&gt; &amp; &quot;2&quot;<\/Say>/)
  assert.match(said, /action="https:\/\/a\/\?b=1&amp;c=&quot;"/)
  assert.match(twiml.join('<room>'), />&lt;room&gt;<\/Conference>/)
})

test('every language of the application is spoken, and others in English', () => {
  const texts = LANGUAGES.flatMap((language) => [spoken('accept', language), spoken('recorded', language)])
  assert.equal(new Set(texts.map(({ text }) => text)).size, texts.length)
  assert.deepEqual(spoken('accept', 'tlh'), spoken('accept', 'en'))
})
