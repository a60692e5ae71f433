import type { Tx } from '../../db/db.ts'
import type { ErasureRow } from './erasure-row.ts'
import type { Removed } from './personal-data.ts'

/** What a step has done. */
export interface Performed extends Removed {
  /** How much of the limit it has used, where this is not the number of rows. */
  readonly used?: number
  /** The new position in the entries. */
  readonly position?: Pick<ErasureRow, 'place' | 'after'>
}

export interface Step {
  /** Stored in the erasure's row. */
  readonly name: string
  /** Removes or redacts at most `most` rows. */
  perform(tx: Tx, row: ErasureRow, most: number): Promise<Performed>
}
