import type { Tx } from './db.ts'

/** The UUIDs that a process may have made for its leases lie between `first` and `last`, inclusive. */
export interface DeadProcess {
  readonly id: string
  readonly first: string
  readonly last: string
  /** ms. */
  readonly now: number
}

/** What a module leases to one process at a time, with UUIDs of the process. */
export interface ModuleLeases {
  /** Ends those of a process that has died, in the transaction that removes its row. */
  readonly end: (tx: Tx, dead: DeadProcess) => Promise<unknown>
  /** This process looks for free ones now. */
  readonly take: () => void
}
