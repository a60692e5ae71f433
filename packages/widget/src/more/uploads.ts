import type { Desk } from '../core/desk.ts'
import { random } from '../core/chance.ts'
import type { Words } from '../words/en.ts'
import { button, el, icon, ICONS } from '../window/start.ts'
import { toSize } from '../window/start.ts'

/** A file on its way: a line with its progress, until the message that it became is there. */
export function addUpload(desk: Desk, words: Words, list: HTMLElement, file: File): void {
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
    request.open('POST', `${desk.base}/files`)
    // The same id however often it is tried: the desk keeps the file once.
    request.setRequestHeader('X-Request-Id', id)
    request.setRequestHeader('Authorization', `Bearer ${desk.identify()}`)
    request.send(form)
  }
  list.append(row)
  send()
}
