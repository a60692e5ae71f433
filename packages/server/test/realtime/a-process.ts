import { realClock } from '../../src/platform/clock.ts'
import { realIds } from '../../src/platform/ids.ts'
import { makeLocalBus } from '../../src/realtime/bus/bus.ts'
import type { Losses } from '../../src/realtime/losses.ts'

/** A process that no other one sees, and that sees none. */
export const aProcess = () => ({ id: realIds.uuid().slice(0, 8), onEnded: () => () => {} })

/** Nothing is announced: everything may be missed. */
export const withoutBus: Losses = {
  watch: () => () => true,
  isWhole: () => false,
  watchAccounts: () => () => 'all',
  onLoss: () => () => {},
  close() {},
}

export const localBus = makeLocalBus(realClock)
