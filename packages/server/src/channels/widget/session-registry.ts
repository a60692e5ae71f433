import { PREVIEW_EVERY, PREVIEW_TEXT_MAX } from '@deskbell/protocol/limits'
import { cleanText, cutText } from '@deskbell/protocol/text'
import type { Typing } from '../../realtime/chat-events.ts'
import type { VisitorCalls } from '../../realtime/visitor-calls.ts'
import { conversationKey } from '../../conversation/commit/draft.ts'
import { makeVisitorDigest } from '../../conversation/erasure/visitor-digest.ts'
import { coalesce } from '../../db/coalesce.ts'
import type { Db } from '../../db/db.ts'
import { makeLatest } from '../../platform/latest.ts'
import type { Services } from '../../services.ts'
import { callsOf, type CallsOf } from './greeting.ts'
import { makeHandles, type HandleOf } from './handle.ts'
import { makeLandingPages, type LandingPages } from './landing-pages.ts'
import { makeNewest } from './newest.ts'
import { readStoredVisitors, type StoredVisitor, type VisitorKey } from './read.ts'
import type { Session } from './session.ts'

const SECOND = 1000

/** The sessions of this process, by visitor and by chat. */
export interface SessionRegistry {
  /** Resolves when the session is told of all that other processes commit from then on. */
  join(session: Session): Promise<void>
  leave(session: Session): void
  /** Updates the indexes after the session's visitor or chat has changed. */
  reindex(session: Session, before: { key: string | undefined; chat: number | undefined }): void
  readonly sessions: ReadonlySet<Session>
  /** One of the visitor's pages. */
  pageOf(account: number, channel: number, key: string): Session | undefined
  /** Reads a visitor; concurrent reads share one query. */
  readonly findVisitor: (whose: VisitorKey) => Promise<StoredVisitor | undefined>
  /** Reads the newest entries of a visitor; concurrent reads for one visitor are shared. */
  readonly newestOf: ReturnType<typeof makeNewest>
  /** How many pages a visitor has open in this process. */
  countOf(account: number, channel: number, key: string): number
  /** Sends what a visitor types to agents, at most twice a second over all their pages (T47). `name`: the visitor's. */
  sendTyping(name: string, typing: Typing): void
  readonly handleOf: HandleOf
  readonly landingPages: LandingPages
  close(): void
}

/** Events of chats go only to the sessions of their visitor (T20). */
type Needs = Pick<
  Services,
  'bus' | 'callEvents' | 'chatEvents' | 'clock' | 'keys' | 'locate' | 'directory' | 'availability' | 'log' | 'db'
> & { readonly visitorCalls: () => VisitorCalls }

