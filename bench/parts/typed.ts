import type { Browser, Page } from 'playwright-core'
import { PASSWORD, type Deskbell } from './deskbell.ts'
import { HEAR_ANSWERS, WATCH_LOG } from './in-page.ts'

/**
 * Times of one message by the machine's clock, ms: the key press that sent it, the server's answer, the agent's screen.
 */
export interface Typed {
  readonly sent: number
  readonly answered: number
  readonly seen: number
}

type Marks = Record<string, number>

/** Between two messages, ms. */
const APART = 60

/**
 * A visitor types in the window, key by key, and an agent has the chat open, each in a page of their own: the times
 * until the server answered the visitor's page, and until the text appeared in the agent's.
 */
export async function type(browser: Browser, deskbell: Deskbell, site: string, count: number): Promise<Typed[]> {
  const url = `http://localhost:${deskbell.port}`
  const visitor = await (await browser.newContext()).newPage()
  const agent = await (await browser.newContext({ baseURL: url })).newPage()
  try {
    // An agent is online, because otherwise the offline form replaces the chat.
    await signIn(agent, url)
    await agent.goto('/')
    await agent.getByRole('heading').first().waitFor()
    await visitor.addInitScript(HEAR_ANSWERS)
    await visitor.goto(site)
    const composer = visitor.getByRole('textbox', { name: 'Write a message' })
    await visitor.getByRole('button', { name: 'Chat with us' }).click()
    await composer.fill('first')
    await composer.press('Enter')
    await agent.getByRole('option').getByText('first').first().click()
    await agent.getByRole('log').getByText('first', { exact: true }).waitFor()
    await agent.evaluate(WATCH_LOG)
    for (let n = 0; n < count; n++) {
      await composer.fill(`typed ${n}`)
      await composer.press('Enter')
      await visitor.waitForTimeout(APART)
    }
    await agent
      .getByRole('log')
      .getByText(`typed ${count - 1}`, { exact: true })
      .waitFor()
    const [sent, answered, seen] = await Promise.all([
      visitor.evaluate<Marks>('sentAt'),
      visitor.evaluate<Marks>('answeredAt'),
      agent.evaluate<Marks>('seenAt'),
    ])
    return Array.from({ length: count }, (_, n) => {
      const of = (all: Marks) => all[`typed ${n}`] ?? Number.NaN
      return { sent: of(sent), answered: of(answered), seen: of(seen) }
    })
  } finally {
    await visitor.context().close()
    await agent.context().close()
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  const data = { email: 'ann@bench.test', password: PASSWORD }
  const answer = await page.context().request.post('/api/session', { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`not signed in: ${answer.status()} ${await answer.text()}`)
}
