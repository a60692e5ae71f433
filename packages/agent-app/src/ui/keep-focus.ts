/** Where the focus may go by itself: not into a field, which would open the keyboard of a phone. */
const PRESSABLE = 'a[href], button:not(:disabled), [role=option][tabindex="0"], [role=tab][tabindex="0"]'
/** They take the focus themselves. */
const PLACES = '#content, [role=dialog], [role=alertdialog]'
/** How many elements that had the focus are remembered. */
const REMEMBERED = 8

/** An element that had the focus, and where it stood: its ancestors, each with the place of the one before among its children. */
interface Focused {
  readonly element: Element
  readonly trail: readonly { readonly parent: Element; readonly place: number }[]
}

/**
 * Keeps the focus when the element that has it goes away: a filter that is removed, a row that another agent took, the
 * screen before. The browser would give the focus to the page, where the next key and the screen reader start anew.
 * Screens that know a better place set the focus themselves; this comes after them. Returns the function that ends it.
 */
export function keepFocus(): () => void {
  let past: Focused[] = []
  let frame = 0

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    past = [toFocused(target), ...past.filter(({ element }) => element !== target)].slice(0, REMEMBERED)
  }
  const restore = () => {
    frame = 0
    if (isLost(past[0])) placeAfter(past)?.focus({ preventScroll: true })
  }
  // Two frames later the screen has drawn what follows, and has set the focus where it wants it.
  const check = () => {
    if (frame === 0 && isLost(past[0]))
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => void setTimeout(restore))))
  }
  const watcher = new MutationObserver(check)
  watcher.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  // The key belongs to the place that takes the focus.
  addEventListener('keydown', restore, { capture: true })
  return () => {
    watcher.disconnect()
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', remember)
    removeEventListener('keydown', restore, { capture: true })
  }
}

/** A press on the empty page takes the focus away, too, and is left alone: the element is still there. */
const isLost = (last: Focused | undefined): boolean =>
  last !== undefined && document.activeElement === document.body && !isUsable(last.element)

const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled, [inert] *') && element.checkVisibility()

function toFocused(element: Element): Focused {
  const trail: { parent: Element; place: number }[] = []
  for (let child = element; child.parentElement && child.parentElement !== document.body; child = child.parentElement)
    trail.push({ parent: child.parentElement, place: [...child.parentElement.children].indexOf(child) })
  return { element, trail }
}

/** The nearest place to where the focus was; else an element that had it before; else the content of the page. */
function placeAfter([last, ...before]: readonly Focused[]): HTMLElement | null {
  for (const { parent, place } of last?.trail ?? []) {
    if (!isUsable(parent)) continue
    if (parent instanceof HTMLElement && parent.matches(PLACES)) return parent
    const near = nearIn([...parent.children], place)
    if (near && near.closest(PLACES)) return near
  }
  const earlier = before.find(({ element }) => isUsable(element))?.element
  return earlier instanceof HTMLElement ? earlier : document.getElementById('content')
}

/** The first that can be pressed from `place` on, or before it. */
function nearIn(children: readonly Element[], place: number): HTMLElement | null {
  for (const child of [...children.slice(place), ...children.slice(0, place).toReversed()]) {
    const inside = [child, ...child.querySelectorAll(PRESSABLE)].find((one) => one.matches(PRESSABLE) && isUsable(one))
    if (inside instanceof HTMLElement) return inside
  }
  return null
}
