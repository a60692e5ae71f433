import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import type { OpenAlert } from '../../realtime/agent-alerts.ts'
import type { ChatEvents, Receipt, Typing, WakeUp } from '../../realtime/chat-events.ts'
import type { ChangedChat } from '../../conversation/commit/input.ts'
import { isSameForAllViewers, toChat } from '../../conversation/read/to-chat.ts'
import type { ChatFacts } from '../../conversation/read/chat-row.ts'
import { readChats } from '../../conversation/read/chats.ts'
import type { Connection } from './connection.ts'
import type { Services } from '../../services.ts'
import { makeChatHolders } from './chat-holders.ts'
import { hasVisitorMessage } from '../../realtime/chat-events.ts'
import { maySee, chatAccessOf, type ChatAccess } from '../access.ts'
import { pushDataChanges } from './data-frames.ts'
import { makeFirstSeen } from './first-seen.ts'
import { makeLooking } from './looking.ts'
import type { Seen, TypingAndReceipts } from './typing-and-receipts.ts'
import { differences, makeLook, type Shown } from './stale.ts'
import { makeTypingFrames } from './typing-frames.ts'

const SECOND = 1000

export interface Hub {
  join(connection: Connection): void
  leave(connection: Connection): void
  /** The number of an agent's connections to this process. */
  count(account: number, agent: number): number
  /** The connections to this process. */
  connectionsOf(account: number): Iterable<Connection>
  /** The events of one chat, as just read. They are emitted after this hub has updated who may see the chat. */
  chatEventsOf(account: number, chat: ChatFacts): ChatEvents
  close(): void
}

/** The newest entry that a wake-up named, and what the event was about. */
type Woken = { last: number; visitorWrote: boolean }
/** What the frame of a chat says besides its row. `isNew`: its first entry was just written. */
type News = { visitorWrote: boolean; isNew: boolean }

type Listener = Parameters<ChatEvents['subscribe']>[0]

/**
 * Pushes events to the connections that may see them. The hub decides this at each push from the session, the directory
 * and the chat, never from a client's request (T21).
 */
