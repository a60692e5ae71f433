import type { Words } from '../words/en.ts'
import { el } from '../window/start.ts'

/** Lets the visitor drop files on the window while `takes` allows it, and shows so during the drag. Installed once. */
export function takeDrops(
  panel: HTMLElement,
  words: Words,
  onFiles: (files: Iterable<File>) => void,
  takes: () => boolean,
): void {
  if (!panel.ondragenter) return
  panel.ondragenter = null
  const veil = el('div', { className: 'drop', hidden: true }, words.drop)
  panel.append(veil)
  panel.ondragover = (event) => {
    if (!takes() || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    veil.hidden = false
  }
  panel.ondragleave = (event) => {
    if (!panel.contains(event.relatedTarget as Node | null)) veil.hidden = true
  }
  panel.ondrop = (event) => {
    veil.hidden = true
    if (!takes()) return
    event.preventDefault()
    onFiles(event.dataTransfer?.files ?? [])
  }
}
