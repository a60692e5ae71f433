// Runs in the page: what `layout-faults.ts` asks of it.
globalThis.layoutFaults = () => {
  const HIDDEN = '[inert], [aria-hidden=true], .sr-only, script, style, svg, [role=img], noscript'
  const quoted = (text) => `“${text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`
  const styles = new Map()
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip'
  const isOpaque = (element) => {
    const { backgroundColor } = styleOf(element)
    return backgroundColor !== 'transparent' && !/[,/] ?0(?:\.\d+)?\)$/.test(backgroundColor)
  }

  /** The elements that can cut an element off, the nearest first: not those that it is positioned over. */
  function* around(element) {
    let { position } = styleOf(element)
    for (let one = element.parentElement; one && position !== 'fixed'; one = one.parentElement) {
      const style = styleOf(one)
      if (position === 'absolute' && style.position === 'static' && style.transform === 'none') continue
      position = style.position
      yield [one, style]
    }
  }

  /** A text for screen readers alone is in a box of a pixel, on phones perhaps. */
  const isForReaders = (element) => {
    const boxes = [element, ...[...around(element)].map(([one]) => one)]
    return boxes.some((one) => one.offsetWidth <= 1 && one.offsetHeight <= 1)
  }

  /** What is left of the box of a text after all that cuts it, and whether that is meant: scrolled away, or with dots. */
  function visible(element, box) {
    let { left, right, top, bottom } = box
    let fault = null
    const line = box.height * 0.3
    for (const [one, style] of [[element, styleOf(element)], ...around(element)]) {
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = one.getBoundingClientRect()
      const isMeantX = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const isMeantY = style.webkitLineClamp !== 'none'
      if (cuts(style.overflowX) && !isMeantX && (left < edge.left - 2 || right > edge.right + 2)) fault = one
      if (cuts(style.overflowY) && !isMeantY && (top < edge.top - line || bottom > edge.bottom + line)) fault = one
      left = Math.max(left, edge.left)
      right = Math.min(right, edge.right)
      top = Math.max(top, edge.top)
      bottom = Math.min(bottom, edge.bottom)
      if (right - left < 1 || bottom - top < 1) break
    }
    return { left, right, top, bottom, fault }
  }

  const faults = new Set()
  const pieces = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest(HIDDEN)) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }))
      continue
    if (isForReaders(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue
      const { fault, ...seen } = visible(element, box)
      const isSeen = seen.right - seen.left >= 1 && seen.bottom - seen.top >= 1
      if (fault && isSeen) faults.add(`cut off: ${quoted(node.data)}`)
      if (isSeen) pieces.push({ element, text: node.data, ...seen })
      const control = element.closest('button, [role=button], [role=tab], [role=menuitem]')
      if (!control || styleOf(control).display.startsWith('inline')) continue
      const edge = control.getBoundingClientRect()
      if (
        box.top < edge.top - 3 ||
        box.bottom > edge.bottom + 3 ||
        seen.left < edge.left - 3 ||
        seen.right > edge.right + 3
      )
        faults.add(`out of its button: ${quoted(node.data)}`)
    }
  }

  /** What covers the middle of a text, and does not float over the page or stay in its place while it scrolls. */
  const coverOf = ({ element, left, right, top, bottom }) => {
    const [upper] = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!upper || upper.contains(element) || element.contains(upper)) return null
    let isCovered = false
    for (let one = upper; one && !one.contains(element); one = one.parentElement) {
      if (['absolute', 'fixed', 'sticky'].includes(styleOf(one).position)) return null
      isCovered ||= isOpaque(one)
    }
    return isCovered ? upper : null
  }
  for (const piece of pieces) if (coverOf(piece)) faults.add(`covered: ${quoted(piece.text)}`)

  /** Whether both are painted at a point, one over the other, with nothing opaque between. */
  const areBothSeen = (a, b, x, y) => {
    const stack = document.elementsFromPoint(x, y)
    const [upper, lower] = [stack.indexOf(a), stack.indexOf(b)].toSorted((one, other) => one - other)
    return upper >= 0 && !stack.slice(upper, lower).some(isOpaque)
  }
  for (const [i, a] of pieces.entries())
    for (let j = i + 1; j < pieces.length; j++) {
      const b = pieces[j]
      if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue
      const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)]
      const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)]
      // Lines that stand close share the room above and below their letters.
      const least = 0.35 * Math.min(a.bottom - a.top, b.bottom - b.top)
      if (right - left <= 2 || bottom - top <= least) continue
      if (areBothSeen(a.element, b.element, (left + right) / 2, (top + bottom) / 2))
        faults.add(`${quoted(a.text)} and ${quoted(b.text)} lie on each other`)
    }
  return [...faults]
}
