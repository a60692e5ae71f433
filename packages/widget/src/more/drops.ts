import type { Words } from '../words/en.ts'
import { el } from '../window/start.ts'

/** From now on files may be dropped on the window, where `takes` says so; while they hang over it, it says that. Once. */
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
