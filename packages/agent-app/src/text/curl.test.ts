import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { quoted, toCurl } from './curl.ts'

/** A fake curl that prints its arguments, then its standard input. */
const folder = mkdtempSync(join(tmpdir(), 'deskbell-curl-'))
after(() => rmSync(folder, { recursive: true }))
const stand = join(folder, 'curl')
writeFileSync(
  stand,
  `#!/bin/sh
for one in "$@"; do printf '%s\\000' "$one"; done
for one in "$@"; do [ "$one" = '@-' ] && cat; done
exit 0
`,
)
chmodSync(stand, 0o755)

const SHELLS = ['/bin/sh', '/bin/bash', '/bin/zsh'].filter((path) => existsSync(path))

/** The arguments and the standard input that curl receives, in every shell of this machine. */
function run(command: string): { options: string[]; piped: string } {
  const [first, ...others] = SHELLS.map((shell) => runIn(shell, command))
  assert.ok(first)
  for (const other of others) assert.deepEqual(other, first)
  return first
}

function runIn(shell: string, command: string): { options: string[]; piped: string } {
  const { status, stdout, stderr } = spawnSync(shell, {
    cwd: folder,
    input: command,
    env: { PATH: `${folder}:/usr/bin:/bin` },
  })
  assert.equal(status, 0, stderr.toString())
  assert.equal(stderr.toString(), '')
  const parts = stdout.toString().split('\u0000')
  const last = parts.indexOf('@-')
  if (last < 0) return { options: parts.slice(0, -1), piped: '' }
  return { options: parts.slice(0, last + 1), piped: parts.slice(last + 1).join('\u0000') }
}

const of = (options: string[], name: string): string[] =>
  options.flatMap((option, index) => (option === name ? [options[index + 1] ?? ''] : []))

const request = { method: 'POST', url: 'https://crm.test/hook', headers: { 'content-type': 'application/json' } }

test('a command names the method, the address, each header and the body', () => {
  assert.equal(
    toCurl({ ...request, body: `{"name":"O'Neil"}` }, ["it's old"]),
    [
      `: 'it'\\''s old'`,
      `curl --globoff --request 'POST' \\`,
      `  --url 'https://crm.test/hook' \\`,
      `  --header 'content-type: application/json' \\`,
      `  --data-raw '{"name":"O'\\''Neil"}'`,
    ].join('\n'),
  )
})

test('a shell passes the exact request to curl and runs nothing else', () => {
  const hostile = [
    `'; touch owned; '`,
    `$(touch owned)`,
    '`touch owned`',
    `\\'; touch owned #`,
    `"; touch owned; "`,
    `'\n touch owned\n'`,
    `@/etc/passwd`,
    `!! ~ * ? [a-z] {a,b} \\`,
    `%s %n \\n \\033 %%`,
    `\u001b[201~\ntouch owned\n`,
    `tab\there`,
    `\u0000\u0007\u009b`,
    '',
  ]
  for (const body of hostile) {
    const { options, piped } = run(toCurl({ ...request, body }, [body]))
    assert.equal(of(options, '--data-raw')[0] ?? piped, body, JSON.stringify(body))
    assert.deepEqual(of(options, '--url'), [request.url])
    const header = run(toCurl({ ...request, headers: { 'x-said': body, [`x'; touch owned`]: '1' } }))
    const said = of(header.options, '--header')
    assert.equal(said.length, 1)
    assert.match(said[0] ?? '', /^x-said[:;]/)
  }
  const url = `https://crm.test/a b'; touch owned; '\u001b$(touch owned)?a=[1]&b={2}&c=••••\n#x`
  assert.deepEqual(of(run(toCurl({ ...request, url })).options, '--url'), [
    `https://crm.test/a%20b';%20touch%20owned;%20'%1B$(touch%20owned)?a=[1]&b={2}&c=••••%0A#x`,
  ])
  assert.deepEqual(spawnSync('ls', [folder]).stdout.toString().split('\n').filter(Boolean), ['curl'])
})

test('every byte of a body is preserved, one by one and all together', () => {
  const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('')
  assert.equal(run(toCurl({ ...request, body: all })).piped, all)
  const long = `{"log":"${'ä'.repeat(100_000)}"}`
  assert.equal(run(toCurl({ ...request, body: long })).piped, long)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (body) => {
      const { options, piped } = run(toCurl({ ...request, body }))
      assert.equal(of(options, '--data-raw')[0] ?? piped, body)
    }),
    repeats('curl commands', 60, 600),
  )
})

test('a pasted command contains no control characters but line ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (body, said) => {
      const command = toCurl({ ...request, url: `https://crm.test/${said}`, headers: { 'x-said': said }, body }, [said])
      assert.doesNotMatch(command, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    }),
  )
})

test('an empty header is sent empty, a body without a type gets none from curl, and a request may have no body', () => {
  const { options } = run(toCurl({ ...request, headers: { 'x-none': '' }, body: '' }))
  assert.deepEqual(of(options, '--header'), ['x-none;', 'content-type:'])
  assert.deepEqual(of(options, '--data-raw'), [''])
  assert.equal(toCurl({ ...request, method: 'GET' }).includes('--data'), false)
  assert.equal(quoted(`it's`), `'it'\\''s'`)
})
