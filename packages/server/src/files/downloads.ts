import { makeInTurn, type Leave } from '../platform/at-once.ts'
import { networkOf } from '../platform/network.ts'
import type { Clock } from '../platform/clock.ts'

/** Concurrent downloads of one address, and of all together: each holds a file descriptor and its buffers (T45). */
const PER_ADDRESS = 64
const IN_ALL = 1024
/** More than the number of connections that one address may have open. */
const WAITING = 4000
/** A download that waits longer for its turn is refused (ms). */
const DEADLINE = 10_000

export interface Downloads {
  /**
   * Resolves with the function that ends the download when it may begin; undefined when it waited too long. A client
   * that reads slowly delays its own address first.
   */
  begin(address: string): Promise<Leave | undefined>
}

export function makeDownloads(clock: Clock, { perAddress = PER_ADDRESS, inAll = IN_ALL } = {}): Downloads {
  const turns = makeInTurn({ clock, waiting: WAITING, within: DEADLINE })
  return {
    begin: (address) =>
      turns.enter([
        [networkOf(address), perAddress], // guard T45
        ['all', inAll],
      ]),
  }
}
