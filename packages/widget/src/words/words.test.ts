import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { en as enTelephone } from '../telephone/words.ts'
import { en as enCall } from '../call/words.ts'
import { enMore } from './en-more.ts'
import { en as enWindow, type Words } from './en.ts'

const en: Words = { ...enWindow, ...enMore }

async function hasAll(file: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const { start } = (await import(file)) as { start: () => Record<string, string> }
  const words = start()
  assert.deepEqual(Object.keys(words).toSorted(), Object.keys(texts).toSorted())
  for (const [name, english] of Object.entries(texts)) {
    const text = words[name] ?? ''
    assert.ok(text.trim(), name)
    assert.equal(text.includes('{}'), english.includes('{}'), name)
  }
}

for (const language of LANGUAGES.filter((one) => one !== 'en')) {
  test(`the window in ${language} has every text, with the placeholders of English`, async () => {
    await hasAll(`./words-${language}.ts`, en)
    await hasAll(`../call-words/call-words-${language}.ts`, enCall)
    await hasAll(`../telephone-words/telephone-words-${language}.ts`, enTelephone)
  })
}
