import { PREVIEW_EVERY, PREVIEW_TEXT_MAX } from '@deskbell/protocol/limits'
import { cleanText, cutText } from '@deskbell/protocol/text'
import type { Typing } from '../../realtime/chat-events.ts'
import { nameOf } from '../../conversation/commit/draft.ts'
import { makeVisitorDigest } from '../../conversation/erasure/visitor-digest.ts'
import { coalesce } from '../../db/coalesce.ts'
import { makeLatest } from '../../platform/latest.ts'
import type { WidgetServices } from './services.ts'
import { makeHandles, type HandleOf } from './handle.ts'
import { makeLandings, type Landings } from './landings.ts'
import { makeNewest } from './newest.ts'
import { readSelves, type Self, type Whose } from './read.ts'
import type { Session } from './session.ts'

const SECOND = 1000

/** Everybody who has the widget before them, here in this process. */
export interface Hub {
  join(session: Session): void
  leave(session: Session): void
  /** The session has become somebody's, or has gone on to another chat. */
  know(session: Session, before: { key: string | undefined; chat: number | undefined }): void
  readonly sessions: ReadonlySet<Session>
  /** A page that the visitor has before them. */
  pageOf(account: number, channel: number, key: string): Session | undefined
  /** What the store knows of a visitor: where many pages come at once, they are looked up together. */
  readonly selfOf: (whose: Whose) => Promise<Self | undefined>
  /** The newest entries of a visitor: pages that come at the same time share one reading. */
  readonly newestOf: ReturnType<typeof makeNewest>
  /** How many pages a visitor has open in this process. */
  countOf(account: number, channel: number, key: string): number
  /** What a visitor types in any page, told at most twice a second (T47). `name` is the visitor's. */
  types(name: string, typing: Typing): void
  readonly handleOf: HandleOf
  readonly landings: Landings
  close(): void
}

/** What happens in chats goes to the sessions of its visitor, and to no others (T20). */
type Needs = Pick<
  WidgetServices,
  'chatEvents' | 'clock' | 'keys' | 'locate' | 'directory' | 'availability' | 'log' | 'db'
>

export function makeHub({ chatEvents, clock, keys, locate, directory, availability, log, db }: Needs): Hub {
  const digest = makeVisitorDigest(keys)
  const sessions = new Set<Session>()
  const byVisitor = new Map<string, Set<Session>>()
  const byChat = new Map<string, Set<Session>>()

  const typing = makeLatest<Typing>({
    clock,
    every: PREVIEW_EVERY,
    give: ({ text, ...rest }) => chatEvents.typing({ ...rest, ...(text !== undefined && { text: cut(text) }) }),
  })

  const stop = chatEvents.subscribe({
    onCommitted(news) {
      const { account, visitor } = news
      for (const session of byVisitor.get(nameOf(account, visitor.channel, visitor.key)) ?? [])
        session.chats.heard(news)
    },
    onChangedElsewhere({ account, chat }) {
      const known = byChat.get(`${account}:${chat}`)
      if (known) for (const session of known) session.chats.woken()
      else if (byVisitor.size > 0)
        find(account, chat).catch((error: unknown) => log.warn({ err: error }, 'a visitor could not be found'))
    },
    onReceiptRequested: ({ account, chat }) => tellHowFar(account, chat),
    onErased({ account, channel, visitor, who, whole }) {
      if (!whole) return
      for (const session of sessions) {
        const { key, self } = session.chats
        if (session.account !== account || session.channelId !== channel || key === undefined) continue
        // Of a page that is reading who it is, the key alone says so.
        const number = self?.number
        if (number === visitor || (number === undefined && digest(account, channel, key) === who))
          session.chats.forgotten()
      }
    },
    onTyping({ account, chat, from, agent, on }) {
      if (from === 'agent')
        for (const session of byChat.get(`${account}:${chat}`) ?? []) session.typing.agentTypes(on, agent)
    },
  })

  /** How far the visitor of a chat has got, in the page that has most. */
  function tellHowFar(account: number, chat: number): void {
    const known = [...(byChat.get(`${account}:${chat}`) ?? [])].map((session) => session.chats.reach.in(chat))
    const n = Math.max(0, ...known)
    if (n > 0) chatEvents.receipt({ account, chat, n })
  }

  /** A chat that was begun elsewhere may be that of somebody here. */
  async function find(account: number, chat: number): Promise<void> {
    const [place] = await locate([{ account, target: { chat } }])
    if (!place) return
    for (const session of byVisitor.get(nameOf(account, place.channel, place.key)) ?? []) session.chats.woken()
  }

  /** Whether somebody could answer changes with people, hours and settings: looked at, rather than listened for. */
  function tick(): void {
    const online = new Map<number, boolean>()
    for (const session of sessions) {
      session.tick()
      let now = online.get(session.channelId)
      if (now === undefined) {
        const channel = directory.channel(session.account, session.channelId)
        now = channel !== undefined && availability.status(channel)
        online.set(session.channelId, now)
      }
      session.greeting.isOnline(now)
    }
    cancel = clock.after(SECOND, tick)
  }
  let cancel = clock.after(SECOND, tick)

  function put(map: Map<string, Set<Session>>, name: string, session: Session): void {
    const set = map.get(name)
    if (set) set.add(session)
    else map.set(name, new Set([session]))
  }
  function take(map: Map<string, Set<Session>>, name: string, session: Session): void {
    const set = map.get(name)
    if (set?.delete(session) && set.size === 0) map.delete(name)
  }

  function know(session: Session, before: { key: string | undefined; chat: number | undefined }): void {
    const { account, channelId } = session
    const { key, chat } = session.chats
    if (before.key !== undefined) take(byVisitor, nameOf(account, channelId, before.key), session)
    if (before.chat !== undefined) take(byChat, `${account}:${before.chat}`, session)
    if (!sessions.has(session)) return
    if (key !== undefined) put(byVisitor, nameOf(account, channelId, key), session)
    if (chat !== undefined) put(byChat, `${account}:${chat}`, session)
  }

  return {
    join(session) {
      sessions.add(session)
    },
    leave(session) {
      sessions.delete(session)
      know(session, session.chats)
    },
    know,
    sessions,
    pageOf: (account, channel, key) =>
      byVisitor
        .get(nameOf(account, channel, key))
        ?.values()
        .next().value,
    countOf: (account, channel, key) => byVisitor.get(nameOf(account, channel, key))?.size ?? 0,
    types: typing.put,
    newestOf: makeNewest(db),
    handleOf: makeHandles(keys),
    landings: makeLandings(),
    selfOf: coalesce((wanted: readonly Whose[]) => readEach(db, wanted)),
    close() {
      cancel()
      typing.close()
      stop()
    },
  }
}

/** Pages of one visitor that ask at the same time are one question. */
async function readEach(db: WidgetServices['db'], wanted: readonly Whose[]): Promise<(Self | undefined)[]> {
  const names = wanted.map(({ account, channel, key }) => nameOf(account, channel, key))
  const each = new Map(wanted.map((whose, i) => [names[i], whose]))
  const found = await readSelves(db, [...each.values()])
  const selves = new Map([...each.keys()].map((name, i) => [name, found[i]]))
  return names.map((name) => selves.get(name))
}

/** The first characters. A page may have cut one of them in half. */
const cut = (text: string): string => cutText(cleanText(text.replace(/[\uD800-\uDBFF]$/, '')), PREVIEW_TEXT_MAX).text
