import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { en } from './en.ts'
import { notices } from './en/notices.ts'
import { REASONS, type ReasonCode } from '@deskbell/protocol/agent/reasons'
import type { Translation } from './translation.ts'

/** Calls each sentence with values that can be found in it, and gives all texts by their path. */
function textsOf(value: unknown, path: string, found: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') found.set(path, value)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) textsOf(one, `${path}/${name}`, found)
  return found
}

for (const tag of LANGUAGES.filter((one) => one !== 'en'))
  test(`the words of ${tag} are complete, none is empty, and whole sentences are not left in English`, async () => {
    const { default: translation } = (await import(`./${tag}/index.ts`)) as { default: Translation }
    const [english, own] = [textsOf(en, '', new Map()), textsOf(translation.words, '', new Map())]
    assert.deepEqual([...own.keys()].toSorted(), [...english.keys()].toSorted())
    const empty = [...own].filter(([path, text]) => text.trim() === '' && english.get(path)?.trim() !== '')
    assert.deepEqual(empty, [])
    assert.equal(own.get('/locale'), tag)
    // Names and technical words may be the same in both.
    const same = [...own].filter(([path, text]) => text === english.get(path) && /\w+ \w+ \w+ \w+/.test(text))
    assert.deepEqual(same, [])
    const { notices: alerts } = (await import(`./${tag}/notices.ts`)) as { notices: typeof notices }
    for (const what of Object.keys(notices.notice) as (keyof typeof notices.notice)[]) {
      const { title, body } = alerts.notice[what]('Vera', 'Call back')
      assert.equal(
        `${title} ${body}`.includes('Vera'),
        `${Object.values(notices.notice[what]('Vera', 'Call back')).join(' ')}`.includes('Vera'),
      )
    }
  })

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

for (const tag of LANGUAGES.filter((one) => one !== 'en'))
  test(`the reasons of ${tag} have no value that the server does not give`, async () => {
    const { default: translation } = (await import(`./${tag}/index.ts`)) as { default: Translation }
    for (const [code, text] of Object.entries(translation.reasons)) {
      const given = namesIn(REASONS[code as ReasonCode])
      for (const name of namesIn(text)) assert.ok(given.includes(name), `${code}: ${name}`)
    }
  })
