import { agentTyping } from '@deskbell/protocol/channel/typing'
import { readReply } from '@deskbell/protocol/channel/reply'
import { CHANNEL_STARTS, TYPING_EVERY, TYPING_EXPIRES } from '@deskbell/protocol/limits'
import type { Bus } from '../../realtime/bus/bus.ts'
import { hasAgentMessage, type ChatEvents, type Typing } from '../../realtime/chat-events.ts'
import type { Locate } from '../../conversation/commit/locate.ts'
import type { Links } from '../../files/links.ts'
import type { Directory } from '../../settings/directory.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { senderOf } from './author.ts'
import type { Post } from './post.ts'

interface Conversation {
  /** The last notice that was sent, and when. */
  sentOn: boolean
  sentAt: number
  /** The next notice, which is sent when the interval between two notices has passed. */
  next: Typing | undefined
  cancelNext: () => void
  /** While a notice may wait, this process hears of the messages that agents send at others. */
  readonly leave: () => void
  /** Grows when a newer notice or a message supersedes the request under way. */
  version: number
  cancelExpiry: () => void
}

export interface TypingNoticeOptions {
  readonly bus: Pick<Bus, 'join'>
  readonly chatEvents: ChatEvents
  readonly clock: Clock
  readonly ids: Ids
  readonly directory: Directory
  readonly links: Links
  readonly locate: Locate
  readonly post: Post
  readonly onError: (error: unknown) => void
}

/**
 * Sends typing notices to integrators when an agent types (A20): at most one in three seconds per visitor, with three
 * attempts that end as soon as a newer notice is due. Typing expires ten seconds after the agent's last key press.
 * Failures are not shown.
 */
export function sendTypingNotices({
  bus,
  chatEvents,
  clock,
  ids,
  directory,
  links,
  locate,
  post,
  onError,
}: TypingNoticeOptions): () => void {
  const conversations = new Map<string, Conversation>()

  const stop = chatEvents.subscribe({
    onTyping(typing, here) {
      // The process with the agent's connection sends the notice; the other processes do not.
      if (typing.from === 'agent' && here) onAgentTyping(typing)
    },
    onCommitted(news) {
      if (hasAgentMessage(news)) forget(`${news.account}:${news.chat}`)
    },
    onChangedElsewhere({ account, chat, agentWrote }) {
      if (agentWrote) forget(`${account}:${chat}`)
    },
    onErased({ account, chats }) {
      for (const chat of chats) forget(`${account}:${chat}`) // guard T52
    },
  })

  function onAgentTyping(typing: Typing): void {
    const name = `${typing.account}:${typing.chat}`
    let conversation = conversations.get(name)
    if (!conversation) {
      if (!typing.on) return
      conversation = {
        sentOn: false,
        sentAt: -Infinity,
        next: undefined,
        cancelNext() {},
        leave: bus.join(typing.account).leave,
        version: 0,
        cancelExpiry() {},
      }
      conversations.set(name, conversation)
    }
    const of = conversation
    of.cancelExpiry()
    if (typing.on) of.cancelExpiry = clock.after(TYPING_EXPIRES, () => onAgentTyping({ ...typing, on: false }))
    if (!typing.on && !of.sentOn) return forget(name)
    of.cancelNext()
    of.next = typing
    const wait = of.sentAt + TYPING_EVERY - clock.now()
    if (wait <= 0) sendNext(name, of)
    else of.cancelNext = clock.after(wait, () => sendNext(name, of))
  }

  function sendNext(name: string, of: Conversation): void {
    const typing = of.next
    if (!typing) return
    of.next = undefined
    of.sentOn = typing.on
    of.sentAt = clock.now()
    of.version++
    send(typing, of).catch(onError)
    if (!typing.on) forgetLater(name, of)
  }

  /** Keeps the record until the interval has passed, so that typing that starts again waits for it. */
  function forgetLater(name: string, of: Conversation): void {
    of.cancelExpiry = clock.after(TYPING_EVERY, () => {
      if (conversations.get(name) !== of || of.sentOn || of.next) return
      conversations.delete(name)
      of.leave()
    })
  }

  /** The agent's message ends the typing, so pending notices are dropped. */
  function forget(name: string): void {
    const of = conversations.get(name)
    if (!of) return
    of.version++
    of.sentOn = false
    of.next = undefined
    of.cancelNext()
    of.cancelExpiry()
    forgetLater(name, of)
  }

  async function send(typing: Typing, of: Conversation): Promise<void> {
    const { version } = of
    const [place] = await locate([{ account: typing.account, target: { chat: typing.chat } }])
    if (!place) return
    const id = `typ_${ids.letters(22)}`
    for (const [i, start] of CHANNEL_STARTS.entries()) {
      const began = clock.now()
      const channel = directory.channel(typing.account, place.channel)
      if (of.version !== version || !channel?.serverUrl) return
      const agent = typing.agent === undefined ? undefined : directory.agent(typing.account, typing.agent)
      const body = agentTyping({
        sender: senderOf({ directory, links }, typing.account, { from: 'agent', agent }),
        recipient: place.key,
        on: typing.on,
      })
      // The interval to the next notice begins at the last attempt.
      of.sentAt = began
      const { answer } = await post({ ...channel, serverUrl: channel.serverUrl }, JSON.stringify(body), id)
      if (answer.kind === 'answered' && readReply(answer.status, answer.body, channel).outcome !== 'retry') return
      const next = CHANNEL_STARTS[i + 1]
      if (next === undefined) return
      await new Promise<void>((resolve) => void clock.after(began + next - start - clock.now(), resolve))
    }
  }

  return () => {
    stop()
    for (const of of conversations.values()) {
      of.version++
      of.cancelNext()
      of.cancelExpiry()
      of.leave()
    }
    conversations.clear()
  }
}
