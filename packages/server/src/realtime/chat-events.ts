import { ERASED_MAX } from '@deskbell/protocol/bus/messages'
import type { Bus, BusMessage } from './bus/bus.ts'
import type { News } from '../conversation/commit/input.ts'

/** Somebody else changed a chat: what, must be read. */
export interface Wake {
  readonly account: number
  readonly chat: number
  readonly last: number
  /** An agent's message is among what is new, as far as that is known. */
  readonly agentWrote?: boolean
}

export interface Typing {
  readonly account: number
  readonly chat: number
  readonly from: 'visitor' | 'agent'
  readonly agent?: number
  readonly on: boolean
  /** What the visitor is typing, where their window tells. */
  readonly text?: string
}

/** A page of the visitor has the entries of a chat up to `n`. Not an entry: nothing is kept of it. */
export interface Reached {
  readonly account: number
  readonly chat: number
  readonly n: number
}

/** What of a visitor was erased: these chats; `whole`: who they are, too. */
export interface Erased {
  readonly account: number
  readonly channel: number
  /** The number that they had. */
  readonly visitor: number
  /** The digest of the key that they had. */
  readonly who: string
  readonly chats: readonly number[]
  readonly whole: boolean
}

/** What a listener is told. It is called at once and in order, and must not wait. */
export interface ChatEventListener {
  /** Committed here, with all that is needed to show it. */
  onNews?(news: News): void
  /** Committed elsewhere. */
  onWake?(wake: Wake): void
  /** `here`: this process heard of it first. Not an entry: nothing is kept of it. */
  onTyping?(typing: Typing, here: boolean): void
  onReached?(reached: Reached): void
  /** Somebody wants to know how far the visitor of a chat has got: whoever knows says so. */
  onHowFar?(place: Omit<Reached, 'n'>): void
  onErased?(forgotten: Erased): void
}

/**
 * The bell rings after a commit. It may be lost between processes, so whoever listens also looks for itself now and
 * then (`watch.ts`).
 */
export interface ChatEvents {
  ring(news: readonly News[]): void
  wake(wake: Wake): void
  type(typing: Typing): void
  reach(reached: Reached): void
  howFar(place: Omit<Reached, 'n'>): void
  forget(forgotten: Erased): void
  /** Another process erased it, and this one found that by looking. */
  forgotten(forgotten: Erased): void
  listen(listener: ChatEventListener): () => void
}

/** A listener that throws is told of (`onFault`), and keeps nobody else from hearing: least of all whoever committed. */
export function makeChatEvents(bus: Bus, onFault: (error: unknown) => void): ChatEvents {
  const listeners = new Set<ChatEventListener>()
  const each = (tell: (listener: ChatEventListener) => void) => {
    for (const listener of listeners)
      try {
        tell(listener)
      } catch (error) {
        onFault(error)
      }
  }
  const woken = (wake: Wake) => each((listener) => listener.onWake?.(wake))
  const typed = (typing: Typing, here: boolean) => each((listener) => listener.onTyping?.(typing, here))
  const reached = (one: Reached) => each((listener) => listener.onReached?.(one))
  const asked = (place: Omit<Reached, 'n'>) => each((listener) => listener.onHowFar?.(place))
  const forgotten = (one: Erased) => each((listener) => listener.onErased?.(one))
  bus.subscribe((message: BusMessage) => {
    if (message.type === 'chat') woken(message)
    else if (message.type === 'typing') typed(message, false)
    else if (message.type === 'reached') reached(message)
    else if (message.type === 'how_far') asked(message)
    if (message.type === 'erased') forgotten(message) // guard T52
  })
  return {
    ring(news) {
      for (const one of news) {
        each((listener) => listener.onNews?.(one))
        const { account, chat, state } = one
        bus.publish({ type: 'chat', account, chat, last: state.last, ...(hasAnswer(one) && { agentWrote: true }) })
      }
    },
    wake: woken,
    type(typing) {
      typed(typing, true)
      bus.publish({ type: 'typing', ...typing })
    },
    reach(one) {
      reached(one)
      bus.publish({ type: 'reached', ...one })
    },
    howFar(place) {
      asked(place)
      bus.publish({ type: 'how_far', ...place })
    },
    forget(one) {
      forgotten(one)
      const { account, channel, visitor, who, whole } = one
      for (let from = 0; from === 0 || from < one.chats.length; from += ERASED_MAX) {
        const chats = one.chats.slice(from, from + ERASED_MAX)
        bus.publish({ type: 'erased', account, channel, visitor, who, whole, chats })
      }
    },
    forgotten,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether an agent wrote something. */
export const hasAnswer = ({ entries }: News): boolean =>
  entries.some((entry) => entry.type === 'message' && entry.from === 'agent')
