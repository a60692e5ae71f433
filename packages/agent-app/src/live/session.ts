import type { Me } from '@deskbell/protocol/agent/people'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { call, whenSignedOut } from '../api/client.ts'
import { throttled } from './throttled.ts'
import { readLiveCalls, receiveCall } from './calls.ts'
import { readColleagues } from './colleagues.ts'
import { afterOpening } from '../ui/opening.ts'
import { dropUnsent, checkErased } from './erased.ts'
import { readThread, addEntries } from './history.ts'
import { receiveChat, refreshInbox, seen } from './inbox.ts'
import { type Link, openLink } from './link.ts'
import { openOutbox, type Outbox } from './outbox.ts'
import { publishSoon, relist, stopPublishing } from './publish.ts'
import { watchInbox } from './keep-snapshot.ts'
import { restore, type Snapshot } from './snapshot.ts'
import { createLive, type Live, type StaleFrame } from './state.ts'
import { watchTyping } from './typing.ts'
import { mentionsMe, unreadOf } from './views.ts'

/** Links in the inbox are signed for a day and refetched well before. */
const RENEW = 8 * 60 * 60_000
/** Presence changes in bursts; dependent data is refetched at most this often, ms. */
const CALM = 1000

/** The live state and connections of one signed-in agent. */
export type LiveSession = {
  live: Live
  link: Link
  outbox: Outbox
  /** Account and agent: separates drafts and unsent messages of several agents in one browser. */
  who: string
  /** Opens a chat: reads and follows it. Null: closes the open one. */
  open: (chat: number | null) => void
  /** The agent sees the open chat's newest messages. */
  read: (chat: number) => void
  /** The server has answered who is signed in. */
  confirm: (me: Me) => void
  stop: () => void
}
type Options = {
  me: Me
  /** What this browser kept of the inbox. The server has not confirmed yet that `me` is still signed in. */
  snapshot?: Snapshot | undefined
  onSignedOut: () => void
  /** Another agent signed in in this browser; this session has stopped. */
  onOther: (me: Me) => void
  /** The server reports a change outside the inbox: these settings, or those with these numbers, must be refetched. */
  onStale: (what: Exclude<StaleFrame['what'], 'inbox' | 'me'>, ids?: readonly number[]) => void
  /** A chat was erased: screens must drop their copies of its content. */
  onErased: (chat: number) => void
}

const nameOf = (me: Me): string => `${me.account.id}.${me.id}`

