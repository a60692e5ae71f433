import type { Contact } from '@deskbell/protocol/widget/contact'
import type { Cursor, ServerFrame, VisitorEntry, VisitorFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import { baseOf, type Boot, idOf, prefixOf } from '../boot.ts'
import { callback } from '../callback.ts'
import type { CallPart } from '../call/start.ts'
import type { openPolling } from '../polling/start.ts'
import { analyticsOf } from './analytics.ts'
import { random } from './random.ts'
import type { NewRequest, WidgetCore } from './core.ts'
import { parseJson } from './json.ts'
import { openTextStorage } from './text-storage.ts'
import { openLink } from './link.ts'
import { openOutbox } from './outbox.ts'
import { followPage } from './page.ts'
import { isOpen, move, type Wish } from './states.ts'
import { isAfter, latest, openChat, addEntries } from './thread.ts'

/** A sandboxed frame may not read cookies, and an element of the page may be named `cookie` (T32). */
const cookies = (): string => {
  try {
    return `${document.cookie}`
  } catch {
    return ''
  }
}

/** Shorter breaks are not shown (s). */
const LOST_AFTER = 5

export function openCore(boot: Boot): WidgetCore {
  const base = baseOf(boot.script)
  const id = idOf(base)
  const local = openTextStorage(id, 'localStorage')
  const session = openTextStorage(id, 'sessionStorage')
  const listeners: (() => void)[] = []
  const newsListeners: (() => void)[] = []
  const secondListeners: (() => void)[] = []
  const pageListeners: (() => void)[] = []
  const wishes: Wish[] = []
  const entries: VisitorEntry[] = []
  let draw: (() => void) | undefined
  let scheduled = false
  let isFirst = true
  /** For how long the page has been without a connection (s). */
  let away = 0
  /** A new message arrived, possibly before any listener was registered. */
  let hasNews = false
  /** The visitor has written on an earlier page. */
  let met = false
  /** The secret with which this connection was opened. */
  let introduced: string | null = local.get('secret') ?? null
  /** The newest entry received, and the newest entry that the server had when this page connected. */
  let cursor: Cursor | null = null
  let newest: Cursor | null = null

  const keptCursor = (): Cursor | null => {
    const { chat, n } = parseJson<Partial<Cursor>>(local.get('read')) ?? {}
    return Number.isInteger(chat) && Number.isInteger(n) ? { chat: chat!, n: n! } : null
  }
  /** Entries after this are new to the visitor; entries before it are history. */
  let since = keptCursor()

  const secret = (): string | null => {
    const kept = local.get('secret')
    return kept && /^[\w-]{22,64}$/.test(kept) ? kept : null
  }
  const hello = (): VisitorFrame => {
    const { after: _, ...rest } = boot.hello()
    const after = cursor ?? keptCursor()
    const call = session.get('call')
    introduced = secret()
    return { ...rest, visitor: introduced, ...(after && { after }), ...(call && { call: +call }) }
  }
  const introduce = (): void => {
    const now = secret()
    if (!link.ready || !now || now === introduced) return
    introduced = now
    link.send({ t: 'identify', visitor: now })
  }

  const takeEntries = (more: readonly VisitorEntry[], isNews: boolean): void => {
    for (const entry of addEntries(entries, more)) {
      if (entry.type === 'message') outbox.settled(entry.id)
      if (!isNews || !isAfter(entry, since)) continue
      if (entry.type === 'agent.joined' && session.get('accepted') !== String(entry.chat)) {
        session.set('accepted', String(entry.chat))
        core.call('onAccept')
      }
      // The window shows the message, or marks it as unread.
      if (!draw) void boot.load('window')
      if (entry.type !== 'message' || entry.from === 'visitor') continue
      core.typing = undefined
      hasNews = true
      for (const listener of newsListeners) listener()
    }
    core.changed()
  }
  const takeOnline = (frame: Extract<ServerFrame, { t: 'ready' | 'online' }>): void => {
    core.online = boot.settings.online = frame.online
    core.calls = frame.calls
    core.callback = frame.callback
    core.form ||= frame.form
    core.changed()
  }
  const takeReady = (frame: Extract<ServerFrame, { t: 'ready' }>): void => {
    const pending = outbox.requests.map(({ frame }) => (frame.t === 'contact' ? frame.contact : {}))
    core.ready = true
    takeOnline(frame)
    core.number = frame.number
    core.contact = Object.assign({}, frame.contact, ...pending) as Contact
    // The page may read it back on the next page before the server has answered there.
    if (secret()) local.set('contact', JSON.stringify(core.contact))
    core.typing = core.place = undefined
    newest = frame.cursor
    if (entries.length === 0) core.more = frame.more || keptCursor() !== null
    if (isFirst) {
      met = frame.met
      since ??= frame.cursor
      isFirst = false
    }
    introduce()
    outbox.flush()
  }
  const onFrame = (frame: ServerFrame): void => {
    switch (frame.t) {
      case 'ready':
        return takeReady(frame)
      case 'entries':
        cursor = latest(frame.cursor, cursor)
        core.say({ t: 'got', ...frame.cursor })
        return takeEntries(frame.entries, true)
      case 'done':
      case 'refused':
        return outbox.answered(frame)
      case 'typing':
        core.typing = frame.on ? (frame.agent ?? {}) : undefined
        return core.changed()
      case 'meet':
        return void core.identify()
      case 'why':
        return core.why?.(frame.id)
      case 'place':
        core.place = frame
        return core.changed()
      case 'online':
        return takeOnline(frame)
      case 'call':
      case 'signal':
        // A call to a telephone is not carried by a page; a signal belongs to one that is (T32: it has no `phone` of its own).
        return void boot
          .load(frame.t === 'call' && frame.call.phone ? 'telephone' : 'call')
          .then((part) => (part as CallPart | undefined)?.hear(frame))
    }
  }

  const link = openLink({
    open: () => new WebSocket(boot.settings.socket),
    bringPolling: async () => (await boot.load('polling')) as typeof openPolling | undefined,
    post: async (body, signal) => {
      // Without a content type, browsers send the request without a preflight.
      const init = { method: 'POST', body: JSON.stringify(body), credentials: 'omit', signal } as const
      const answer = await fetch(`${base}/frames`, init)
      // A refused request has no frames; the caller handles the exception.
      return parseJson(await answer.text())!
    },
    hello,
    onFrame,
    onBreak: () => outbox.broke(),
  })
  const outbox = openOutbox({
    local,
    send: link.send,
    onChange: () => core.changed(),
  })

  const core: WidgetCore = {
    boot,
    base,
    local,
    session,
    link,
    outbox,
    entries,
    asides: [],
    online: boot.settings.online,
    lost: false,
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
      core.identify()
      return outbox.ask({ ...asking, id: random(12) } as VisitorRequest)
    },
    say: (frame) => void link.send(frame),
    write: (text) => {
      // JSON leaves out undefined fields.
      const begins = !openChat(entries) && {
        department: core.department,
        invite: core.asides.findLast(({ kind }) => kind === 'invitation')?.text,
        analytics: analyticsOf(cookies()),
      }
      // The chosen department holds for one chat.
      core.department = undefined
      core.ask({ t: 'message', text, ...begins } as NewRequest).then(
        () => {
          core.marks.time_after_first_message ??= Date.now()
          if (!met) core.call('onMessageSent')
          met = true
        },
        () => {}, // the message itself shows the failure
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
      const before = core.state
      const state = move(before, wish)
      if (state === before) return
      core.state = state
      if (state === 'label') core.marks.time_after_close = Date.now()
      if (!isOpen(state)) core.form = undefined
      session.set('state', state === 'label' ? undefined : state)
      draw()
      core.changed()
      if (before === 'label') core.call('onOpen')
      if (state === 'label') core.call('onClose')
      // A callback of the page has changed the state in the meantime.
      if (core.state !== state) return
      core.call('onChangeState', state)
      if (isOpen(before) !== isOpen(state)) core.call('onResizeCallback')
    },
    show: (now) => {
      draw = now
      for (const wish of wishes.splice(0)) core.wish(wish)
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
      // A page that replaces its document may have removed the widget's element.
      const { host } = boot.root
      if (!host.isConnected) document.documentElement.append(host)
      look()
      link.tick()
      away = link.ready ? 0 : away + 1
      if (core.lost !== (core.lost = away > LOST_AFTER)) core.changed()
      for (const listener of secondListeners) listener()
    },
    onSecond: (listener) => void secondListeners.push(listener),
    onPage: (listener) => void pageListeners.push(listener),
    see: () => {
      for (const aside of core.asides) aside.seen = true
      const at = latest(entries.at(-1), cursor)
      if (!at || !isAfter(at, core.read)) return
      core.read = { chat: at.chat, n: at.n }
      local.set('read', JSON.stringify(core.read))
      core.changed()
    },
    older: async () => {
      const first = entries[0]
      const before = first ? { chat: first.chat, n: first.n } : newest && { chat: newest.chat, n: newest.n + 1 }
      if (!before || !secret()) return
      const { entries: found = [], more = false } = await core.ask({ t: 'history', before })
      core.more = more
      takeEntries(found, false)
    },
    addAside: (kind, text) => {
      core.asides.push({ kind, text, at: Date.now(), seen: false })
      core.changed()
    },
    call: (name, ...args) => callback(prefixOf(boot.script) + name, ...args),
  }

  const look = followPage((page, isOther) => {
    if (isOther) for (const listener of pageListeners) listener()
    core.say({ t: 'page', ...page })
  })
  // Another tab of this visitor created the secret or moved the read position.
  addEventListener('storage', ({ key }) => {
    if (!key?.startsWith(`deskbell.${id}.`)) return
    if (secret() !== introduced && secret()) link.renew()
    core.read = latest(keptCursor(), core.read)
    core.changed()
  })
  return core
}
