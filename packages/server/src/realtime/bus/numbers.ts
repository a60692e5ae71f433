/** The messages of each account are numbered by each sender, so that a joined process notices one that is missing. */
export interface SentNumbers {
  /** The number of the next message of an account. */
  next(account: number): number
  /** The accounts of which messages were sent since the last call, with the number of the last one. */
  take(): [account: number, n: number][]
}

export function makeSentNumbers(): SentNumbers {
  const last = new Map<number, number>()
  const since = new Set<number>()
  return {
    next(account) {
      const n = (last.get(account) ?? 0) + 1
      last.set(account, n)
      since.add(account)
      return n
    },
    take() {
      const sent = [...since].map((account): [number, number] => [account, last.get(account) ?? 0])
      since.clear()
      return sent
    },
  }
}

/** What was heard of the joined accounts. `sender`: of a message, as long as its process lives. */
export interface HeardNumbers {
  /** A message came. Returns whether one before it is missing, or may be: of the first one of a sender that is not known. */
  heard(sender: string, account: number, n: number): boolean
  /** The sender has sent so many. Returns whether one of them did not come. */
  reached(sender: string, account: number, n: number): boolean
  /** The account is no longer joined. */
  forget(account: number): void
}

export function makeHeardNumbers(): HeardNumbers {
  /** By account and sender. */
  const accounts = new Map<number, Map<string, number>>()
  const put = (account: number, sender: string, n: number) => {
    const senders = accounts.get(account) ?? new Map<string, number>()
    accounts.set(account, senders)
    const before = senders.get(sender)
    if (before === undefined || n > before) senders.set(sender, n)
    return before
  }
  return {
    heard(sender, account, n) {
      const before = put(account, sender, n)
      return before === undefined || n > before + 1
    },
    reached(sender, account, n) {
      const before = put(account, sender, n)
      return before === undefined || n > before
    },
    forget: (account) => void accounts.delete(account),
  }
}
