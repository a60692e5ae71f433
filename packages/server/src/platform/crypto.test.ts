import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { hashPassword, makeKeys, openKeys, sameText, verifyPassword, type Keys } from './crypto.ts'

const KEY = 'a key for tests only'

function folder(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-keys-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

test('T44 a sealed secret is opened unchanged with the same key for the same place', async () => {
  const keys = await makeKeys([KEY])
  const sealed = keys.seal('whsec_é', 'here')
  assert.equal(keys.open(sealed, 'here'), 'whsec_é')
  assert.equal(sealed.includes('whsec'), false)
  assert.notDeepEqual(keys.seal('whsec_é', 'here'), sealed)
  assert.throws(() => keys.open(sealed, 'there'), /encrypted with another key than that of SECRET_KEY/)
  for (let i = 0; i < sealed.length; i++) {
    const bent = Buffer.from(sealed)
    bent[i] = (bent[i] ?? 0) ^ 1
    assert.throws(() => keys.open(bent, 'here'), /encrypted with another key than that of SECRET_KEY/)
  }
  assert.throws(() => keys.open(sealed.subarray(0, 20), 'here'), /encrypted with another key than that of SECRET_KEY/)
})

test('T44 secrets of the previous key can be read, and are recognized as such', async () => {
  const [old, both, fresh] = await Promise.all([makeKeys([KEY]), makeKeys(['another', KEY]), makeKeys(['another'])])
  const sealed = old.seal('x', 'here')
  assert.equal(both.open(sealed, 'here'), 'x')
  assert.equal(both.isCurrent(sealed, 'here'), false)
  assert.throws(() => fresh.open(sealed, 'here'), /PREVIOUS_SECRET_KEY/)
  const anew = both.seal('x', 'here')
  assert.equal(both.isCurrent(anew, 'here'), true)
  assert.equal(fresh.open(anew, 'here'), 'x')
})

test('T44 each purpose has its own key, which depends only on the secret', async () => {
  const [one, same, other] = await Promise.all([makeKeys([KEY]), makeKeys([KEY]), makeKeys([`${KEY}.`])])
  const bytesOf = (keys: Keys, purpose: string) => keys.derive(purpose).export()
  assert.equal(bytesOf(one, 'links').length, 32)
  assert.deepEqual(bytesOf(one, 'links'), bytesOf(same, 'links'))
  assert.notDeepEqual(bytesOf(one, 'links'), bytesOf(one, 'cookies'))
  assert.notDeepEqual(bytesOf(one, 'links'), bytesOf(other, 'links'))
})

test('T43 T44 without SECRET_KEY a key is made once, readable by its owner alone', async (t) => {
  const dataDir = folder(t)
  const all = await Promise.all(Array.from({ length: 5 }, () => openKeys({ dataDir })))
  const path = join(dataDir, 'secret.key')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.match(readFileSync(path, 'utf8'), /^[\w-]{43}\n$/)
  assert.deepEqual(readdirSync(dataDir), ['secret.key'])
  // Processes that started together have one key.
  const sealed = all[0]?.seal('x', 'here') ?? Buffer.alloc(0)
  for (const keys of all) assert.equal(keys.open(sealed, 'here'), 'x')
  assert.equal((await openKeys({ dataDir })).open(sealed, 'here'), 'x')
  // An installation that gets a SECRET_KEY later can still read earlier secrets.
  const later = await openKeys({ dataDir, secretKey: KEY })
  assert.equal(later.open(sealed, 'here'), 'x')
  assert.equal(later.isCurrent(sealed, 'here'), false)
})

test('T44 an emptied key file stops the start and is not replaced', async (t) => {
  const dataDir = folder(t)
  writeFileSync(join(dataDir, 'secret.key'), '\n')
  await assert.rejects(openKeys({ dataDir }), /contains no key/)
})

test('T54 where the database holds secrets, no key is made that could not open them', async (t) => {
  const dataDir = folder(t)
  await assert.rejects(
    openKeys({ dataDir }, { sealed: true }),
    /secret\.key is missing\. Copy secret\.key of the installation .*or set SECRET_KEY/,
  )
  assert.deepEqual(readdirSync(dataDir), [])
  const sealed = (await openKeys({ dataDir })).seal('x', 'here')
  assert.equal((await openKeys({ dataDir }, { sealed: true })).open(sealed, 'here'), 'x')
  // The folder has another key: the sentence names the place, and how to restore the right key.
  const other = await openKeys({ dataDir: folder(t) })
  assert.throws(
    () => other.open(sealed, 'here'),
    /another key than that of .*secret\.key .*Copy secret\.key .*SECRET_KEY/,
  )
})

test('T27 a password is stored as argon2id and verified, in any Unicode composition', async () => {
  const stored = await hashPassword('p\u00e4ssword')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(await hashPassword('p\u00e4ssword'), stored)
  assert.equal(await verifyPassword(stored, 'pa\u0308ssword'), true)
  assert.equal(await verifyPassword(stored, 'passwort'), false)
})

test('T27 hashing leaves the main thread free', async () => {
  let turns = 0
  let done = false
  const count = () => {
    turns++
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  await hashPassword('a password')
  done = true
  assert.ok(turns > 5, `${turns} turns`)
})

test('A1 texts of any length are compared', () => {
  assert.equal(sameText('abc', 'abc'), true)
  assert.equal(sameText('abc', 'abd'), false)
  assert.equal(sameText('abc', 'abcd'), false)
  assert.equal(sameText('', ''), true)
})
