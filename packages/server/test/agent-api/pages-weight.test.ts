import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DIST, readBuiltFiles } from '../../src/agent-api/built-files.ts'

/** Bytes on the wire, brotli. */
const MOST = 200_000

/** The files that the page asks for before it shows the first screen: in its head, and what these import. */
function firstLoad(page: string, sourceOf: (name: string) => string): Set<string> {
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    if (!name.endsWith('.js')) return
    const imports = sourceOf(name).matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^'"`;()]*from\s*)?["']\.\/([^"']+)["']/g,
    )
    for (const [, imported] of imports) add(`assets/${imported}`)
  }
  for (const [, name] of page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)) add(name!)
  return names
}

test('the first load of the application is at most 200 kB on the wire, and all of it is named in the page', async () => {
  const built = readBuiltFiles()
  assert.ok(built, 'the agent application is not built: npm run build')
  const assetOf = (name: string) => (name.startsWith('assets/') ? built.assets[name.slice(7)] : built.others[name])
  const page = built.page.bytes.toString()
  const names = firstLoad(page, (name) => readFileSync(`${DIST}/${name}`, 'utf8'))
  assert.ok(names.size >= 3, [...names].join(', '))
  // A file that is found only inside another one is fetched after it: one more way to the server and back.
  for (const name of names) assert.ok(page.includes(`"/${name}"`), `${name} is not preloaded`)
  const sizes = await Promise.all(
    [...names].map(async (name) => {
      const asset = assetOf(name)
      assert.ok(asset, name)
      return { name, bytes: ((await asset.compressed('br')) ?? asset.bytes).length }
    }),
  )
  sizes.push({ name: 'the page', bytes: ((await built.page.compressed('br')) ?? built.page.bytes).length })
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  assert.ok(total <= MOST, `${total} B:\n${sizes.map(({ name, bytes }) => `${name} ${bytes}`).join('\n')}`)
})
