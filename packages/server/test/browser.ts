import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core'

/** Common paths of Chrome and Chromium. */
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page under test must not send requests to other hosts.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
]

interface Found {
  executablePath: string
  env: Record<string, string>
}

/**
 * Opens a headless browser: the one that runs at TEST_BROWSER (`browser-server.ts`), where `npm test` has started one
 * for all files; else one of its own. The caller closes it, and with it everything that the caller opened in it. `flags`:
 * of one that is always its own.
 */
export async function openBrowser(flags?: readonly string[]): Promise<Browser> {
  const running = process.env['TEST_BROWSER']
  if (running !== undefined && !flags) return chromium.connect(running)
  const options = await launchOptions()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...(flags ?? [])] })
}

/**
 * How a browser is started: the one at CHROME_PATH, else the one packed in a npm package, which is unpacked on first use,
 * so that what tests see does not depend on what is installed; one of the system where the package has none. Throws with a
 * sentence when there is none for this machine.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  const { executablePath, env } = await findBrowser()
  return {
    executablePath,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
    // A left page stays in the back-forward cache, as in a normal browser.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  }
}

async function findBrowser(): Promise<Found> {
  const isPacked = process.platform === 'linux' && process.arch === 'x64'
  const own = process.env['CHROME_PATH'] ?? (isPacked ? undefined : SYSTEM.find((path) => existsSync(path)))
  if (own !== undefined) return { executablePath: own, env: {} }
  if (isPacked) return unpackBrowser()
  throw new Error(
    'There is no browser for the tests here: install Chrome or Chromium, or say where it is in CHROME_PATH.',
  )
}

/** The browser of `@sparticuz/chromium`, with the system libraries and fonts it brings for machines that have none. */
async function unpackBrowser(): Promise<Found> {
  const home = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'deskbell')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const half = mkdtempSync(join(cache, 'unpacking-'))
    await inflateInto(half, ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'], join(home, 'bin'))
    writeFileSync(join(half, 'fonts.conf'), fontsIn(folder))
    try {
      renameSync(half, folder)
    } catch {
      rmSync(half, { recursive: true, force: true }) // another test has unpacked it meanwhile
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

/** The package's font configuration names folders of another system; with it, all text is invisible. */
function fontsIn(folder: string): string {
  const places = ['/usr/share/fonts', join(folder, 'fonts')].map((place) => `<dir>${place}</dir>`).join('')
  return `<?xml version="1.0"?><fontconfig>${places}<cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`
}

/** The package unpacks into the system's temporary folder, which it reads from the environment at each call. */
async function inflateInto(folder: string, names: string[], from: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium')
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  const unpacked = names.map((name) => inflate(join(from, name)))
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  await Promise.all(unpacked)
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * The violations that axe finds on the page, a line for each element: `color-contrast: … at main > p`. `rules`: only
 * these, for a second look at a page in other colours.
 */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(AXE)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const found = await page.evaluate<{ id: string; help: string; nodes: { target: unknown[] }[] }[]>(
    `axe.run(${options}).then((result) => result.violations)`,
  )
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`))
}

let pictures: string | undefined

/**
 * Saves a screenshot of the page when SCREENSHOTS is set: to a folder, or to 1 for a temporary one whose path is
 * printed.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  const wanted = process.env['SCREENSHOTS']
  if (!wanted) return
  if (!pictures) {
    pictures = wanted === '1' ? mkdtempSync(join(tmpdir(), 'deskbell-screenshots-')) : wanted
    process.stdout.write(`Screenshots are in ${pictures}\n`)
  }
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
