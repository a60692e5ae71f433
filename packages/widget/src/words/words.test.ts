import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { enMore } from './en-more.ts'
import { en as enWindow, type Words } from './en.ts'

const en: Words = { ...enWindow, ...enMore }

for (const language of LANGUAGES.filter((one) => one !== 'en')) {
  test(`the window in ${language} has every text, with the placeholders of English`, async () => {
    const { start } = (await import(`./words-${language}.ts`)) as { start: () => Words }
    const words = start()
    assert.deepEqual(Object.keys(words).toSorted(), Object.keys(en).toSorted())
    for (const [name, english] of Object.entries(en)) {
      const text = words[name as keyof Words]
      assert.ok(text.trim(), name)
      assert.equal(text.includes('{}'), english.includes('{}'), name)
    }
  })
}
