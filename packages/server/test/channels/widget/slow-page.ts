import type { ServerFrame, FramesAnswer, VisitorFrame } from '@deskbell/protocol/widget/frames'
import type { TestServer } from '../../test-server.ts'
import { secretOf, WIDGET_ID } from './page.ts'

let pages = 0

interface Asking {
  /** How long the server may hold a request (ms). */
  wait?: number
  /** The answer is lost on the way. */
  lost?: boolean
  /** The process that takes the request; without one, the one that the page was opened with. */
  through?: Pick<TestServer, 'ask'>
}

/** A long-polling page. */
export function openSlowPage(server: TestServer, visitor: string) {
  const session = `session-of-a-page-${++pages}`.padEnd(24, '0')
  let after = 0
  let at: string | undefined
  const post = (frames: VisitorFrame[], { wait = 0, through = server }: Asking = {}) =>
    through.ask(`/widget/${WIDGET_ID}/frames`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ session, after, wait, ...(at !== undefined && { at }), frames }),
    })
  async function ask(frames: VisitorFrame[], { lost = false, ...asking }: Asking = {}): Promise<ServerFrame[]> {
    const answer = await post(frames, asking)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    const { first, at: process, frames: came } = answer.body as unknown as FramesAnswer
    if (!lost) after = first + came.length - 1
    if (!lost) at = process
    return came
  }
  const hello = (): VisitorFrame => ({
    t: 'hello',
    visitor: secretOf(visitor),
    visit: 'visit-0002',
    url: 'https://shop.test/',
    title: 'Shop',
  })
  return { post, ask, hello }
}
