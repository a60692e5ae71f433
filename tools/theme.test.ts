import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkTheme, contrast, findFaint, findUnknown, rolesOf, themedClasses } from './theme.ts'

const STYLES = readFileSync('packages/agent-app/src/styles.css', 'utf8')
const unknownIn = async (text: string) =>
  (await findUnknown(themedClasses('a.tsx', text), STYLES)).map(({ line, name }) => `${line} ${name}`)

test('the classes of the agent application produce CSS and its texts can be read', async () => {
  assert.deepEqual(await checkTheme(), { ok: true, said: '' })
})

test('a class that names no role, size, radius, shadow or step of the theme is found with its line', async () => {
  const text = [
    `<p className="text-ink bg-black/85">`,
    '`${one} hover:text-white`',
    `cx('shadow-sm rounded-2xl', open && 'text-huge')`,
    `'md:rounded-4xl p-x has-focus-visible:outline-accent data-[state=open]:bg-nothing'`,
  ].join('\n')
  assert.deepEqual(await unknownIn(text), [
    '1 bg-black/85',
    '2 hover:text-white',
    '3 shadow-sm',
    '3 text-huge',
    '4 md:rounded-4xl',
    '4 p-x',
    '4 data-[state=open]:bg-nothing',
  ])
})

test('imports, sentences and other words are not taken for classes', async () => {
  assert.deepEqual(await unknownIn(`import a from './text-size.ts'\n'A text, bg-not.'\nconst to = 'to-command'`), [])
})

test('a faint text is reported for the theme in which it is faint, and a missing role by its name', () => {
  const faint = STYLES.replace(/--color-muted: light-dark\(#[0-9a-f]{6}/, '--color-muted: light-dark(#aaaaaa')
  assert.match(findFaint(faint).join('\n'), /^muted on canvas has a contrast of 2\.\d\d in the light theme\./)
  assert.ok(!findFaint(faint).some((line) => line.includes('dark theme')))
  assert.match(findFaint(STYLES.replace(/--color-hot:.*\n/, ''))[0]!, /has no role hot\./)
})

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(rolesOf('--color-a: light-dark(#111111, #222222);', 'dark').get('a'), '#222222')
})
