import { existsSync } from 'node:fs'
import { afterEach, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { ANN, type TestServer } from '../test-server.ts'

const PASSWORD = 'correct horse battery'
const BUILT = fileURLToPath(new URL('../../../agent-app/dist/index.html', import.meta.url))

/** Sizes of agents' screens. */
export const SCREENS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
} as const

/** The open windows, whose text is printed when a test fails. */
const open = new Set<Page>()
afterEach(async (t) => {
  // Node has it, its types do not.
  if ((t as TestContext & { passed: boolean }).passed) return
  for (const page of open) {
    const text = await page.evaluate<string>('document.body.innerText').catch(String)
    process.stdout.write(`A window when the test failed, ${page.url()}:\n${text.slice(0, 3000)}\n`)
  }
})

/** A signed-in window of the agent application, with its errors. */
export async function openWindow(
  browser: Browser,
  testServer: TestServer,
  email: string = ANN,
  { withWorker = false } = {},
) {
  if (!existsSync(BUILT)) throw new Error('The agent application is not built: npm run build')
  const context = await browser.newContext({
    baseURL: testServer.publicUrl,
    viewport: SCREENS.desktop,
    // Screenshots show the end of an animation, not a moment within it.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    // It would answer requests that tests watch or refuse; `offline-start.browser.test.ts` tests it.
    serviceWorkers: withWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(30_000)
  const signedIn = await context.request.post('/api/session', {
    data: { email, password: PASSWORD },
    headers: { origin: testServer.publicUrl },
  })
  if (!signedIn.ok()) throw new Error(`not signed in: ${signedIn.status()} ${await signedIn.text()}`)
  const page = await context.newPage()
  const faults: string[] = []
  const asked = new Set<string>()
  watch(page, faults, asked)
  open.add(page)
  page.on('close', () => void open.delete(page))
  return {
    page,
    context,
    /** Problems of the page: errors, violations of its policy, dialogs. */
    faults,
    /** Hosts to which the page sent requests. */
    asked,
    async go(path: string, wait: string): Promise<void> {
      await page.goto(path)
      await page.locator(wait).first().waitFor()
    },
    close: () => context.close(),
  }
}
export type Window = Awaited<ReturnType<typeof openWindow>>

function watch(page: Page, faults: string[], asked: Set<string>): void {
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A connection that a test closed does not count as an error of the page.
    if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(message.text())) {
      faults.push(`console: ${message.text()} ${new URL(message.location().url, page.url()).pathname}`)
    }
  })
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(?:http|ws)s?:$/.test(url.protocol)) asked.add(url.host)
  })
}

/** The numbers of the entries in the conversation on the screen, in their order. */
export const shownEntries = (page: Page): Promise<number[]> =>
  page.locator('[role=log] [data-n]').evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('data-n'))))