export function makeHub(
  services: Pick<
    Services,
    | ('agentAlerts' | 'bus' | 'chatEvents' | 'clock' | 'dataChanges' | 'db' | 'directory' | 'links')
    | ('log' | 'lookers' | 'presence')
  > & {
    readonly typingAndReceipts: Pick<TypingAndReceipts, 'onSeen'>
  },
): Hub {
  const {
    db,
    clock,
    agentAlerts,
    chatEvents,
    bus,
    dataChanges,
    directory,
    presence,
    links,
    log,
    lookers,
    typingAndReceipts,
  } = services
  const byAccount = new Map<number, Map<Connection, Shown>>()
  const joined = new Map<Connection, () => void>()
  const followers = new Map<string, Set<Listener>>()
  const woken = new Map<number, Map<number, Woken>>()
  const holders = makeChatHolders()
  const onError = (error: unknown) => log.warn({ err: error }, 'a change of a chat could not be pushed to agents')

  const firstSeen = makeFirstSeen({ db }, onError)

  const followersOf = (account: number, chat: number): Iterable<Listener> => followers.get(`${account}:${chat}`) ?? []
  const connectionsOf = (account: number): Iterable<Connection> => byAccount.get(account)?.keys() ?? []

  /**
   * Pushes a chat to the connections that may see it. Connections that lose access refetch the inbox. A state that was
   * read before a newer one was committed is dropped.
   */
  function spread(account: number, chat: ChatFacts, { visitorWrote, isNew }: News): void {
    if (!holders.note(account, chat)) return
    const access = chatAccessOf(chat.channel.id, chat.state)
    const { safeUrl = [] } = directory.account(account)?.settings ?? {}
    const texts = new Map<number, string>()
    const textFor = (agent: number): string => {
      const key = isSameForAllViewers(chat) ? 0 : agent
      const text =
        texts.get(key) ??
        JSON.stringify({
          type: 'chat',
          chat: toChat(chat, { account, agent, links, safeUrl }),
          ...(visitorWrote && { visitorWrote }),
          ...(isNew && { seen: 0 }),
        } satisfies ServerFrame)
      texts.set(key, text)
      return text
    }
    for (const connection of connectionsOf(account)) {
      const { agentId, held, follows } = connection
      const agent = directory.agent(account, agentId)
      const visible = agent !== undefined && maySee(directory, agent, access) // guard T21
      if (visible) {
        connection.push(textFor(agentId))
        firstSeen.tell(connection, chat.id, isNew)
      } else if (held.has(chat.id) || follows.has(chat.id)) {
        connection.unfollow(chat.id)
        connection.push({ type: 'stale', what: 'inbox' })
      }
      if (access.holder === agentId) held.add(chat.id)
      else held.delete(chat.id)
    }
  }

  function onCommitted(news: ChangedChat): void {
    const { account, chat: id, state, visitor } = news
    if (!byAccount.has(account)) return
    const channel = directory.channel(account, visitor.channel)
    const visitorWrote = hasVisitorMessage(news)
    // The directory does not have a channel that was removed or just created; the store has its name.
    if (!channel) return onChangedElsewhere({ account, chat: id, last: state.last, visitorWrote })
    const { name, kind } = channel
    const isNew = news.entries[0]?.n === 1
    spread(account, { id, channel: { id: visitor.channel, name, kind }, state, visitor }, { visitorWrote, isNew })
    for (const listener of followersOf(account, id)) listener.onCommitted?.(news)
  }

  /** What a wake-up does not tell is read; wake-ups of one event-loop turn together. */
  function onChangedElsewhere(wake: WakeUp): void {
    const { account, chat, last, visitorWrote = false, changed } = wake
    if (!byAccount.has(account)) return
    const channel = changed && directory.channel(account, changed.visitor.channel)
    if (channel) {
      const { name, kind } = channel
      const { state, visitor, entries } = changed
      const facts = { id: chat, channel: { id: visitor.channel, name, kind }, state, visitor }
      spread(account, facts, { visitorWrote, isNew: entries[0]?.n === 1 })
      for (const listener of followersOf(account, chat)) listener.onChangedElsewhere?.(wake)
      return
    }
    const chats = woken.get(account) ?? new Map<number, Woken>()
    const before = chats.get(chat)
    chats.set(chat, {
      last: Math.max(last, before?.last ?? 0),
      visitorWrote: visitorWrote || before?.visitorWrote === true,
    })
    if (woken.has(account)) return
    woken.set(account, chats)
    setImmediate(() => void readWoken(account))
  }

  async function readWoken(account: number): Promise<void> {
    const chats = woken.get(account)
    woken.delete(account)
    if (!chats) return
    try {
      for (const chat of await read(account, [...chats.keys()])) {
        spread(account, chat, { visitorWrote: chats.get(chat.id)?.visitorWrote ?? false, isNew: false })
        const wake = { account, chat: chat.id, last: chat.state.last }
        for (const listener of followersOf(account, chat.id)) listener.onChangedElsewhere?.(wake)
      }
    } catch (error) {
      onError(error)
      clock.after(SECOND, () => {
        for (const [chat, wake] of chats) onChangedElsewhere({ account, chat, ...wake })
      })
    }
  }

  const read = (account: number, chats: readonly number[]): Promise<ChatFacts[]> =>
    db.asAccount(account, (tx) => readChats(tx, { account, agent: 0 }, chats))

  async function accessOf(account: number, chat: number): Promise<ChatAccess | undefined> {
    if (!holders.find(account, chat)) for (const one of await read(account, [chat])) holders.note(account, one)
    return holders.find(account, chat)
  }

  const looking = makeLooking({ ...services, connectionsOf, accessOf, onError })

  const previews = makeTypingFrames({ clock, directory, connectionsOf, accessOf, onError })

  function onTyping(typing: Typing): void {
    if (byAccount.has(typing.account)) previews.put(typing)
  }

  function onSeen({ account, agent, chat, seen, n }: Seen): void {
    for (const connection of connectionsOf(account)) {
      if (connection.agentId !== agent) continue // guard T21
      connection.push({ type: 'seen', chat, seen, ...(n !== undefined && { n }) })
    }
  }

  function onReceipt({ account, chat, n }: Receipt): void {
    for (const connection of connectionsOf(account)) {
      if (!connection.follows.has(chat)) continue // guard T21
      connection.push({ type: 'reached', chat, n })
    }
  }

  /** An agent who looks at the chat has seen what the alert is about. */
  function onAlert({ account, agent, ...alert }: OpenAlert): void {
    const mine = [...connectionsOf(account)].filter(({ agentId }) => agentId === agent)
    const isSeen = alert.chat !== undefined && mine.some(({ looking }) => looking === alert.chat)
    if (isSeen) return agentAlerts.confirmed({ account, agent, alerts: [alert.alert], step: 'opened' })
    for (const connection of mine) connection.push({ type: 'alert', ...alert, signs: [...alert.signs] })
  }

  /**
   * Runs when the account has changed. Clients whose data changed fetch it again, and connections of agents who were
   * signed out are closed.
   */
  function onAccount(account: number): void {
    const connections = byAccount.get(account)
    if (!connections) return
    const look = makeLook(directory)
    for (const [connection, before] of connections) {
      connection.check()
      const now = look(account, connection.agentId)
      connections.set(connection, now)
      const changed = differences(before, now)
      for (const what of changed) connection.push({ type: 'stale', what })
      if (changed.includes('inbox')) looking.tellAll(connection)
      for (const chat of connection.follows.keys()) recheck(connection, chat)
    }
  }

  /** The agent may no longer be assigned to the channel of a followed chat. */
  function recheck(connection: Connection, chat: number): void {
    const access = holders.find(connection.account, chat)
    const agent = directory.agent(connection.account, connection.agentId)
    if (access && agent && !maySee(directory, agent, access)) connection.unfollow(chat) // guard T21
  }

  typingAndReceipts.onSeen(onSeen)
  const stops = [
    chatEvents.subscribe({ onCommitted, onChangedElsewhere, onReceipt, onTyping }),
    bus.subscribe((message) => {
      if (message.type === 'seen') onSeen(message)
    }),
    presence.onChange((account, agent, status) => {
      const text = JSON.stringify({ type: 'presence', agent, status } satisfies ServerFrame)
      for (const connection of connectionsOf(account)) connection.push(text)
    }),
    directory.onChange(onAccount),
    agentAlerts.subscribe({ onAlert }),
    pushDataChanges(dataChanges, connectionsOf),
  ]

  let cancelTick = clock.after(SECOND, tick)
  function tick(): void {
    for (const connections of byAccount.values())
      for (const connection of connections.keys()) {
        connection.check()
        connection.writer.tick()
      }
    cancelTick = clock.after(SECOND, tick)
  }

  return {
    join(connection) {
      const { account, agentId } = connection
      const connections = byAccount.get(account) ?? new Map<Connection, Shown>()
      byAccount.set(account, connections.set(connection, makeLook(directory)(account, agentId)))
      joined.set(connection, bus.join(account).leave)
      presence.connected(account, agentId)
      looking.tellAll(connection)
    },
    leave(connection) {
      const { account, agentId, follows } = connection
      const connections = byAccount.get(account)
      if (!connections?.delete(connection)) return
      if (connections.size === 0) byAccount.delete(account)
      joined.get(connection)?.()
      joined.delete(connection)
      for (const stop of follows.values()) stop()
      follows.clear()
      lookers.look(connection, undefined)
      presence.disconnected(account, agentId)
    },
    connectionsOf,
    count: (account, agent) => [...connectionsOf(account)].filter(({ agentId }) => agentId === agent).length,
    chatEventsOf(account, chat) {
      // Without its holder and channel, `recheck` could not end what may no longer be followed.
      holders.note(account, chat)
      const name = `${account}:${chat.id}`
      return {
        ...chatEvents,
        subscribe(listener) {
          const listeners = followers.get(name) ?? new Set()
          followers.set(name, listeners.add(listener))
          return () => {
            listeners.delete(listener)
            if (listeners.size === 0 && followers.get(name) === listeners) followers.delete(name)
          }
        },
      }
    },
    close() {
      cancelTick()
      previews.close()
      looking.close()
      for (const stop of stops) stop()
    },
  }
}
