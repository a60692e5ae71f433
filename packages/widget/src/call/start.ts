import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import type { Boot } from '../boot.ts'
import { start as startCore } from '../core/start.ts'
import { dressCalls, markLabel } from '../screen/start.ts'
import { showBar } from './bar.ts'
import css from './call.css?inline'
import { openCall } from './call.ts'
import { toView } from './view.ts'
import { type CallWords, en } from './words.ts'

export interface CallPart {
  /** The content of the window while the visitor calls. */
  readonly view: HTMLElement
  hear: (frame: Extract<ServerFrame, { t: 'call' | 'signal' }>) => void
}

const parts = new WeakMap<Boot, Promise<CallPart>>()

/** Calls from the page. Loaded when the visitor wants one, or when the server tells of one. */
export function start(boot: Boot): Promise<CallPart> {
  const part = parts.get(boot) ?? open(boot)
  parts.set(boot, part)
  return part
}

async function open(boot: Boot): Promise<CallPart> {
  const core = startCore(boot)
  const { lang } = boot.settings
  const [other] = await Promise.all([lang !== 'en' && boot.load(`call-words-${lang}`), boot.load('window')])
  const words = (other || en) as CallWords
  let isDressed = false
  const call = openCall(core)
  const view = toView(core, call, words)
  const bar = showBar(core, call, words)
  const mark = markLabel(core, words.under)
  const draw = (): void => {
    isDressed ||= dressCalls(boot, css)
    if (!isDressed) return
    call.look()
    view.draw()
    bar()
    const isGoing = call.step === 'going' || call.step === 'starting'
    const isAnswered = call.view?.agents[0] !== undefined
    mark(isGoing ? (isAnswered ? call.talkingSince : call.startedAt) : undefined)
  }
  core.watch(draw)
  core.onSecond(() => {
    call.second()
    draw()
  })
  draw()
  return { view: view.box, hear: call.hear }
}
