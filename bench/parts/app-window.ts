import type { Browser, CDPSession, Page } from 'playwright-core'
import { SEE_FIRST_ROW, SEE_NEXT_CHAT, WATCH_WORK } from './app-in-page.ts'
import { type Deskbell, PASSWORD } from './deskbell.ts'

/** A device that is this many times slower than the machine, by the browser's own brake. */
export const SLOWER = 4

/** A browser of an agent who is signed in, with storage and cache of its own. */
export async function openAgentBrowser(browser: Browser, { port }: Pick<Deskbell, 'port'>) {
  const url = `http://localhost:${port}`
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  context.setDefaultTimeout(60_000)
  const data = { email: 'ann@bench.test', password: PASSWORD }
  const answer = await context.request.post('/api/session', { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`not signed in: ${answer.status()} ${await answer.text()}`)
  await context.addInitScript(SEE_FIRST_ROW)
  await context.addInitScript(SEE_NEXT_CHAT)
  await context.addInitScript(WATCH_WORK)

  /** Opens an empty window. `slower`: how many times slower its main thread is. */
  async function open(slower = 1): Promise<{ page: Page; devtools: CDPSession }> {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    if (slower !== 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    return { page, devtools }
  }
  return { open, close: () => context.close() }
}
export type AgentBrowser = Awaited<ReturnType<typeof openAgentBrowser>>
