import type { Desk } from '../core/desk.ts'
import { isOpen } from '../core/states.ts'
import { agentIn, openChat, rateable } from '../core/thread.ts'
import type { More } from '../more/start.ts'
import type { Words } from '../words/en.ts'
import { toComposer } from './composer.ts'
import { button, el, iconButton, ICONS } from './dom.ts'
import { toFace } from './line.ts'
import { toStream } from './stream.ts'
import { openTimes } from './times.ts'

type Pane = 'chat' | 'call' | 'offline' | 'contacts'

/** The window: head, what is in it now, and the place to write. Built when it is opened for the first time. */
export function toPanel(desk: Desk, words: Words, bringMore: () => More | undefined) {
  const { settings, label, talk } = { ...desk.boot, talk: desk.boot.script.hasAttribute('data-talk') }
  const times = openTimes(settings.lang, words)
  const title = settings.title || settings.account || words.title
  const face = el('div', {})
  const name = el('b', {})
  const status = el('span', { className: 'status' })
  const minimise = iconButton(words.minimise, ICONS.minimise, () => leave('minimise'))
  const close = iconButton(words.close, ICONS.close, () => leave('close'))
  const call = settings.callback && iconButton(words.call, ICONS.phone, () => desk.wish('call'))
  // No banner: the page has its own.
  const head = el(
    'div',
    { className: 'head' },
    face,
    el('div', { className: 'name' }, name, status),
    call,
    !talk && minimise,
    !talk && close,
  )

  const uploads = el('div', {})
  const upload = async (files: Iterable<File>): Promise<void> => {
    const all = [...files]
    const { addUpload } = ((await desk.boot.load('more')) as More | undefined) ?? {}
    for (const file of all) addUpload?.(desk, words, uploads, file)
    stream.toEnd()
  }
  const stream = toStream(
    desk,
    words,
    times,
    () => seeIfLooking(),
    bringMore,
    () => focus(),
  )
  const composer = toComposer(desk, words, (files) => void upload(files))
  const after = el('div', {})
  const body = el('div', { className: 'main' })
  const panel = el(
    'div',
    { className: talk ? 'panel talk' : 'panel', role: talk ? 'main' : 'dialog', ariaLabel: title, tabIndex: -1 },
    head,
    body,
  )

  let pane: Pane | undefined
  let askedContacts = desk.session.get('asked') !== undefined
  /** The visitor opened the window, and the focus goes where one writes. */
  let hasFocus = false

  const hasContact = () => {
    const { contactsNeeded: needed } = settings
    const isKnown = (field: 'name' | 'email' | 'phone') => desk.contact[field]
    return needed[0] ? needed.every(isKnown) : (['name', 'email', 'phone'] as const).some(isKnown)
  }
  const isSending = () => desk.outbox.letters.some(({ frame }) => frame.t === 'message')
  const hasWritten = () => isSending() || desk.entries.some((one) => one.type === 'message' && one.from === 'visitor')
  const contactsDone = (): void => {
    askedContacts = true
    desk.session.set('asked', '1')
    desk.changed()
    focus()
  }
  const choosePane = (): Pane => {
    if (desk.state === 'call' || desk.state === 'chat/call') return 'call'
    const isGoing = openChat(desk.entries) !== undefined
    // Somebody came while the visitor was writing the form: what is written there stays there.
    const isWriting = pane === 'offline' && body.querySelector('[data-sent],[data-touched]')
    if (isWriting || desk.form || (!desk.online && settings.offlineForm && !isGoing)) return 'offline'
    // Where anything was said, it is not covered: an agent may have begun, and what was read is not here yet.
    const isNew = !desk.read && !desk.entries[0] && !isSending()
    if (settings.contacts === 'before' && isNew && !askedContacts && !hasContact()) return 'contacts'
    return 'chat'
  }
  const departments = settings.departments.map(({ id, name }) => {
    const choose = (): void => {
      desk.department = desk.department === id ? undefined : id
      desk.changed()
    }
    return { id, chip: button('', choose, name) }
  })
  const greeting = el('div', { className: 'hi', dir: 'auto' }, settings.greeting || words.greeting)
  const choice = el(
    'div',
    { className: 'btns', role: 'group', ariaLabel: words.department },
    el('span', {}, words.department),
    ...departments.map(({ chip }) => chip),
  )
  stream.log.append(greeting, stream.list, uploads, after, choice, stream.typing)
  const drawBefore = (): void => {
    greeting.hidden = desk.more
    choice.hidden = departments.length < 2 || openChat(desk.entries) !== undefined || isSending()
    for (const { id, chip } of departments) chip.ariaPressed = String(desk.department === id)
  }
  const drawAfter = (): void => {
    const chat = settings.rating ? rateable(desk.entries) : undefined
    const asks = settings.contacts === 'after' && !askedContacts && hasWritten() && !hasContact()
    const wanted = chat ? `rate ${chat}` : asks ? 'contacts' : ''
    if (after.dataset['sign'] === wanted) return
    // What was rated is thanked for, until there is something new to talk about.
    if (after.querySelector('[data-done]') && openChat(desk.entries) === undefined) return
    const more = wanted ? bringMore() : undefined
    if (wanted && !more) return
    after.dataset['sign'] = wanted
    after.replaceChildren()
    if (chat) after.append(more!.toRating(desk, words, chat))
    else if (asks) after.append(el('div', { className: 'card' }, more!.contactsForm(desk, words, contactsDone)))
  }
  const drawHead = (): void => {
    const agent = agentIn(desk.entries)
    name.textContent = agent?.name ?? title
    const text = desk.online ? words.online : words.offline
    status.textContent = agent ? title : text
    status.className = `status ${desk.online ? 'on' : ''}`
    const sign = JSON.stringify(agent ?? title)
    if (face.dataset['sign'] === sign) return
    face.dataset['sign'] = sign
    face.replaceChildren(toFace(agent?.name ?? title, agent?.photo, desk.base))
  }

  const draw = (): void => {
    panel.hidden = !isOpen(desk.state)
    if (panel.hidden) {
      // A message was left, and that it was stood there long enough.
      if (body.querySelector('[data-sent]')) pane = undefined
      return
    }
    drawHead()
    const now = choosePane()
    const more = now === 'chat' ? undefined : bringMore()
    if (now !== 'chat' && !more) return
    if (now !== pane) {
      pane = now
      if (now === 'chat') {
        body.replaceChildren(stream.log, composer.box)
        composer.fit()
      } else if (now === 'call') body.replaceChildren(more!.callForm(desk, words))
      else if (now === 'offline') body.replaceChildren(more!.offlineForm(desk, words))
      else body.replaceChildren(more!.contactsForm(desk, words, contactsDone))
      if (hasFocus) focus()
    }
    if (now !== 'chat') return
    drawBefore()
    drawAfter()
    stream.draw()
    seeIfLooking()
  }
  const seeIfLooking = (): void => {
    if (pane === 'chat' && isOpen(desk.state) && !document.hidden && stream.isAtEnd()) desk.see()
  }
  /** To where one writes; where that would bring up a keyboard of glass, to the window. */
  const focus = (): void => {
    const field = pane === 'chat' ? composer.text : body.querySelector<HTMLElement>('[data-first]')
    const target = matchMedia('(pointer: coarse)').matches ? panel : (field ?? panel)
    target.focus({ preventScroll: true })
  }
  const leave = (wish: 'minimise' | 'close'): void => {
    desk.wish(wish)
    label.focus()
  }
  panel.onkeydown = (event) => {
    if (event.key === 'Escape' && !event.isComposing && !talk) leave('minimise')
    event.stopPropagation()
  }
  // The page's shortcuts are not meant by what is typed here.
  panel.onkeyup = panel.onkeypress = (event) => event.stopPropagation()
  panel.ondragenter = async () => {
    const { takeDrops } = ((await desk.boot.load('more')) as More | undefined) ?? {}
    takeDrops?.(
      panel,
      words,
      (files) => void upload(files),
      () => pane === 'chat',
    )
  }
  document.addEventListener('visibilitychange', seeIfLooking)
  let size = ''
  addEventListener('resize', () => {
    const now = `${panel.offsetWidth} ${panel.offsetHeight}`
    if (now !== size && !panel.hidden) desk.call('onResizeCallback')
    size = now
  })
  desk.watch(draw)
  return {
    panel,
    /** On the screen now: draws, fetches what was said before, and takes the focus where the visitor wants it. */
    appear: (wantsFocus: boolean): void => {
      draw()
      stream.toEnd()
      seeIfLooking()
      hasFocus = wantsFocus
      if (wantsFocus) focus()
    },
    draw,
  }
}
