/** Where a record stands. */
interface Place {
  readonly account: number
  readonly id: number
}

/** Finds records of all accounts by names of theirs that no two have: addresses, tokens. */
export interface Lookup {
  find(name: string): Place | undefined
  /** Replaces what an account had. A name that another account has taken over meanwhile stays with that. */
  replace(account: number, names: Iterable<readonly [name: string, id: number]>): void
}

export function makeLookup(): Lookup {
  const places = new Map<string, Place>()
  const namesOf = new Map<number, readonly string[]>()
  return {
    find: (name) => places.get(name),
    replace(account, names) {
      for (const name of namesOf.get(account) ?? []) if (places.get(name)?.account === account) places.delete(name)
      const put = [...names]
      for (const [name, id] of put) places.set(name, { account, id })
      if (put.length > 0)
        namesOf.set(
          account,
          put.map(([name]) => name),
        )
      else namesOf.delete(account)
    },
  }
}