/** Starts the live part: socket, inbox, outbox. */
export function openSession({ me, snapshot, onSignedOut, onOther, onStale, onErased }: Options): LiveSession {
  const live = createLive(me)
  const who = nameOf(me)
  const typing = watchTyping(live)
  if (snapshot) restore(live, snapshot)
  const outbox = openOutbox(live, who, { held: snapshot !== undefined })
  const channels = throttled(() => onStale('channels'), CALM)
  const calls = throttled(() => onStale('calls'), CALM)
  let stopped = false
  let welcomed = false
  /** The entry after which the open chat was last followed on this socket. */
  let followed: { chat: number; after: number } | null = null

  const follow = (): void => {
    const chat = live.open.get()
    const thread = chat === null ? null : live.threads.get(chat)?.thread
    if (chat === null || !thread) return
    if (followed && followed.chat !== chat) link.send({ type: 'unfollow', chat: followed.chat })
    followed = link.send({ type: 'follow', chat, after: thread.last }) ? { chat, after: thread.last } : null
  }

  /** Checks that the same agent is still signed in: unsent messages must not go out under another agent's name. */
  const isSameAgent = (now: Me): boolean => {
    if (stopped) return false
    if (nameOf(now) === who) {
      live.me.set(now)
      return true
    }
    stop()
    onOther(now)
    return false
  }
  const confirm = (now: Me): void => {
    if (isSameAgent(now)) outbox.wake()
  }
  const checkSession = (): void => void call('GET /me').then(confirm, () => {}) // whenSignedOut handles a 401

  // Grows with each request, so that the answer of an earlier request is ignored.
  let question = 0
  const askCrew = (): void => {
    const mine = ++question
    readColleagues(live, () => !stopped && mine === question).catch(() => {}) // until it is known, every waiting chat alerts
  }

  const forget = (chat: number): void => {
    dropUnsent({ live, who, outbox }, chat)
    onErased(chat)
  }
  const unwatchErased = live.erased.subscribe(() => {
    const erased = live.erased.get()
    if (erased) forget(erased.chat)
  })

  const unwatchInbox = watchInbox(live)

  const takeFrame = (frame: ServerFrame): void => {
    switch (frame.type) {
      case 'welcome':
        if (!isSameAgent(frame.me)) return
        followed = null
        // The server reports them anew on each connection.
        live.told.clear()
        // Presence changes were missed while disconnected.
        for (const agent of [...live.presence.keys()]) live.presence.delete(agent)
        onStale('channels')
        onStale('bots')
        onStale('webhooks')
        onStale('agents')
        onStale('departments')
        onStale('tags')
        onStale('settings')
        // Changes may have been missed while disconnected. Before the first connection there was none to miss.
        if (welcomed) {
          onStale('contacts')
          onStale('views')
          onStale('tasks')
          onStale('calls')
        }
        welcomed = true
        void readLiveCalls(live).catch(() => {}) // the next change of a call is a frame
        askCrew()
        void refreshInbox(live).then(() => (stopped ? undefined : checkErased({ live, who, outbox }, forget)))
        open(live.open.get())
        outbox.wake()
        return
      case 'chat': {
        // The typed text was sent, so its typing sign ends.
        const { id, received, previewFrom, last } = frame.chat
        const before = live.chats.get(id)
        if (received > (before?.received ?? 0)) typing.receive({ chat: id, from: 'visitor', on: false })
        else if (previewFrom === 'agent' && last > (before?.last ?? 0))
          typing.receive({ chat: id, from: 'agent', on: false })
        return receiveChat(live, frame.chat, frame)
      }
      case 'entries': {
        const last = live.threads.get(frame.chat)?.thread?.last
        const asked = followed?.chat === frame.chat && followed.after === last
        if (addEntries(live, frame.chat, frame.entries, asked).gap) follow()
        return
      }
      case 'typing':
        return typing.receive(frame)
      case 'looking':
        if (frame.agents.length === 0) return live.lookers.delete(frame.chat)
        return live.lookers.set(frame.chat, frame.agents)
      case 'presence':
        // Whether a channel is online depends on the agents' presence.
        channels.ask()
        live.presence.set(frame.agent, frame.status)
        if (live.departments.get().length > 0) publishSoon(live, null)
        return
      case 'seen':
        return seen(live, frame.chat, { count: frame.seen, n: frame.n })
      case 'reached':
        return live.reached.set(frame.chat, Math.max(frame.n, live.reached.get(frame.chat) ?? 0))
      case 'stale':
        if (frame.what === 'inbox') {
          void refreshInbox(live)
          // Frames about calls were left out meanwhile, too.
          void readLiveCalls(live).catch(() => {})
        } else if (frame.what === 'me') checkSession()
        else onStale(frame.what, frame.ids)
        if (frame.what === 'departments') askCrew()
        return
      case 'pong': {
        // An update was lost: entries that the inbox knows of and the conversation lacks are requested again.
        const chat = live.open.get()
        if (chat === null) return
        const last = live.threads.get(chat)?.thread?.last
        if (last !== undefined && last < (live.chats.get(chat)?.last ?? 0)) follow()
        // The window has been open for a day: its links to files are about to expire. Or the first read had failed.
        else
          void readThread(live, chat).then(() =>
            live.open.get() === chat && followed?.chat !== chat ? follow() : undefined,
          )
        return
      }
      case 'alert':
        return live.alerts.set([...live.alerts.get(), frame])
      case 'call':
        calls.ask()
        return receiveCall(live, frame.call)
      case 'signal':
        return live.signal.set(frame)
      case 'refused':
        return
    }
  }

  const stop = (): void => {
    stopped = true
    unwatch()
    unwatchErased()
    unwatchInbox()
    channels.stop()
    calls.stop()
    clearInterval(renew)
    stopPublishing(live)
    link.stop()
    outbox.stop()
    typing.stop()
  }
  const signedOut = (): void => {
    stop()
    onSignedOut()
  }
  const link = openLink({
    onFrame: takeFrame,
    onConnection: (connection) => {
      live.connection.set(connection)
      // A new connection learns them anew.
      if (connection.status !== 'live') for (const chat of [...live.lookers.keys()]) live.lookers.delete(chat)
      // Where sockets never connect, the inbox is at least loaded once.
      if (connection.status === 'lost' && !live.views.get('all')?.extent) void refreshInbox(live)
    },
    onSignedOut: signedOut,
    onDoubt: checkSession,
    begin: (connect) => void afterOpening(async () => connect()),
  })
  whenSignedOut(signedOut)
  // The visitors' pictures are signed links too.
  const renew = setInterval(() => void refreshInbox(live), RENEW)
  const unwatch = live.me.subscribe(() => relist(live))

  const open = (chat: number | null): void => {
    live.open.set(chat)
    if (chat === null) {
      if (followed) link.send({ type: 'unfollow', chat: followed.chat })
      followed = null
      return
    }
    void readThread(live, chat).then(() => (live.open.get() === chat ? follow() : undefined))
  }

  const read = (chat: number): void => {
    const row = live.chats.get(chat)
    const held = live.threads.get(chat)?.thread?.last ?? 0
    if (!row || held < row.last) return
    if (unreadOf(row) === 0 && !mentionsMe(row, live.me.get().id)) return
    const { last: n, received } = row
    if (link.send({ type: 'read', chat, n, received })) seen(live, chat, { count: received, n })
  }

  return {
    live,
    link,
    outbox,
    who,
    open,
    read,
    confirm,
    stop,
  }
}
