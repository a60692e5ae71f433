/** What is to be closed at the end, in the reverse of the order in which it was opened. */
export interface Closers {
  add(close: () => unknown): void
  /** Closes everything, also behind one that fails: the database above all. Throws all faults together. */
  closeAll(): Promise<void>
}

export function makeClosers(): Closers {
  const closers: (() => unknown)[] = []
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      const faults: unknown[] = []
      for (const close of closers.splice(0).toReversed())
        try {
          await close()
        } catch (error) {
          faults.push(error)
        }
      if (faults.length > 0) throw new AggregateError(faults, 'parts of the server did not close')
    },
  }
}
