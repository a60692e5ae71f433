/** Pseudo-random numbers: the same for the same seed (mulberry32). */
export interface Random {
  /** In [0, 1). */
  fraction(): number
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number
}

export function seeded(seed: number): Random {
  let state = seed | 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { fraction, between: (least, most) => least + Math.floor(fraction() * (most - least + 1)) }
}
