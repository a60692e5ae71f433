/** The account and the id of a record. */
interface RecordKey {
  readonly account: number
  readonly id: number
}

/** Finds records of all accounts by globally unique names: addresses and tokens. */
export interface Lookup {
  find(name: string): RecordKey | undefined
  /** Replaces all names of an account. A name that another account has since taken over stays with that account. */
  replace(account: number, names: Iterable<readonly [name: string, id: number]>): void
}

export function makeLookup(): Lookup {
  const keys = new Map<string, RecordKey>()
  const namesOf = new Map<number, readonly string[]>()
  return {
    find: (name) => keys.get(name),
    replace(account, names) {
      for (const name of namesOf.get(account) ?? []) if (keys.get(name)?.account === account) keys.delete(name)
      const put = [...names]
      for (const [name, id] of put) keys.set(name, { account, id })
      if (put.length > 0)
        namesOf.set(
          account,
          put.map(([name]) => name),
        )
      else namesOf.delete(account)
    },
  }
}
