import type { Wait } from './check-chats.ts'

/** Visitors who waited at the same time while agents were free. Unix ms. */
export interface Stall {
  readonly from: number
  readonly to: number
  readonly chats: number
  /** One of them. */
  readonly wait: Wait
}

/** Waits that overlap are one stall. */
export function toStalls(waits: readonly Wait[]): Stall[] {
  const stalls: Stall[] = []
  for (const wait of waits.toSorted((a, b) => a.from - b.from)) {
    const { from, to } = wait
    const stall = stalls.at(-1)
    if (stall && from <= stall.to)
      stalls[stalls.length - 1] = { ...stall, to: Math.max(stall.to, to), chats: stall.chats + 1 }
    else stalls.push({ from, to, chats: 1, wait })
  }
  return stalls
}
