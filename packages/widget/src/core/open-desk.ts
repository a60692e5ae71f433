import type { Contact } from '@deskbell/protocol/widget/contact'
import type { Cursor, DeskFrame, VisitorEntry, VisitorFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import { baseOf, type Boot, idOf, prefixOf } from '../boot.ts'
import { callback } from '../callback.ts'
import type { openPolling } from '../polling/start.ts'
import { analyticsOf } from './analytics.ts'
import { random } from './chance.ts'
import type { Asking, Desk } from './desk.ts'
import { parseJson } from './json.ts'
import { openKeep } from './keep.ts'
import { openLink } from './link.ts'
import { openOutbox } from './outbox.ts'
import { followPage } from './page.ts'
import { isOpen, move, type Wish } from './states.ts'
import { isAfter, latest, openChat, take } from './thread.ts'

/** A frame that shares nothing with its page may not look, and a page may call an element so (T32). */
const cookies = (): string => {
  try {
    return `${document.cookie}`
  } catch {
    return ''
  }
}

export function openDesk(boot: Boot): Desk {
  const base = baseOf(boot.script)
  const id = idOf(base)
  const local = openKeep(id, 'localStorage')
  const session = openKeep(id, 'sessionStorage')
  const listeners: (() => void)[] = []
  const newsListeners: (() => void)[] = []
  const secondListeners: (() => void)[] = []
  const pageListeners: (() => void)[] = []
  const wishes: Wish[] = []
  const entries: VisitorEntry[] = []
  let draw: (() => void) | undefined
  let scheduled = false
  let isFirst = true
  /** Something was said to the visitor, maybe before anybody listened. */
  let hasNews = false
  /** The visitor has written before this page. */
  let met = false
  /** As whom this line was opened. */
  let introduced: string | null = local.get('secret') ?? null
  /** How far we have heard, and how far there was something to hear when we came. */
  let cursor: Cursor | null = null
  let newest: Cursor | null = null

  const keptCursor = (): Cursor | null => {
    const { chat, n } = parseJson<Partial<Cursor>>(local.get('read')) ?? {}
    return Number.isInteger(chat) && Number.isInteger(n) ? { chat: chat!, n: n! } : null
  }
  /** What comes after this is news to this page; what is before it is history. */
  let since = keptCursor()

  const secret = (): string | null => {
    const kept = local.get('secret')
    return kept && /^[\w-]{22,64}$/.test(kept) ? kept : null
  }
  const hello = (): VisitorFrame => {
    const { after: _, ...rest } = boot.hello()
    const after = cursor ?? keptCursor()
    introduced = secret()
    return { ...rest, visitor: introduced, ...(after && { after }) }
  }
  const introduce = (): void => {
    const now = secret()
    if (!link.ready || !now || now === introduced) return
    introduced = now
    link.send({ t: 'identify', visitor: now })
  }

  const takeEntries = (more: readonly VisitorEntry[], isNews: boolean): void => {
    for (const entry of take(entries, more)) {
      if (entry.type === 'message') outbox.settled(entry.id)
      if (!isNews || !isAfter(entry, since)) continue
      if (entry.type === 'agent.joined' && session.get('accepted') !== String(entry.chat)) {
        session.set('accepted', String(entry.chat))
        desk.call('onAccept')
      }
      // It is for the window to show, or to mark as unread.
      if (!draw) void boot.load('window')
      if (entry.type !== 'message' || entry.from === 'visitor') continue
      desk.typing = undefined
      hasNews = true
      for (const listener of newsListeners) listener()
    }
    desk.changed()
  }
  const takeReady = (frame: Extract<DeskFrame, { t: 'ready' }>): void => {
    const pending = outbox.letters.map(({ frame }) => (frame.t === 'contact' ? frame.contact : {}))
    desk.online = boot.settings.online = frame.online
    desk.number = frame.number
    desk.contact = Object.assign({}, frame.contact, ...pending) as Contact
    // The page may ask for it on the next page before the desk has answered there.
    if (secret()) local.set('contact', JSON.stringify(desk.contact))
    desk.typing = undefined
    newest = frame.cursor
    if (entries.length === 0) desk.more = frame.more || keptCursor() !== null
    if (isFirst) {
      met = frame.met
      since ??= frame.cursor
      isFirst = false
    }
    introduce()
    outbox.flush()
    desk.changed()
  }
  const onFrame = (frame: DeskFrame): void => {
    switch (frame.t) {
      case 'ready':
        return takeReady(frame)
      case 'entries':
        cursor = latest(frame.cursor, cursor)
        desk.say({ t: 'got', ...frame.cursor })
        return takeEntries(frame.entries, true)
      case 'done':
      case 'refused':
        return outbox.answered(frame)
      case 'typing':
        desk.typing = frame.on ? (frame.agent ?? {}) : undefined
        return desk.changed()
      case 'meet':
        return void desk.identify()
      case 'why':
        return desk.why?.(frame.id)
      case 'online':
        desk.online = boot.settings.online = frame.online
        return desk.changed()
    }
  }

  const link = openLink({
    open: () => new WebSocket(boot.settings.socket),
    bringPolling: async () => (await boot.load('polling')) as typeof openPolling | undefined,
    post: async (body, signal) => {
      // Without a type of its own, the request is one that browsers send without asking first.
      const init = { method: 'POST', body: JSON.stringify(body), credentials: 'omit', signal } as const
      const answer = await fetch(`${base}/frames`, init)
      // What is refused has no frames, and the caller gives up there.
      return parseJson(await answer.text())!
    },
    hello,
    onFrame,
    onBreak: () => outbox.broke(),
  })
  const outbox = openOutbox({
    kept: local.get('outbox'),
    keep: (letters) => local.set('outbox', letters.length > 0 ? JSON.stringify(letters) : undefined),
    send: link.send,
    onChange: () => desk.changed(),
  })

  const desk: Desk = {
    boot,
    base,
    local,
    session,
    link,
    outbox,
    entries,
    asides: [],
    online: boot.settings.online,
    more: false,
    number: null,
    contact: parseJson<Contact>(local.get('contact')) ?? {},
    typing: undefined,
    state: 'label',
    read: since,
    marks: {},
    form: undefined,
    callTitle: '',
    department: undefined,
    bubble: undefined,

    ask: (asking) => {
      desk.identify()
      return outbox.ask({ ...asking, id: random(12) } as VisitorRequest)
    },
    say: (frame) => void link.send(frame),
    write: (text) => {
      // What is undefined stays out of the JSON.
      const begins = !openChat(entries) && {
        department: desk.department,
        invite: desk.asides.findLast(({ kind }) => kind === 'invitation')?.text,
        analytics: analyticsOf(cookies()),
      }
      // A choice is for one chat.
      desk.department = undefined
      desk.ask({ t: 'message', text, ...begins } as Asking).then(
        () => {
          desk.marks.time_after_first_message ??= Date.now()
          if (!met) desk.call('onMessageSent')
          met = true
        },
        () => {}, // the message says so itself
      )
    },
    identify: () => {
      const kept = secret()
      if (kept) return kept
      const made = random(24)
      local.set('secret', made)
      introduce()
      return made
    },
    wish: (wish) => {
      if (!draw) {
        wishes.push(wish)
        void boot.load('window')
        return
      }
      const before = desk.state
      const state = move(before, wish)
      if (state === before) return
      desk.state = state
      if (state === 'label') desk.marks.time_after_close = Date.now()
      if (!isOpen(state)) desk.form = undefined
      session.set('state', state === 'label' ? undefined : state)
      draw()
      if (before === 'label') desk.call('onOpen')
      if (state === 'label') desk.call('onClose')
      // The page has done something else about it.
      if (desk.state !== state) return
      desk.call('onChangeState', state)
      if (isOpen(before) !== isOpen(state)) desk.call('onResizeCallback')
    },
    show: (now) => {
      draw = now
      for (const wish of wishes.splice(0)) desk.wish(wish)
    },
    changed: () => {
      if (scheduled) return
      scheduled = true
      queueMicrotask(() => {
        scheduled = false
        for (const listener of listeners) listener()
      })
    },
    watch: (listener) => void listeners.push(listener),
    onNews: (listener) => {
      newsListeners.push(listener)
      if (hasNews) listener()
    },
    second: () => {
      // A page that draws itself anew may have thrown us out.
      const { host } = boot.root
      if (!host.isConnected) document.documentElement.append(host)
      look()
      link.tick()
      for (const listener of secondListeners) listener()
    },
    onSecond: (listener) => void secondListeners.push(listener),
    onPage: (listener) => void pageListeners.push(listener),
    see: () => {
      for (const aside of desk.asides) aside.seen = true
      const at = latest(entries.at(-1), cursor)
      if (!at || !isAfter(at, desk.read)) return
      desk.read = { chat: at.chat, n: at.n }
      local.set('read', JSON.stringify(desk.read))
      desk.changed()
    },
    older: async () => {
      const first = entries[0]
      const before = first ? { chat: first.chat, n: first.n } : newest && { chat: newest.chat, n: newest.n + 1 }
      if (!before || !secret()) return
      const { entries: found = [], more = false } = await desk.ask({ t: 'history', before })
      desk.more = more
      takeEntries(found, false)
    },
    addAside: (kind, text) => {
      desk.asides.push({ kind, text, at: Date.now(), seen: false })
      desk.changed()
    },
    call: (name, ...args) => callback(prefixOf(boot.script) + name, ...args),
  }

  const look = followPage((page, isOther) => {
    if (isOther) for (const listener of pageListeners) listener()
    desk.say({ t: 'page', ...page })
  })
  // Another tab of this visitor: who it became, and what was read there.
  addEventListener('storage', ({ key }) => {
    if (!key?.startsWith(`deskbell.${id}.`)) return
    if (secret() !== introduced && secret()) link.renew()
    desk.read = latest(keptCursor(), desk.read)
    desk.changed()
  })
  return desk
}
