import type { WidgetCore } from '../core/core.ts'
import { isOpen } from '../core/states.ts'
import { agentIn, openChat, rateable } from '../core/thread.ts'
import type { More } from '../more/start.ts'
import type { Words } from '../words/en.ts'
import { toComposer } from './composer.ts'
import { el, iconButton, ICONS } from './dom.ts'
import { toFace } from './message-element.ts'
import { toStream } from './stream.ts'
import { openTimes } from './times.ts'

type Pane = 'chat' | 'call' | 'offline'

/** The window: head, current content and composer. Built when it is first opened. */
export function toPanel(core: WidgetCore, words: Words, bringMore: () => More | undefined) {
  const { settings, label } = core.boot
  const isStandalone = core.boot.script.hasAttribute('data-talk')
  const times = openTimes(settings.lang, words)
  const title = settings.title || settings.account || words.title
  const face = el('div', {})
  const name = el('b', {})
  const status = el('span', { className: 'status', role: 'status' })
  const minimise = iconButton(words.minimise, ICONS.minimise, () => leave('minimise'))
  const close = iconButton(words.close, ICONS.close, () => leave('close'))
  // Not a `header` landmark: the page has its own banner.
  const head = el(
    'div',
    { className: 'head' },
    face,
    el('div', { className: 'name' }, name, status),
    !isStandalone && minimise,
    !isStandalone && close,
  )

  const uploads = el('div', {})
  const upload = async (files: Iterable<File>): Promise<void> => {
    const all = [...files]
    const { addUpload } = ((await core.boot.load('more')) as More | undefined) ?? {}
    for (const file of all) addUpload?.(core, words, uploads, file)
    stream.toEnd()
  }
  const after = el('div', {})
  const stream = toStream(core, words, times, [() => seeIfLooking(), bringMore, () => focus(), after])
  const composer = toComposer(core, words, (files) => void upload(files))
  const body = el('div', { className: 'main' })
  const panel = el(
    'div',
    {
      className: isStandalone ? 'panel standalone' : 'panel',
      role: isStandalone ? 'main' : 'dialog',
      ariaLabel: title,
      tabIndex: -1,
    },
    head,
    body,
  )

  let pane: Pane | undefined
  let askedContacts = core.session.get('asked') !== undefined
  /** The visitor opened the window, and the focus moves to the composer. */
  let hasFocus = false

  const hasContact = () => {
    const { contactsNeeded: needed } = settings
    const isKnown = (field: 'name' | 'email' | 'phone') => core.contact[field]
    return needed[0] ? needed.every(isKnown) : (['name', 'email', 'phone'] as const).some(isKnown)
  }
  const isSending = () => core.outbox.requests.some(({ frame }) => frame.t === 'message')
  /** An agent may have begun a conversation, and read entries may not be loaded yet. */
  const isNew = () => !core.read && !core.entries[0] && !isSending()
  const hasWritten = () => isSending() || core.entries.some((one) => one.type === 'message' && one.from === 'visitor')
  const contactsDone = (): void => {
    askedContacts = true
    core.session.set('asked', '1')
    stream.toEnd()
    core.changed()
    focus()
  }
  const choosePane = (): Pane => {
    if (core.state === 'call' || core.state === 'chat/call') return 'call'
    const isGoing = openChat(core.entries) !== undefined
    // An agent came online while the visitor was filling the offline form: the form stays.
    const isWriting = pane === 'offline' && body.querySelector('[data-sent],[data-touched]')
    if (isWriting || core.form || (!core.online && settings.offlineForm && !isGoing)) return 'offline'
    return 'chat'
  }
  const greeting = el('div', { className: 'hi', dir: 'auto' }, settings.greeting || words.greeting)
  const choice = el('div', {})
  const team = el('div', {})
  stream.log.append(team, greeting, stream.list, uploads, choice, stream.typing)
  const drawBefore = (): void => {
    greeting.hidden = team.hidden = core.more
    const made = settings.team[0] && !team.firstChild && bringMore()?.toTeam(core)
    if (made) team.append(made)
    if (settings.departments[1]) bringMore()?.showDepartments(core, words, choice)
  }
  const drawAfter = (): void => {
    const chat = settings.rating ? rateable(core.entries) : undefined
    const { contacts } = settings
    const asks =
      (contacts === 'before' ? isNew() : contacts === 'after' && hasWritten()) && !askedContacts && !hasContact()
    // Required data come before the first message; an answer of an agent ends the requirement.
    composer.box.hidden = asks && contacts === 'before' && settings.contactsNeeded.length > 0
    const wanted = chat ? `rate ${chat}` : asks ? 'contacts' : ''
    if (after.dataset['sign'] === wanted) return
    // A form that the visitor has begun to fill stays.
    if (after.querySelector('[data-touched]') && !askedContacts) return
    // The rating card with its thanks stays until a new chat begins.
    if (after.querySelector('[data-done]') && openChat(core.entries) === undefined) return
    const more = wanted ? bringMore() : undefined
    if (wanted && !more) return
    after.dataset['sign'] = wanted
    after.replaceChildren()
    if (chat) after.append(more!.toRating(core, words, chat))
    else if (asks) after.append(el('div', { className: 'card' }, more!.contactsForm(core, words, contactsDone)))
    // The form stands where the visitor would write.
    if (asks && hasFocus && composer.box.hidden) focus()
  }
  const drawHead = (): void => {
    const agent = agentIn(core.entries)
    name.textContent = agent?.name ?? title
    const text = core.online ? words.online : words.offline
    status.textContent = core.lost ? words.lost : agent ? title : text
    status.className = `status ${core.lost ? 'lost' : core.online ? 'on' : ''}`
    const sign = JSON.stringify(agent ?? title)
    if (face.dataset['sign'] === sign) return
    face.dataset['sign'] = sign
    face.replaceChildren(toFace(agent?.name ?? title, agent ? agent.photo : (settings.logo ?? undefined), core.base))
  }

  const draw = (): void => {
    panel.hidden = !isOpen(core.state)
    if (panel.hidden) {
      // The confirmation of an offline message is removed when the window opens again.
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
      } else if (now === 'call') body.replaceChildren(more!.callForm(core, words))
      else body.replaceChildren(more!.offlineForm(core, words))
      if (hasFocus) focus()
    }
    if (now !== 'chat') return
    drawBefore()
    drawAfter()
    stream.draw()
    seeIfLooking()
  }
  const seeIfLooking = (): void => {
    if (pane === 'chat' && isOpen(core.state) && !document.hidden && stream.isAtEnd()) core.see()
  }
  /** Moves the focus to the composer, or to the window where the composer would open an on-screen keyboard. */
  const focus = (): void => {
    const field =
      pane === 'chat' && !composer.box.hidden ? composer.text : body.querySelector<HTMLElement>('[data-first]')
    const target = matchMedia('(pointer: coarse)').matches ? panel : (field ?? panel)
    target.focus({ preventScroll: true })
  }
  const leave = (wish: 'minimise' | 'close'): void => {
    core.wish(wish)
    label.focus()
  }
  panel.onkeydown = (event) => {
    if (event.key === 'Escape' && !event.isComposing && !isStandalone) leave('minimise')
    event.stopPropagation()
  }
  // Keys typed here must not trigger the page's shortcuts.
  panel.onkeyup = panel.onkeypress = (event) => event.stopPropagation()
  panel.ondragenter = async () => {
    const { takeDrops } = ((await core.boot.load('more')) as More | undefined) ?? {}
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
    if (now !== size && !panel.hidden) core.call('onResizeCallback')
    size = now
  })
  core.watch(draw)
  return {
    panel,
    /** The window becomes visible: draws, fetches earlier entries, and takes the focus if the visitor opened it. */
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
