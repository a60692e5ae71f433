import type { CallView } from '@deskbell/protocol/widget/frames'
import type { Boot } from '../boot.ts'
import { start as startCore } from '../core/start.ts'
import { dressCalls, isInView, markLabel, toScreenView } from '../screen/start.ts'
import { el } from '../window/start.ts'
import { showBar } from './bar.ts'
import { openCallback } from './callback.ts'
import { toClosed } from './closed.ts'
import { toNumberForm } from './form.ts'
import { toScreens } from './screens.ts'
import css from './telephone.css?inline'
import { en, type TelephoneWords } from './words.ts'

export interface TelephonePart {
  /** The content of the window while the visitor is called, or wants to be. */
  readonly view: HTMLElement
  hear: (frame: { readonly call: CallView }) => void
}

const parts = new WeakMap<Boot, Promise<TelephonePart>>()

/** Calls to the visitor's telephone. Loaded when the visitor wants one, or when the server tells of one. */
export function start(boot: Boot): Promise<TelephonePart> {
  const part = parts.get(boot) ?? open(boot)
  parts.set(boot, part)
  return part
}

async function open(boot: Boot): Promise<TelephonePart> {
  const core = startCore(boot)
  const { lang } = boot.settings
  const [other] = await Promise.all([lang !== 'en' && boot.load(`telephone-words-${lang}`), boot.load('window')])
  const words = (other || en) as TelephoneWords
  const call = openCallback(core)
  const screen = toScreenView(core)
  const toScreen = toScreens(core, call, words)
  const form = toNumberForm(core, call, words)
  const closed = toClosed(core, call, words)
  const view = el('div', { className: 'tel' })
  const bar = showBar(core, call, words)
  const mark = markLabel(core, words.under)
  let isDressed = false

  /** The keyboard's focus goes to the new content when it was in the one before. */
  const show = (content: HTMLElement): void => {
    if (view.firstChild === content) return
    const hadFocus = view.contains(boot.root.activeElement)
    view.replaceChildren(content)
    if (hadFocus) (content.querySelector<HTMLElement>('[data-first]') ?? screen.title).focus()
  }
  const drawView = (): void => {
    if (call.step !== 'form') {
      screen.draw(toScreen(), call.step)
      return show(screen.box)
    }
    // A number that is being entered stays, so that it is not lost when an agent is away for a moment.
    const isClosed = core.callback !== 'on'
    ;(isClosed ? closed : form).draw()
    show(isClosed ? closed.box : form.box)
  }
  const draw = (): void => {
    isDressed ||= dressCalls(boot, css)
    if (!isDressed) return
    call.look()
    if (isInView(core)) drawView()
    bar()
    const { step, view: now, startedAt, talkingSince } = call
    const isGoing = step === 'starting' || step === 'going'
    mark(isGoing ? (now && now.since !== null ? talkingSince : startedAt) : undefined)
  }
  core.watch(draw)
  core.onSecond(() => {
    call.second()
    draw()
  })
  draw()
  return { view, hear: ({ call: heard }) => call.hear(heard) }
}
