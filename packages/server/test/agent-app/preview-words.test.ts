import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { DARK, DRAWINGS, LIGHT, THUMBS } from '../../../agent-app/src/widget/preview-look.ts'
import { previewWords } from '../../../agent-app/src/widget/preview-words.ts'
import { enMore } from '../../../widget/src/words/en-more.ts'
import { en } from '../../../widget/src/words/en.ts'

const sourceOf = (name: string): string => readFileSync(new URL(`../../../widget/src/${name}`, import.meta.url), 'utf8')

test('the preview of a widget has the texts of its window, in every language', async () => {
  for (const language of LANGUAGES) {
    const said: Record<string, string> =
      language === 'en'
        ? { ...en, ...enMore }
        : (await import(`../../../widget/src/words/words-${language}.ts`)).start()
    // The label of the button is not among the window's words.
    const { label: _, labelOffline: _offline, ...shown } = previewWords(language)
    for (const [name, text] of Object.entries(shown)) assert.equal(text, said[name], `${language} ${name}`)
  }
})

test('the preview of a widget has the drawings and the colours of its window', () => {
  for (const [name, d] of Object.entries(DRAWINGS))
    assert.ok(sourceOf('window/dom.ts').includes(`  ${name}: '${d}',\n`), name)
  for (const d of Object.values(THUMBS)) assert.ok(sourceOf('more/rating.ts').includes(`'${d}'`), d)
  for (const [scheme, colours] of Object.entries({ box: LIGHT, dark: DARK })) {
    const rule = new RegExp(`^\\.${scheme} \\{[^}]+`, 'm').exec(sourceOf('window/styles/base.css'))?.[0] ?? ''
    for (const [name, colour] of Object.entries(colours))
      assert.ok(rule.includes(`${name.replace('--w-', '--')}: ${colour};`), `${scheme} ${name}`)
  }
})
