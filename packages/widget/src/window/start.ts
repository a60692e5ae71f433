import type { Boot } from '../boot.ts'
import { start as openDesk } from '../core/start.ts'
import { isOpen, type State } from '../core/states.ts'
import type { More } from '../more/start.ts'
import { en, type Words } from '../words/en.ts'
import { el } from './dom.ts'
import { toPanel } from './panel.ts'
import { markUnread } from './unread.ts'
import css from './window.css?inline'

// For what comes later and stands on the same ground.
export { button, el, icon, iconButton, ICONS } from './dom.ts'
export { toLink, toTexts } from './links.ts'
export { toSize } from './media.ts'

/** Styles beside those that are there: sheets of the shadow root, which no policy of the page forbids. */
export function dress({ root }: Boot, css: string, before = root.adoptedStyleSheets): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...before, sheet]
}

const started = new WeakSet<Boot>()

/** Brings the window to the label. What was called and clicked before it came happens now. */
export async function start(boot: Boot): Promise<void> {
  if (started.has(boot)) return
  started.add(boot)
  const desk = openDesk(boot)
  const { settings, label, root, script } = boot
  const words = settings.lang === 'en' ? en : (((await boot.load(`words-${settings.lang}`)) as Words | undefined) ?? en)
  const isStandalone = script.hasAttribute('data-talk')

  // In place of the loader's, which knows no button but the label.
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
  box.append(label)
  // What is moved loses the focus, and with it the keyboard that brought us here.
  if (wasFocused) label.focus({ preventScroll: true })

  let more: More | undefined
  const bringMore = (): More | undefined => {
    if (!more)
      void boot.load('more').then((there) => {
        more = there as More | undefined
        if (more) desk.changed()
      })
    return more
  }
  let drawInvitation: (() => void) | undefined
  let panel: ReturnType<typeof toPanel> | undefined
  const unread = markUnread(desk, words)
  const draw = (): void => {
    unread()
    if (desk.bubble) drawInvitation ??= bringMore()?.showInvitation(desk, words, box)
    drawInvitation?.()
  }
  const show = (wantsFocus: boolean): void => {
    if (isOpen(desk.state) && !panel) box.append((panel = toPanel(desk, words, bringMore)).panel)
    draw()
    if (isOpen(desk.state)) panel!.appear(wantsFocus)
    else panel?.draw()
  }
  label.onclick = () => desk.wish('open')
  label.onpointerenter = label.onfocus = null
  desk.watch(draw)
  document.addEventListener('visibilitychange', draw)
  desk.onNews(() => {
    if (!document.hidden && isOpen(desk.state)) return
    void boot.load('more').then((there) => (there as More | undefined)?.announce(desk))
  })
  // What was open on the page before is open here, and nobody is told of it as of a change.
  desk.state = isStandalone ? 'chat' : ((desk.session.get('state') as State | undefined) ?? 'label')
  show(isStandalone)
  // Nobody is taken away from what they are writing.
  desk.show(() => show(!document.activeElement?.matches('input,textarea,select,[contenteditable]')))
  // From now on each press opens; the one that brought the window does so too.
  if (boot.pressed) desk.wish('open')
}