export function makeSessionRegistry({
  bus,
  callEvents,
  chatEvents,
  clock,
  keys,
  locate,
  directory,
  availability,
  visitorCalls,
  log,
  db,
}: Needs): SessionRegistry {
  const digest = makeVisitorDigest(keys)
  const sessions = new Set<Session>()
  const joined = new Map<Session, () => void>()
  const byVisitor = new Map<string, Set<Session>>()
  const byChat = new Map<string, Set<Session>>()

  const typing = makeLatest<Typing>({
    clock,
    every: PREVIEW_EVERY,
    give: ({ text, ...rest }) => chatEvents.typing({ ...rest, ...(text !== undefined && { text: cut(text) }) }),
  })

  const stopCalls = callEvents.subscribe({
    onChanged({ account, call, channel, visitor }) {
      for (const session of sessionsOf(account, visitor))
        if (session.channelId === channel) session.call.onChanged(call)
    },
    onSignal({ account, call, from, to, signal }) {
      if (!('visitor' in to) || !('agent' in from)) return
      for (const session of sessionsOf(account, to.visitor)) session.call.onSignal(call, from.agent, signal)
    },
  })
  /** Calls are rare, so their visitors have no index. */
  const sessionsOf = (account: number, visitor: number) =>
    [...sessions].filter((one) => one.account === account && one.chats.stored?.number === visitor)

  const stop = chatEvents.subscribe({
    onCommitted(news) {
      const { account, visitor } = news
      for (const session of byVisitor.get(conversationKey(account, visitor.channel, visitor.key)) ?? [])
        session.chats.onNews(news)
    },
    onChangedElsewhere({ account, chat, changed }) {
      if (changed) {
        const { channel, key } = changed.visitor
        for (const session of byVisitor.get(conversationKey(account, channel, key)) ?? []) session.chats.onNews(changed)
        return
      }
      const known = byChat.get(`${account}:${chat}`)
      if (known) for (const session of known) session.chats.wake()
      else if (byVisitor.size > 0)
        find(account, chat).catch((error: unknown) => log.warn({ err: error }, 'a visitor could not be found'))
    },
    onReceiptRequested: ({ account, chat }) => tellHowFar(account, chat),
    onErased({ account, channel, visitor, who, whole }) {
      if (!whole) return
      for (const session of sessions) {
        const { key, stored } = session.chats
        if (session.account !== account || session.channelId !== channel || key === undefined) continue
        // A session that is still reading its visitor is found by the key alone.
        const number = stored?.number
        if (number === visitor || (number === undefined && digest(account, channel, key) === who))
          session.chats.onErased()
      }
    },
    onTyping({ account, chat, from, agent, on }) {
      if (from === 'agent')
        for (const session of byChat.get(`${account}:${chat}`) ?? []) session.typing.agentTypes(on, agent)
    },
  })

  /** Sends agents the newest entry that any page of the visitor has. */
  function tellHowFar(account: number, chat: number): void {
    const known = [...(byChat.get(`${account}:${chat}`) ?? [])].map((session) =>
      session.chats.receipts.confirmedIn(chat),
    )
    const n = Math.max(0, ...known)
    if (n > 0) chatEvents.receipt({ account, chat, n })
  }

  /** A chat that another process opened may belong to a visitor with a session here. */
  async function find(account: number, chat: number): Promise<void> {
    const [location] = await locate([{ account, target: { chat } }])
    if (!location) return
    for (const session of byVisitor.get(conversationKey(account, location.channel, location.key)) ?? [])
      session.chats.wake()
  }

  /** Availability depends on agents, hours and settings, so it is computed every second for each channel. */
  function tick(): void {
    const known = new Map<number, { online: boolean; calls: CallsOf }>()
    for (const session of sessions) {
      session.tick()
      let now = known.get(session.channelId)
      if (!now) {
        const channel = directory.channel(session.account, session.channelId)
        const online = channel !== undefined && availability.status(channel)
        now = { online, calls: callsOf(channel, visitorCalls()) }
        known.set(session.channelId, now)
      }
      session.greeting.setOnline(now.online, now.calls)
    }
    cancel = clock.after(SECOND, tick)
  }
  let cancel = clock.after(SECOND, tick)

  function addTo(map: Map<string, Set<Session>>, name: string, session: Session): void {
    const set = map.get(name)
    if (set) set.add(session)
    else map.set(name, new Set([session]))
  }
  function removeFrom(map: Map<string, Set<Session>>, name: string, session: Session): void {
    const set = map.get(name)
    if (set?.delete(session) && set.size === 0) map.delete(name)
  }

  function reindex(session: Session, before: { key: string | undefined; chat: number | undefined }): void {
    const { account, channelId } = session
    const { key, chat } = session.chats
    if (before.key !== undefined) removeFrom(byVisitor, conversationKey(account, channelId, before.key), session)
    if (before.chat !== undefined) removeFrom(byChat, `${account}:${before.chat}`, session)
    if (!sessions.has(session)) return
    if (key !== undefined) addTo(byVisitor, conversationKey(account, channelId, key), session)
    if (chat !== undefined) addTo(byChat, `${account}:${chat}`, session)
  }

  return {
    join(session) {
      sessions.add(session)
      const { active, leave } = bus.join(session.account)
      joined.set(session, leave)
      return active
    },
    leave(session) {
      sessions.delete(session)
      joined.get(session)?.()
      joined.delete(session)
      reindex(session, session.chats)
    },
    reindex,
    sessions,
    pageOf: (account, channel, key) =>
      byVisitor
        .get(conversationKey(account, channel, key))
        ?.values()
        .next().value,
    countOf: (account, channel, key) => byVisitor.get(conversationKey(account, channel, key))?.size ?? 0,
    sendTyping: typing.put,
    newestOf: makeNewest(db),
    handleOf: makeHandles(keys),
    landingPages: makeLandingPages(),
    findVisitor: coalesce((wanted: readonly VisitorKey[]) => readEach(db, wanted)),
    close() {
      cancel()
      typing.close()
      stop()
      stopCalls()
    },
  }
}

/** Reads each visitor once, even if several of their pages ask. */
async function readEach(db: Db, wanted: readonly VisitorKey[]): Promise<(StoredVisitor | undefined)[]> {
  const names = wanted.map(({ account, channel, key }) => conversationKey(account, channel, key))
  const each = new Map(wanted.map((whose, i) => [names[i], whose]))
  const found = await readStoredVisitors(db, [...each.values()])
  const selves = new Map([...each.keys()].map((name, i) => [name, found[i]]))
  return names.map((name) => selves.get(name))
}

/** The first characters. The page may have cut a surrogate pair in half. */
const cut = (text: string): string => cutText(cleanText(text.replace(/[\uD800-\uDBFF]$/, '')), PREVIEW_TEXT_MAX).text
