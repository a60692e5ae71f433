import { agentTyping } from '@deskbell/protocol/channel/typing'
import { readReply } from '@deskbell/protocol/channel/reply'
import { CHANNEL_STARTS, TYPING_EVERY, TYPING_EXPIRES } from '@deskbell/protocol/limits'
import { hasAgentMessage, type ChatEvents, type Typing } from '../../realtime/chat-events.ts'
import type { Locate } from '../../conversation/commit/locate.ts'
import type { Links } from '../../files/links.ts'
import type { Directory } from '../../settings/directory.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { senderOf } from './author.ts'
import type { Post } from './post.ts'

interface Conversation {
  /** What the integrator was told last, and when. */
  told: boolean
  toldAt: number
  /** What is to be told next, when the time between two tellings has passed. */
  next: Typing | undefined
  cancelNext: () => void
  /** Grows with whatever makes a request under way pointless: a newer sign, a message. */
  turn: number
  cancelExpiry: () => void
}

export interface TypingOut {
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
 * Tells integrators when an agent types (A20): at most once in three seconds for each customer; tried three times, but
 * given up as soon as something newer is to be told; forgotten ten seconds after the last sign. Nothing waits for it and
 * no failure is shown.
 */
export function channelTyping({
  chatEvents,
  clock,
  ids,
  directory,
  links,
  locate,
  post,
  onError,
}: TypingOut): () => void {
  const conversations = new Map<string, Conversation>()

  const stop = chatEvents.subscribe({
    onTyping(typing, here) {
      // The process where the agent types tells; the others only show it.
      if (typing.from === 'agent' && here) heard(typing)
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

  function heard(typing: Typing): void {
    const name = `${typing.account}:${typing.chat}`
    let conversation = conversations.get(name)
    if (!conversation) {
      if (!typing.on) return
      conversation = { told: false, toldAt: -Infinity, next: undefined, cancelNext() {}, turn: 0, cancelExpiry() {} }
      conversations.set(name, conversation)
    }
    const of = conversation
    of.cancelExpiry()
    if (typing.on) of.cancelExpiry = clock.after(TYPING_EXPIRES, () => heard({ ...typing, on: false }))
    if (!typing.on && !of.told) return forget(name)
    of.cancelNext()
    of.next = typing
    const wait = of.toldAt + TYPING_EVERY - clock.now()
    if (wait <= 0) tellNext(name, of)
    else of.cancelNext = clock.after(wait, () => tellNext(name, of))
  }

  function tellNext(name: string, of: Conversation): void {
    const typing = of.next
    if (!typing) return
    of.next = undefined
    of.told = typing.on
    of.toldAt = clock.now()
    of.turn++
    tell(typing, of).catch(onError)
    if (!typing.on) forgetLater(name, of)
  }

  /** Kept until the time between two tellings has passed, so that a quick new start waits for it. */
  function forgetLater(name: string, of: Conversation): void {
    of.cancelExpiry = clock.after(TYPING_EVERY, () => {
      if (conversations.get(name) === of && !of.told && !of.next) conversations.delete(name)
    })
  }

  /** A message says that the typing is over: what is left to tell is not told any more. */
  function forget(name: string): void {
    const of = conversations.get(name)
    if (!of) return
    of.turn++
    of.told = false
    of.next = undefined
    of.cancelNext()
    of.cancelExpiry()
    forgetLater(name, of)
  }

  async function tell(typing: Typing, of: Conversation): Promise<void> {
    const turn = of.turn
    const [place] = await locate([{ account: typing.account, target: { chat: typing.chat } }])
    if (!place) return
    const id = `typ_${ids.letters(22)}`
    for (const [i, start] of CHANNEL_STARTS.entries()) {
      const began = clock.now()
      const channel = directory.channel(typing.account, place.channel)
      if (of.turn !== turn || !channel?.serverUrl) return
      const agent = typing.agent === undefined ? undefined : directory.agent(typing.account, typing.agent)
      const body = agentTyping({
        sender: senderOf({ directory, links }, typing.account, { from: 'agent', agent }),
        recipient: place.key,
        on: typing.on,
      })
      // A repetition counts as well for what may be told next.
      of.toldAt = began
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
      of.turn++
      of.cancelNext()
      of.cancelExpiry()
    }
    conversations.clear()
  }
}
