// The design system of the agent application (packages/agent-app/src/styles.css):
//
// - Every class in the sources that names a colour, size, radius, shadow, font or animation must produce CSS. Tailwind
//   drops an unknown class without a word, and the text keeps the browser's colour.
// - Text keeps a contrast of 4.5 : 1 on the surfaces it stands on, light and dark.
//
//   node tools/theme.ts
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { print, type Outcome } from './step.ts'

const SOURCES = 'packages/agent-app/src'
const STYLES = `${SOURCES}/styles.css`
const ENOUGH = 4.5

/** Classes whose value is a name of the theme. */
const THEMED =
  /^-?(?:(?:bg|text|border(?:-[xytbse])?|divide|ring|outline|fill|stroke|accent|caret|decoration|placeholder|shadow|rounded(?:-(?:[tbse]|ss|se|es|ee))?|font|leading|tracking|animate)-[a-z0-9]|(?:p|m|gap)[xytbse]?-|(?:size|[wh]|inset|top|bottom|start|end|max-w|max-h|min-w|min-h)-[a-z0-9])/
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
/** A class stands alone between blanks, without the signs of prose and addresses. */
const CLASS =
  /^(?:[a-z0-9@*_-]+(?:\[[^\]\s]*\])?(?:\/[a-z0-9]+)?:|\[[^\]\s]*\]:)*-?[a-z](?:[a-z0-9.-]*[a-z0-9])?(?:-\[[^\]\s]*\])?(?:\/[a-z0-9.]+)?$/

export interface Found {
  file: string
  line: number
  name: string
}

/** The themed classes in the string literals of a source text. */
export function themedClasses(file: string, text: string): Found[] {
  return [...text.matchAll(LITERAL)].flatMap((match) => {
    const literal = (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/\$\{[^}]*\}/g, ' ')
    const line = text.slice(0, match.index).split('\n').length
    return literal
      .split(/\s+/)
      .filter((name) => CLASS.test(name) && THEMED.test(name.replace(/^.*:/, '')))
      .map((name) => ({ file, line, name }))
  })
}

/** The classes that produce no CSS with these styles. */
export async function findUnknown(classes: readonly Found[], styles: string): Promise<Found[]> {
  const require = createRequire(import.meta.url)
  const system = await loadDesignSystem(styles, {
    base: process.cwd(),
    loadStylesheet: async (id, base) => {
      const path = require.resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : join(base, id))
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
  })
  const names = [...new Set(classes.map(({ name }) => name))]
  const css = system.candidatesToCss(names)
  const unknown = new Set(names.filter((_, at) => css[at] === null))
  return classes.filter(({ name }) => unknown.has(name))
}

type Theme = 'light' | 'dark'
const ROLE = /--color-([a-z-]+):\s*(?:light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)|(#[0-9a-f]{6}))/g

/** The colours of the roles in a theme. */
export function rolesOf(styles: string, theme: Theme): Map<string, string> {
  return new Map(
    [...styles.matchAll(ROLE)].map(([, name, light, dark, both]) => [
      name!,
      (both ?? (theme === 'light' ? light : dark))!,
    ]),
  )
}

const SURFACES = ['canvas', 'panel', 'raised', 'well', 'hover', 'tint']
/** Which text stands on which surface. */
const PAIRS: readonly (readonly [text: string, on: readonly string[]])[] = [
  ['ink', SURFACES],
  ['soft', SURFACES],
  ['muted', SURFACES],
  ['accent', SURFACES],
  ['warm', [...SURFACES, 'warm-tint']],
  ['hot', [...SURFACES, 'hot-tint']],
  ['bad', [...SURFACES, 'bad-tint']],
  ['good', [...SURFACES, 'good-tint']],
  ['on-accent', ['accent', 'accent-strong', 'bad-solid']],
  ['on-stage', ['stage']],
]

/** The pairs of text and surface that are hard to read, a sentence each. */
export function findFaint(styles: string): string[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const roles = rolesOf(styles, theme)
    return PAIRS.flatMap(([text, on]) =>
      on.flatMap((surface) => {
        const [front, back] = [roles.get(text), roles.get(surface)]
        if (!front || !back) return [`${STYLES} has no role ${front ? surface : text}.`]
        const ratio = contrast(front, back)
        return ratio < ENOUGH
          ? [`${text} on ${surface} has a contrast of ${ratio.toFixed(2)} in the ${theme} theme.`]
          : []
      }),
    )
  })
}

/** The contrast of two colours (`#rrggbb`) as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright! + 0.05) / (dim! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

export async function checkTheme(): Promise<Outcome> {
  const styles = readFileSync(STYLES, 'utf8')
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('words'))
    .map((name) => join(SOURCES, name))
  const classes = files.flatMap((file) => themedClasses(file, readFileSync(file, 'utf8')))
  const said = (await findUnknown(classes, styles)).map(
    ({ file, line, name }) => `${file}:${line}: the class ${name} produces no CSS: the theme has no such role or size.`,
  )
  said.push(...findFaint(styles))
  return { ok: said.length === 0, said: said.join('\n') }
}

if (import.meta.main) {
  const { ok, said } = await checkTheme()
  print(said || 'Every class of the agent application produces CSS, and its texts can be read.')
  process.exitCode = ok ? 0 : 1
}
