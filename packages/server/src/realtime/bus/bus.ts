import type { BusMessage } from '@deskbell/protocol/bus/messages'

export type { BusMessage } from '@deskbell/protocol/bus/messages'

/**
 * Messages between the processes of one installation. The bus only wakes: no caller is acknowledged because the bus
 * took a message, and processes find what it loses by polling the database.
 */
export interface Bus {
  /** Sends a message to the other processes. Never throws and never waits. */
  publish(message: BusMessage): void
  /**
   * Calls fn with each message of another process, not with this one's. Returns the function that ends the
   * subscription.
   */
  subscribe(fn: (message: BusMessage) => void): () => void
  /**
   * Calls fn when messages of another process were lost, also those before the first one that came of it. Returns the function
   * that ends the subscription. A loss is noticed with the next message of its sender.
   */
  onGap(fn: () => void): () => void
  close(): Promise<void>
}

/** The bus of an installation with one process: it sends nothing. */
export const localBus: Bus = {
  publish() {},
  subscribe: () => () => {},
  onGap: () => () => {},
  close: () => Promise.resolve(),
}
