import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../server/config.ts'
import { remember, toConversation } from '../server/history.ts'
import type { Turn } from '../server/model.ts'

const RIGHT = { TOKEN: 'a-token-for-tests-only', LLM_MODEL: 'small' }

describe('settings', () => {
  test('their defaults', () => {
    const { prompt, ...model } = readConfig({ ...RIGHT, LLM_KEY: '', PORT: '' }).model
    assert.deepEqual(model, { url: 'http://localhost:11434/v1', name: 'small', stream: true, deadline: 30_000 })
    assert.match(prompt, /never make it up/)
    const { port, host, deskbellUrl } = readConfig(RIGHT)
    assert.deepEqual([port, host], [5001, '127.0.0.1'])
    assert.equal(deskbellUrl, 'http://localhost:4000/bot/webhooks/assistant/a-token-for-tests-only')
  })

  test('settings from the environment', () => {
    const path = fileURLToPath(import.meta.url)
    const config = readConfig({
      ...RIGHT,
      ...{ BOT_URL: 'https://desk.test/bot/', PROVIDER_ID: 'a/b', PORT: '80', HOST: '::', LLM_STREAM: 'off' },
      ...{ LLM_URL: 'https://llm.test/v1/', LLM_KEY: 'k', LLM_SECONDS: '5', PROMPT_FILE: path },
    })
    assert.equal(config.deskbellUrl, 'https://desk.test/bot/webhooks/a%2Fb/a-token-for-tests-only')
    assert.deepEqual([config.port, config.host], [80, '::'])
    const prompt = readFileSync(path, 'utf8')
    assert.deepEqual(config.model, {
      ...{ url: 'https://llm.test/v1', name: 'small', key: 'k', stream: false, deadline: 5000, prompt },
    })
    assert.equal(readConfig({ ...RIGHT, SYSTEM_PROMPT: 'Be brief.' }).model.prompt, 'Be brief.')
  })

  const wrong: [object, RegExp][] = [
    [{ TOKEN: '' }, /^TOKEN /],
    [{ TOKEN: 'short' }, /^TOKEN /],
    [{ TOKEN: 'with/a/slash/and-more' }, /^TOKEN /],
    [{ LLM_MODEL: '' }, /^LLM_MODEL /],
    [{ LLM_STREAM: 'yes' }, /^LLM_STREAM /],
    [{ LLM_URL: 'localhost:11434' }, /^LLM_URL /],
    [{ BOT_URL: 'ftp://desk.test' }, /^BOT_URL /],
    [{ PORT: 'http' }, /^PORT /],
    [{ LLM_SECONDS: '0' }, /^LLM_SECONDS /],
    [{ SYSTEM_PROMPT: 'a', PROMPT_FILE: 'b' }, /^Set SYSTEM_PROMPT or PROMPT_FILE/],
  ]
  for (const [env, problem] of wrong)
    test(`refused: ${JSON.stringify(env)}`, () => {
      assert.throws(() => readConfig({ ...RIGHT, ...env }), { message: problem })
    })

  test('a bot without a token prints an error and exits', async () => {
    const { PATH } = process.env
    const main = fileURLToPath(new URL('../server/main.ts', import.meta.url))
    const bot = spawn(process.execPath, [main], { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] })
    const [said, [code]] = await Promise.all([text(bot.stderr), once(bot, 'exit')])
    assert.match(said, /^TOKEN is .+\n$/)
    assert.equal(code, 1)
  })
})

describe('history', () => {
  test('is bounded, and the visitor begins', () => {
    const turns: Turn[] = []
    for (let i = 0; i < 100; i++) remember(turns, i % 2 ? 'assistant' : 'user', `${i}`)
    assert.equal(turns.length, 40)
    remember(turns, 'user', 'x'.repeat(15_999))
    assert.ok(turns.reduce((sum, { content }) => sum + content.length, 0) <= 16_000)
    assert.deepEqual(
      toConversation(turns).map(({ role }) => role),
      ['user'],
    )
    remember(turns, 'user', 'y'.repeat(50_000))
    assert.deepEqual(turns, [{ role: 'user', content: 'y'.repeat(16_000) }])
  })
})
