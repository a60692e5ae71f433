/** Closes the resources that the start opened, in reverse order. */
export interface Closers {
  add(close: () => unknown): void
  /** Closes everything, even after a fault, because the database must be closed. Throws all faults together. */
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
