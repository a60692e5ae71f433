import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import type { CallSignal } from '@deskbell/protocol/agent/call'
import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import { nextId, openPage } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import type { TestServer } from '../test-server.ts'
import { WITHIN } from './trunk-of.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const CALLER = read('caller.page.js')
const EARS = read('ears.page.js')

/** A tone (Hz) in place of the microphone of each page, and ears for the tones of the others. */
export const giveEars = (page: Page, tone: number | 'refused'): Promise<unknown> =>
  page.addInitScript({
    content: `window.TONE = ${Number(tone)};${EARS};window.ears.microphone = ${JSON.stringify(tone)}`,
  })

/** How loud a tone is in what comes to the page, dB: about -30 when it comes, below -80 when it does not. */
export const levelOf = (page: Page, tone: number): Promise<number> => page.evaluate<number>(`ears.level(${tone})`)

/** What a page knows of its ways, for the message of a test that fails. */
export const toldBy = (page: Page): Promise<string> => page.evaluate<string>('ears.told()')

/** A visitor whose page calls: Node speaks the wire of the widget, a page of the browser has the voices. */
export async function openCaller(
  browser: Browser,
  server: TestServer,
  { visitor, tone }: { visitor: string; tone: number },
) {
  const wire = await openPage(server, { visitor })
  const context = await browser.newContext()
  const page = await context.newPage()
  let call = 0
  let offers = 0
  let held: { readonly to: number; readonly signal: CallSignal }[] | undefined
  const tell = (to: number, signal: CallSignal) => wire.send({ t: 'signal', call, to, signal })
  await page.exposeFunction('tellAgent', (to: number, signal: CallSignal) => {
    if (held) held.push({ to, signal })
    else tell(to, signal)
  })
  // A page of localhost is a secure one, which has microphones.
  await page.route('http://localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Shop</title>' }),
  )
  await giveEars(page, tone)
  await page.addInitScript({ content: CALLER })
  await page.goto('http://localhost/')
  wire.socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as ServerFrame
    if (frame.t !== 'signal' || page.isClosed()) return
    if (frame.signal.kind === 'offer') offers++
    page.evaluate(`caller.hear(${frame.from}, ${JSON.stringify(frame.signal)})`).catch(() => {}) // closed meanwhile
  })
  return {
    wire,
    page,
    async calls(): Promise<number> {
      const answer = await wire.ask({ t: 'call', id: nextId() })
      if (answer.t !== 'done' || !answer.call) throw new Error(JSON.stringify(answer))
      call = answer.call.id
      return call
    },
    /** The page loads anew, and tells the agent so. */
    async reloads(agent: number): Promise<void> {
      await page.reload()
      tell(agent, { kind: 'ready' })
    },
    /** The page asks for another offer before its answer to the first one arrives; then both arrive. Resolves with how many offers came. */
    async answersTwiceLate(agent: number, accepted: () => Promise<void>): Promise<() => number> {
      const late: NonNullable<typeof held> = (held = [])
      const answers = (n: number) =>
        soon(() => late.filter(({ signal }) => signal.kind === 'answer').length === n, WITHIN)
      await accepted()
      await answers(1)
      tell(agent, { kind: 'ready' })
      await answers(2)
      held = undefined
      for (const { to, signal } of late) tell(to, signal)
      return () => offers
    },
    hangsUp: () => wire.ask({ t: 'hang', id: nextId(), call }),
    hears: (other: number) => levelOf(page, other),
    async close(): Promise<void> {
      await wire.close()
      await context.close()
    },
  }
}
