import type { Item } from './items.ts'

/** What acts on a press. Controls with a command of their own are left out, and so is what belongs to one line of a list. */
const CONTROLS = 'button:not(:disabled), summary, select:not(:disabled), a[href]'
const OTHERS = '[data-keys], [aria-keyshortcuts], [data-menu-of], [role=option], [aria-hidden=true], [inert]'
const LINKS_OF_LISTS = 'a:is([role=log] *, li *, nav *, [role=option] *)'

interface Shown {
  readonly control: HTMLElement
  readonly title: string
  readonly beside: string
}

/** The actions that the screen shows, for the menu: each button, list of choices and link by its name. */
export const itemsOnScreen = (): Item[] =>
  [...shownControls()].map(([id, { control, title, beside }]) => ({
    id,
    title,
    ...(beside !== '' && beside !== title && { beside }),
    // The screen may have drawn the control anew since, for example when its data came.
    run: () => press(control.isConnected ? control : shownControls().get(id)?.control),
  }))

function shownControls(): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>()
  for (const control of document.querySelectorAll<HTMLElement>(`#content :is(${CONTROLS})`)) {
    if (control.closest(OTHERS) || control.matches(LINKS_OF_LISTS) || !control.checkVisibility()) continue
    const title = nameOf(control)
    const beside = headingOf(control)
    // Of several with one name the last is the newest.
    if (title !== '') shown.set(`screen-${title}-${beside}`, { control, title, beside })
  }
  return shown
}

function press(control: HTMLElement | undefined): void {
  control?.focus()
  if (!control?.matches('select')) control?.click()
}

function nameOf(control: HTMLElement): string {
  const label = control.getAttribute('aria-label')
  if (label !== null) return label.trim()
  const by = control.getAttribute('aria-labelledby')
  if (by !== null) return by.split(/\s+/).map(textOf).join(' ').trim()
  if (control instanceof HTMLSelectElement) return spoken(control.labels[0] ?? null)
  return spoken(control)
}

const textOf = (id: string) => spoken(document.getElementById(id))

/** The text of an element without its decoration. */
function spoken(element: Element | null): string {
  if (!element) return ''
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches('[aria-hidden=true], select')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  const parts: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue) parts.push(node.nodeValue)
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim()
}

/** The heading of the part of the screen in which a control is; else nothing. */
const headingOf = (control: Element): string => spoken(control.closest('section')?.querySelector('h2, h3') ?? null)
