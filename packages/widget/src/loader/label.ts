import type { PublicSettings } from '@deskbell/protocol/widget/settings'
import css from './label.css?inline'

/** The label in its closed shadow root: the page's styles do not change it, and it does not shift the page's layout. */
export function mountLabel({ style, label: name, text }: PublicSettings) {
  const host = document.createElement('deskbell-widget')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const label = document.createElement('button')
  label.ariaLabel = name
  // Drawing text costs more than all else that the loader does: most buttons are only an icon. The icon is an element:
  // a pseudo-element makes the frame that shows the button half as long again.
  label.append(document.createElement('i'), text)
  label.style.cssText = style
  root.append(label)
  document.documentElement.append(host)
  return { root, label }
}
