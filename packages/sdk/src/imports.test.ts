import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('./', import.meta.url)
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

test('the code imports only this folder: no protocol code, no package, no Node module', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const sdk = await import('@deskbell/sdk')
    console.log(JSON.stringify({ loaded, names: Object.keys(sdk) }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' })
  const { loaded, names } = JSON.parse(said) as { loaded: string[]; names: string[] }
  assert.deepEqual(new Set(loaded), new Set(sources.map((name) => new URL(name, folder).href)))
  for (const name of ['verify', 'sign', 'card', 'ok', 'ChannelClient', 'BotClient'])
    assert.ok(names.includes(name), name)
})

test('the code uses no global that only Node has', () => {
  for (const name of sources) {
    const code = readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    assert.doesNotMatch(code, /\b(?:Buffer|process|require|__dirname|setImmediate)\b|node:/, name)
  }
})
