import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { wordsFor } from './words-for.ts'
import type { MailWords } from './mail-words.ts'

const agent = {
  accountId: 1,
  name: 'Ann',
  status: 'online',
  photo: null,
  phone: null,
  hold: 0,
  callsOn: 'browser',
  sessionVersion: 1,
} as const
const OWNER = { ...agent, id: 1, email: 'Ann@Shop.test', role: 'owner' } as const
const BEN = { ...agent, id: 2, email: 'ben@shop.test', role: 'agent' } as const

test('a mail is in the language of the agent with its address, else of an owner, else in English', () => {
  const agents = [
    { ...OWNER, language: 'fr' as const },
    { ...BEN, language: 'tr' as const },
  ]
  const languageOf = (address: string, all = agents as readonly { language: 'fr' | 'tr' | null }[]) =>
    wordsFor({ agents: () => all as never }, 1, address).language
  assert.equal(languageOf('BEN@shop.test'), 'tr')
  assert.equal(languageOf('ann@shop.test'), 'fr')
  assert.equal(languageOf('guest@shop.test'), 'fr')
  assert.equal(languageOf('guest@shop.test', [{ ...OWNER, language: null }]), 'en')
})

/** All texts, each with its values. */
function textsOf(words: MailWords): Record<string, string> {
  const { invitation, password, alert, webhook, log, rating } = words
  return {
    visitor: words.visitor(27),
    invitation: [invitation.subject('Ben', 'Shop'), ...invitation.lines('Ben', 'Shop')].join(),
    password: [password.subject('Shop'), password.asked('Shop'), password.made('Ben', 'Shop')].join(),
    ends: words.linkEnds('18:05'),
    alert: [alert.waiting('Vera'), alert.message('Vera'), alert.inChannel('Vera', 'Site')].join(),
    webhook: [webhook.disabled('Hook'), webhook.failing('Hook'), webhook.why('no answer')].join(),
    log: [log.subject(7, 'Vera'), log.numbered('Vera', 27)].join(),
    subject: rating.letter.subject('Shop'),
    asked: rating.letter.ask('Shop', '3 May'),
    until: rating.letter.ends('18:05'),
    why: rating.letter.why('Shop'),
    title: rating.page.title('Shop'),
    long: rating.page.tooLong(2000),
    stop: rating.stopped.ask('Shop'),
    stopped: rating.stopped.done('Shop'),
  }
}
const VALUES: Readonly<Record<string, readonly string[]>> = {
  visitor: ['27'],
  invitation: ['Ben', 'Shop'],
  password: ['Ben', 'Shop'],
  ends: ['18:05'],
  alert: ['Vera', 'Site'],
  webhook: ['Hook', 'no answer'],
  log: ['7', 'Vera', '27'],
  subject: ['Shop'],
  asked: ['Shop', '3 May'],
  until: ['18:05'],
  why: ['Shop'],
  title: ['Shop'],
  long: ['2000'],
  stop: ['Shop'],
  stopped: ['Shop'],
}

for (const language of LANGUAGES)
  test(`mails in the language ${language} name the people and values that they are about`, () => {
    const { words } = wordsFor({ agents: () => [{ ...OWNER, language }] }, 1, OWNER.email)
    for (const [name, text] of Object.entries(textsOf(words)))
      for (const value of VALUES[name] ?? []) assert.ok(text.includes(value), `${name}: ${text}`)
    assert.equal(words.dir, language === 'ar' ? 'rtl' : 'ltr')
  })
