/** The account and the id of a record. */
interface Place {
  readonly account: number
  readonly id: number
}

/** Finds records of all accounts by globally unique names: addresses and tokens. */
export interface Lookup {
  find(name: string): Place | undefined
  /** Replaces all names of an account. A name that another account has since taken over stays with that account. */
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
