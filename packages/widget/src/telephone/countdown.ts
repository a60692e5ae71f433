import { el } from '../window/start.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** A ring that empties, with the seconds that are left. */
export function toCountdown(name: string) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 120 120')
  svg.setAttribute('aria-hidden', 'true')
  for (const className of ['rail', 'rest']) {
    const circle = document.createElementNS(SVG, 'circle')
    circle.setAttribute('class', className)
    for (const [key, value] of [
      ['cx', 60],
      ['cy', 60],
      ['r', 54],
      ['pathLength', 100],
    ] as const)
      circle.setAttribute(key, String(value))
    svg.append(circle)
  }
  const seconds = el('b', { ariaHidden: 'true' })
  const box = el('div', { className: 'ring', role: 'timer' }, svg, seconds)
  return {
    box,
    /** Both in ms. */
    draw(left: number, whole: number): void {
      const now = Math.ceil(left / 1000)
      seconds.textContent = `${now}`
      box.ariaLabel = `${name} ${now} s`
      box.style.setProperty('--left', String((100 * left) / whole))
    },
  }
}
