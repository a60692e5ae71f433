/**
 * What processes tell each other. It only wakes: nothing is acknowledged because the bus took it, and whatever it
 * loses is found again by looking.
 */
export type BusMessage =
  /** A chat has entries up to `last`, or its visitor changed; `agentWrote`: one of them is an agent's message. */
  | {
      readonly type: 'chat'
      readonly account: number
      readonly chat: number
      readonly last: number
      readonly agentWrote?: boolean
    }
  | {
      readonly type: 'typing'
      readonly account: number
      readonly chat: number
      readonly from: 'visitor' | 'agent'
      readonly agent?: number
      readonly on: boolean
      readonly text?: string
    }
  /** An agent came, went, or turned the switch. */
  | { readonly type: 'presence'; readonly account: number; readonly agent: number }
  | {
      readonly type: 'seen'
      readonly account: number
      readonly chat: number
      readonly agent: number
      readonly seen: number
    }
  /** A page of the visitor has the entries of a chat up to `n`. */
  | { readonly type: 'reached'; readonly account: number; readonly chat: number; readonly n: number }
  /** Whoever has the visitor of a chat before them says how far their page has got. */
  | { readonly type: 'how_far'; readonly account: number; readonly chat: number }
  /** These chats of a visitor were erased; `whole`: and who they are. What is kept of it in memory goes. */
  | {
      readonly type: 'forgotten'
      readonly account: number
      readonly channel: number
      readonly key: string
      readonly chats: readonly number[]
      readonly whole: boolean
    }
  /** Accounts, agents, channels or settings changed. */
  | { readonly type: 'desk' }

export interface Bus {
  /** Tells the other processes. Never throws and never waits. */
  publish(message: BusMessage): void
  /** Hears what other processes published; not what this one did. Returns the way to stop. */
  subscribe(fn: (message: BusMessage) => void): () => void
  close(): Promise<void>
}

/** The bus of a desk that is one process: there is nobody else to tell. */
export const quietBus: Bus = {
  publish() {},
  subscribe: () => () => {},
  close: () => Promise.resolve(),
}
