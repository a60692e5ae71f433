type Child = Node | string | false | null | undefined
type Props<T> = { [K in keyof T]?: T[K] | undefined }

/** An element with properties and children. A text becomes a text node, never markup (T1). */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<HTMLElementTagNameMap[K]>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), props)
  for (const child of children) if (child) element.append(child)
  return element
}

/** A button that does not submit a form. */
export const button = (className: string, onclick: () => void, ...children: Child[]): HTMLButtonElement =>
  el('button', { type: 'button', className, onclick }, ...children)

const SVG = 'http://www.w3.org/2000/svg'

/** A line drawing in a 24 by 24 view box. */
export function icon(d: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', d)
  svg.append(path)
  return svg
}

/** A button that shows a drawing, with its accessible name. */
export function iconButton(name: string, d: string, onclick: () => void): HTMLButtonElement {
  const made = button('ib', onclick, icon(d))
  made.ariaLabel = made.title = name
  return made
}

export const ICONS = {
  close: 'M6 6l12 12M18 6L6 18',
  minimise: 'M6 10l6 6 6-6',
  send: 'M4 12L20 4l-5 16-3-7z',
  attach: 'M19 11l-7.5 7.5a4.6 4.6 0 01-6.5-6.5L13 4a3 3 0 014.3 4.2L9.5 16a1.5 1.5 0 01-2-2L14 7.5',
  emoji: 'M12 3a9 9 0 100 18 9 9 0 000-18zM8 14c2 3 6 3 8 0M9 9v1M15 9v1',
  file: 'M7 3h7l5 5v11a2 2 0 01-2 2H7a2 2 0 01-2-2V5a2 2 0 012-2zM14 3v5h5',
  place: 'M12 21c5-5.5 7-8.5 7-11a7 7 0 00-14 0c0 2.5 2 5.5 7 11zM12 12a2 2 0 100-4 2 2 0 000 4z',
}

/** Puts a name or a number into a text of the dictionary. */
export const fill = (text: string, what: string | number | undefined): string => text.replace('{}', () => String(what))
