import type { Boot } from '../boot.ts'
import { start as startCore } from '../core/start.ts'
import { isOpen, type State } from '../core/states.ts'
import type { More } from '../more/start.ts'
import { en, type Words } from '../words/en.ts'
import { el } from './dom.ts'
import { toPanel } from './panel.ts'
import { markUnread } from './unread.ts'
import css from './window.css?inline'

// Used by the scripts that are loaded later.
export { button, el, fill, icon, iconButton, ICONS } from './dom.ts'
export { toLink, toTexts } from './links.ts'
export { toSize } from './media.ts'
export { en } from '../words/en.ts'
export { toFace } from './message-element.ts'

/** Adds style sheets to the shadow root, which no content security policy of the page forbids. */
export function dress({ root }: Boot, css: string, before = root.adoptedStyleSheets): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...before, sheet]
}

const started = new WeakSet<Boot>()

/** Adds the window to the label, and performs earlier calls and clicks. */
export async function start(boot: Boot): Promise<void> {
  if (started.has(boot)) return
  started.add(boot)
  const core = startCore(boot)
  const { settings, label, root, script } = boot
  const other = settings.lang !== 'en' && (await boot.load(`words-${settings.lang}`))
  // The script `more` adds its English texts before it is used.
  const words = (other || en) as Words
  const isStandalone = script.hasAttribute('data-talk')

  // Replaces the loader's handler, which knows only the label.
  dress(boot, css, [])
  const box = el('div', { className: `box ${settings.theme}`, dir: settings.dir, lang: settings.lang })
  const { style } = box
  style.setProperty('--c', settings.colour)
  style.setProperty('--i', settings.ink)
  style.setProperty('--x', `${settings.offset[0]}px`)
  style.setProperty('--y', `${settings.offset[1]}px`)
  box.classList.add(settings.position)
  root.append(box)
  const wasFocused = root.activeElement === label
  // A press under way causes no click when the button is moved.
  boot.pressed ||= label.matches(':active')
  box.append(label)
  // Moving an element removes its focus, so the focus is restored for keyboard users.
  if (wasFocused) label.focus({ preventScroll: true })

  let more: More | undefined
  const bringMore = (): More | undefined => {
    if (!more)
      void boot.load('more').then((there) => {
        more = there as More | undefined
        if (more) core.changed()
      })
    return more
  }
  let panel: ReturnType<typeof toPanel> | undefined
  const unread = markUnread(core, words)
  const draw = (): void => {
    const count = unread()
    const isNeeded = core.state === 'label' || core.bubble || core.calls || core.callback || count
    ;(isNeeded ? bringMore() : more)?.drawAround(core, words, box, count)
  }
  const show = (wantsFocus: boolean): void => {
    if (isOpen(core.state) && !panel) box.append((panel = toPanel(core, words, bringMore)).panel)
    draw()
    if (isOpen(core.state)) panel!.appear(wantsFocus)
    else panel?.draw()
  }
  label.onclick = () => core.wish('open')
  label.onpointerenter = label.onfocus = draw
  core.watch(draw)
  document.addEventListener('visibilitychange', draw)
  core.onNews(() => {
    if (!document.hidden && isOpen(core.state)) return
    void boot.load('more').then((there) => (there as More | undefined)?.announce(core))
  })
  // A window that was open on the previous page is open here, without a state-change callback.
  core.state = isStandalone ? 'chat' : ((core.session.get('state') as State | undefined) ?? 'label')
  show(isStandalone)
  // Does not take the focus from a field in which the visitor is writing.
  core.show(() => show(!document.activeElement?.matches('input,textarea,select,[contenteditable]')))
  // From now on each click opens the window; so does the click that loaded it.
  if (boot.pressed) core.wish('open')
}
