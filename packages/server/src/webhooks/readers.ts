/** A connection that reads the events of one webhook in this process. */
export interface Reader {
  /** There may be new events, or the reader may have to end. */
  wake(): void
  /** Ends the reader. */
  end(): void
}

/** Readers per token. The limit stops a client that opens connections without closing them. */
const READERS_MAX = 5

export interface Readers {
  /** Adds a reader; over the limit the oldest is ended. Returns a function that removes the reader. */
  enter(account: number, webhook: number, reader: Reader): () => void
  wake(account: number): void
  endAll(): void
}

export function makeReaders(): Readers {
  const all = new Map<number, Map<number, Set<Reader>>>()
  const of = (account: number): Reader[] => [...(all.get(account)?.values() ?? [])].flatMap((readers) => [...readers])

  return {
    enter(account, webhook, reader) {
      const webhooks = all.get(account) ?? new Map<number, Set<Reader>>()
      all.set(account, webhooks)
      const readers = webhooks.get(webhook) ?? new Set<Reader>()
      webhooks.set(webhook, readers)
      readers.add(reader)
      const [oldest] = readers
      if (readers.size > READERS_MAX) oldest?.end()
      return () => {
        readers.delete(reader)
        if (readers.size === 0 && webhooks.get(webhook) === readers) webhooks.delete(webhook)
        if (webhooks.size === 0 && all.get(account) === webhooks) all.delete(account)
      }
    },
    wake(account) {
      for (const reader of of(account)) reader.wake()
    },
    endAll() {
      for (const reader of [...all.keys()].flatMap(of)) reader.end()
    },
  }
}
