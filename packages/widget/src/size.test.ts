import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const manifest = () =>
  JSON.parse(readFileSync(`${HERE}dist/manifest.json`, 'utf8')) as { files: string[]; hash: string }
const sizeOf = (text: Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
/** Replaces the hash by a fixed one, so that the measured size does not depend on how well a hash compresses. */
const read = (name: string) =>
  Buffer.from(readFileSync(`${HERE}dist/${name}`, 'utf8').replaceAll(manifest().hash, 'aB3dE6gH9k'))
const named = (start: string) => manifest().files.find((name) => new RegExp(`^${start}-[^-]+$`).test(name))!

before(() => {
  const hash = execFileSync(process.execPath, ['build.ts', '--hash'], { cwd: HERE, encoding: 'utf8' }).trim()
  const isBuilt = existsSync(`${HERE}dist/manifest.json`) && manifest().hash === hash
  if (!isBuilt) execFileSync(process.execPath, ['build.ts'], { cwd: HERE })
})

test('what a page loads before the window is opened: at most 1500 bytes', () => {
  const size = sizeOf(read('loader.js'))
  assert.ok(size <= 1500, `loader.js has ${size} bytes`)
})

test('the open window with its history: at most 12 288 bytes', () => {
  const size = sizeOf(read(named('window'))) + sizeOf(read(named('core')))
  assert.ok(size <= 12_288, `window and core have ${size} bytes`)
})

test('a call from the page, beside the window: at most 8192 bytes, and 300 more for being in two files', () => {
  const size = sizeOf(read(named('call'))) + sizeOf(read(named('screen')))
  assert.ok(size <= 8192 + 300, `call and screen have ${size} bytes`)
})

test('a call to a telephone, beside what both kinds of calls share: at most 7168 bytes', () => {
  const size = sizeOf(read(named('telephone')))
  assert.ok(size <= 7168, `telephone has ${size} bytes`)
})

test('the window loads only the core by itself', () => {
  const imports = [
    ...read(named('window'))
      .toString()
      .matchAll(/from"\.\/(\w+)-/g),
  ].map((match) => match[1])
  assert.deepEqual([...new Set(imports)], ['core'])
  assert.doesNotMatch(read(named('core')).toString(), /from"\.\//)
})

test('the loaded scripts contain no schema library, no markup sink and no language but English', () => {
  for (const name of ['core', 'window', 'more', 'screen', 'call', 'telephone', 'api']) {
    assert.doesNotMatch(read(named(name)).toString(), /typebox|innerHTML|insertAdjacentHTML|document\.write|eval\(/)
  }
})
