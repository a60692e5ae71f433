import type { BusMessage } from '@deskbell/protocol/bus/messages'
import type { Clock } from '../../platform/clock.ts'
import { makeJoined } from './joined.ts'

export type { BusMessage } from '@deskbell/protocol/bus/messages'

/**
 * Messages between the processes of one installation. The bus only wakes: no caller is acknowledged because the bus
 * took a message, and processes find what it loses by polling the database.
 */
export interface Bus {
  /** Sends a message to the other processes. Never throws and never waits. */
  publish(message: BusMessage): void
  /** From now on this process hears the messages of an account (`OF_ACCOUNT`), as long as one that has joined has not left. */
  join(account: number): Joining
  /** The accounts that are joined, and since when (ms). */
  joined(): ReadonlyMap<number, number>
  /**
   * Calls fn with each message of another process, not with this one's. Returns the function that ends the
   * subscription.
   */
  subscribe(fn: (message: BusMessage) => void): () => void
  /**
   * Calls fn when messages of another process were lost: of one account that is joined, or, without an account, of any. Also those
   * before the first one that came of it. Returns the function that ends the subscription. A loss is noticed with the next message
   * of its sender.
   */
  onGap(fn: (account?: number) => void): () => void
  close(): Promise<void>
}

export interface Joining {
  /**
   * Resolves when the messages come: what is read then is followed by all that is sent. At the latest after a second; what did not
   * come is a loss.
   */
  readonly active: Promise<void>
  leave(): void
}

/** The bus of an installation without NATS: it sends nothing. */
export function makeLocalBus(clock: Pick<Clock, 'now'>): Bus {
  const joined = makeJoined(clock)
  return {
    publish() {},
    join: (account) => ({ active: Promise.resolve(), leave: joined.join(account) }),
    joined: () => joined.since,
    subscribe: () => () => {},
    onGap: () => () => {},
    close: () => Promise.resolve(),
  }
}
