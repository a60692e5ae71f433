/** A use counts half as much after this time (ms). */
const HALF = 14 * 24 * 3600 * 1000

/**
 * The rank of a canned answer or a macro after one more use. A rank is the logarithm (base 2) of the uses, each weighted by its time, so
 * that ranks of different times compare without being updated. 0: never used.
 */
export function rankAfterUse(rank: number, now: number): number {
  const use = now / HALF
  return rank === 0 ? use : Math.max(rank, use) + Math.log2(1 + 2 ** -Math.abs(rank - use))
}
