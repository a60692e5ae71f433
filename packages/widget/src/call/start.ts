import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import type { Boot } from '../boot.ts'
import { start as startCore } from '../core/start.ts'
import { dress } from '../window/start.ts'
import { showBar } from './bar.ts'
import css from './call.css?inline'
import { openCall } from './call.ts'
import { markLabel } from './label.ts'
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
  const drawings = [view.draw, showBar(core, call, words), markLabel(core, call, words)]
  const draw = (): void => {
    // The window may still load its words; it takes all style sheets away before it shows its box.
    if (!boot.root.querySelector('.box')) return
    if (!isDressed) {
      dress(boot, css)
      void boot.load('more')
    }
    isDressed = true
    call.look()
    for (const one of drawings) one()
  }
  core.watch(draw)
  core.onSecond(() => {
    call.second()
    draw()
  })
  draw()
  return { view: view.box, hear: call.hear }
}
