import type { WidgetCore } from '../core/core.ts'
import { random } from '../core/random.ts'
import type { Words } from '../words/en.ts'
import { button, el, icon, ICONS } from '../window/start.ts'
import { toSize } from '../window/start.ts'

/** A file being uploaded: a row with its progress, until its message arrives. */
export function addUpload(core: WidgetCore, words: Words, list: HTMLElement, file: File): void {
  const id = random(12)
  const bar = el('progress', { max: 1, value: 0, ariaLabel: file.name })
  const said = el('span', { className: 'err', role: 'alert' })
  const act = button('link', () => undefined, words.cancel)
  const row = el(
    'div',
    { className: 'file up' },
    icon(ICONS.file),
    el('span', {}, file.name, el('small', {}, toSize(file.size)), bar, said),
    act,
  )
  const failed = (text: string): void => {
    said.textContent = text
    bar.hidden = true
    act.textContent = words.retry
    act.onclick = send
  }
  const send = (): void => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file)
    said.textContent = ''
    bar.hidden = false
    act.textContent = words.cancel
    act.onclick = () => {
      request.abort()
      row.remove()
    }
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = loaded / (total || 1)
    }
    request.onload = () => {
      if (request.status === 200) row.remove()
      else failed(request.status === 413 ? words.tooLarge : request.status === 429 ? words.tooMany : words.failed)
    }
    request.onerror = () => failed(words.failed)
    request.open('POST', `${core.base}/files`)
    // The same id for every attempt: the server stores the file once.
    request.setRequestHeader('X-Request-Id', id)
    request.setRequestHeader('Authorization', `Bearer ${core.identify()}`)
    request.send(form)
  }
  list.append(row)
  send()
}
