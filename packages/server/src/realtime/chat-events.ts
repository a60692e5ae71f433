import { ERASED_MAX } from '@deskbell/protocol/bus/messages'
import { wakesRouter } from '@deskbell/rules'
import type { Bus, BusMessage } from './bus/bus.ts'
import type { ChangedChat } from '../conversation/commit/input.ts'

/** Another process changed a chat. A subscriber reads the new entries from the database. */
export interface WakeUp {
  readonly account: number
  readonly chat: number
  readonly last: number
  /** The new entries include an agent's message, as far as the sender of the event knows. */
  readonly agentWrote?: boolean
  /** The same for a visitor's message. */
  readonly visitorWrote?: boolean
  /** The same for what gives the router work. */
  readonly routing?: boolean
  /** All that is needed to show the change, where its sender has told it. */
  readonly changed?: ChangedChat
}

export interface Typing {
  readonly account: number
  readonly chat: number
  readonly from: 'visitor' | 'agent'
  readonly agent?: number
  readonly on: boolean
  /** What the visitor is typing, where the widget sends it. */
  readonly text?: string
}

/** A page of the visitor has the entries of a chat up to `n`. It is not an entry and is not stored. */
export interface Receipt {
  readonly account: number
  readonly chat: number
  readonly n: number
}

/** The erased chats of a visitor; `whole`: the visitor's own data was erased too. */
export interface Erased {
  readonly account: number
  readonly channel: number
  /** The number that the visitor had. */
  readonly visitor: number
  /** The digest of the key that the visitor had. */
  readonly who: string
  readonly chats: readonly number[]
  readonly whole: boolean
}

/** Called synchronously and in order. A subscriber must not block. */
export interface ChatEventListener {
  /**
   * This process committed, and has not begun the next transaction: what is committed now is in that one. For what must not wait,
   * since everything else waits for it.
   */
  onDurable?(changed: readonly ChangedChat[]): void
  /** This process committed; the event has all that is needed to show the change. */
  onCommitted?(changed: ChangedChat): void
  /** Another process committed. */
  onChangedElsewhere?(wake: WakeUp): void
  /** `here`: the event comes from this process. It is not an entry and is not stored. */
  onTyping?(typing: Typing, here: boolean): void
  onReceipt?(receipt: Receipt): void
  /**
   * An agent's connection asks how far the visitor has received a chat. A process that knows answers with a receipt.
   */
  onReceiptRequested?(chat: Omit<Receipt, 'n'>): void
  onErased?(erased: Erased): void
}

/**
 * Publishes what happens to chats, in this process and over the bus. The bus may lose a message, so each process also
 * polls the database (`watch-chats.ts`).
 */
export interface ChatEvents {
  /** Only in this process. */
  durable(changed: readonly ChangedChat[]): void
  committed(changed: readonly ChangedChat[]): void
  /** Only in this process: polling found a commit of another one. */
  changedElsewhere(wake: WakeUp): void
  typing(typing: Typing): void
  receipt(receipt: Receipt): void
  requestReceipt(chat: Omit<Receipt, 'n'>): void
  erased(erased: Erased): void
  /** Only in this process: polling found an erasure of another one. */
  erasedElsewhere(erased: Erased): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: ChatEventListener): () => void
}

/** Reports a subscriber's exception to `onFault`; the other subscribers and the publisher are not affected. */
export function makeChatEvents(bus: Bus, onFault: (error: unknown) => void): ChatEvents {
  const listeners = new Set<ChatEventListener>()
  const notify = (call: (listener: ChatEventListener) => void) => {
    for (const listener of listeners)
      try {
        call(listener)
      } catch (error) {
        onFault(error)
      }
  }
  const notifyChanged = (wake: WakeUp) => notify((listener) => listener.onChangedElsewhere?.(wake))
  const notifyTyping = (typing: Typing, here: boolean) => notify((listener) => listener.onTyping?.(typing, here))
  const notifyReceipt = (receipt: Receipt) => notify((listener) => listener.onReceipt?.(receipt))
  const notifyRequested = (chat: Omit<Receipt, 'n'>) => notify((listener) => listener.onReceiptRequested?.(chat))
  const notifyErased = (erased: Erased) => notify((listener) => listener.onErased?.(erased))
  bus.subscribe((message: BusMessage) => {
    if (message.type === 'chat') notifyChanged(toWakeUp(message))
    else if (message.type === 'typing') notifyTyping(message, false)
    else if (message.type === 'reached') notifyReceipt(message)
    else if (message.type === 'how_far') notifyRequested(message)
    if (message.type === 'erased') notifyErased(message) // guard T52
  })
  return {
    durable: (changed) => notify((listener) => listener.onDurable?.(changed)),
    committed(changed) {
      for (const one of changed) {
        notify((listener) => listener.onCommitted?.(one))
        const { account, chat, state, visitor, entries } = one
        bus.publish({
          type: 'chat',
          account,
          chat,
          last: state.last,
          changed: { state, visitor, entries: [...entries] },
          ...(hasAgentMessage(one) && { agentWrote: true }),
          ...(hasVisitorMessage(one) && { visitorWrote: true }),
          ...(wakesRouter(state, entries) && { routing: true }),
        })
      }
    },
    changedElsewhere: notifyChanged,
    typing(typing) {
      notifyTyping(typing, true)
      bus.publish({ type: 'typing', ...typing })
    },
    receipt(receipt) {
      notifyReceipt(receipt)
      bus.publish({ type: 'reached', ...receipt })
    },
    requestReceipt(chat) {
      notifyRequested(chat)
      bus.publish({ type: 'how_far', ...chat })
    },
    erased(erased) {
      notifyErased(erased)
      const { account, channel, visitor, who, whole } = erased
      for (let from = 0; from === 0 || from < erased.chats.length; from += ERASED_MAX) {
        const chats = erased.chats.slice(from, from + ERASED_MAX)
        bus.publish({ type: 'erased', account, channel, visitor, who, whole, chats })
      }
    },
    erasedElsewhere: notifyErased,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What a process of the same installation has sent is what it has stored. */
function toWakeUp({ changed, ...wake }: BusMessage & { type: 'chat' }): WakeUp {
  if (!changed) return wake
  const { account, chat } = wake
  return { ...wake, changed: { ...(changed as Pick<ChangedChat, 'state' | 'visitor' | 'entries'>), account, chat } }
}

const hasMessageOf =
  (author: 'agent' | 'visitor') =>
  ({ entries }: ChangedChat): boolean =>
    entries.some((entry) => entry.type === 'message' && entry.from === author)

/** Whether an agent wrote one of the new entries. */
export const hasAgentMessage = hasMessageOf('agent')
/** Whether the visitor wrote one of the new entries. */
export const hasVisitorMessage = hasMessageOf('visitor')
