import type { PublicSettings } from '@deskbell/protocol/widget/settings'
import css from './label.css?inline'

/** The label in its closed shadow root: the page's styles do not change it, and it does not shift the page's layout. */
export function mountLabel({ colour, ink, position, offset, dir, label: text }: PublicSettings) {
  const host = document.createElement('deskbell-widget')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const label = document.createElement('button')
  label.dir = dir
  label.textContent = text
  label.style.cssText = `background:${colour};color:${ink};${position}:${offset[0]}px;bottom:${offset[1]}px`
  root.append(label)
  document.documentElement.append(host)
  return { root, label }
}
