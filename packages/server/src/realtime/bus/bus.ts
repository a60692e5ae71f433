import type { BusMessage } from '@deskbell/protocol/bus/messages'

export type { BusMessage } from '@deskbell/protocol/bus/messages'

/**
 * What processes tell each other. It only wakes: nothing is acknowledged because the bus took it, and whatever it
 * loses is found again by looking.
 */
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
