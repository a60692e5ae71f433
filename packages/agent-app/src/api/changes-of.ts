import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useAct } from '../ui/act.ts'
import { makeChanges, type Change, type Changes } from './changes.ts'

/** How what is changed is found in what a query reads, and what a change shows before it is stored. */
interface Kind<Read, Whole, Wanted> {
  readonly queryKey: readonly unknown[]
  readonly find: (read: Read) => Whole | undefined
  readonly replace: (read: Read, whole: Whole) => Read
  readonly changed: (whole: Whole, wanted: Wanted) => Whole
  readonly send: (wanted: Wanted, stored: Whole) => Promise<Whole>
  readonly readAgain?: (why: unknown) => Promise<Whole> | undefined
}

function changesIn<Read, Whole extends object, Wanted extends object>(
  queries: QueryClient,
  { queryKey, find, replace, changed, send, readAgain }: Kind<Read, Whole, Wanted>,
): Changes<Whole, Wanted> {
  const made = makeChanges<Whole, Wanted>({
    read() {
      const read = queries.getQueryData<Read>(queryKey)
      const whole = read && find(read)
      if (!whole) throw new Error('What is to be changed has not been read.')
      return whole
    },
    show(whole) {
      // A read that is under way may not know the change.
      void queries.cancelQueries({ queryKey, exact: true })
      queries.setQueryData<Read>(queryKey, (read) => read && replace(read, whole))
    },
    changed,
    send,
    readAgain,
    onFailed: () => void queries.invalidateQueries({ queryKey, exact: true }),
  })
  const hash = hashKey(queryKey)
  // A colleague's change, and the first of several of one's own, make the window read again.
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hash) return
    if (event.action.type !== 'success' || event.action.manual) return
    const whole = find(event.query.state.data as Read)
    if (whole) made.onRead(whole)
  })
  return made
}

function useChanges<Whole, Wanted>(changesOfClient: (queries: QueryClient) => Changes<Whole, Wanted>) {
  const queries = useQueryClient()
  const act = useAct({ several: true })
  /** Shows the change at once and undoes it when the server refuses it. Resolves with whether it is stored. */
  const change = (wanted: Change<Whole, Wanted>) => act.run(() => changesOfClient(queries).make(wanted))
  /** Sends another request in its turn, which resolves with what is stored then. Rejects when it is refused. */
  const ask = (request: (stored: Whole) => Promise<Whole>) => changesOfClient(queries).ask(request)
  return { ...act, change, ask }
}

/**
 * The hook with which screens change what a query reads. All screens of a window share one queue, so two sections cannot
 * overwrite each other.
 */
export function changesOf<Whole extends object, Wanted extends Partial<Whole>>(
  queryKey: readonly unknown[],
  send: (wanted: Wanted, stored: Whole) => Promise<Whole>,
  readAgain?: (why: unknown) => Promise<Whole> | undefined,
) {
  const ofClient = new WeakMap<QueryClient, Changes<Whole, Wanted>>()
  const kind: Kind<Whole, Whole, Wanted> = {
    ...{ queryKey, send, ...(readAgain && { readAgain }) },
    find: (whole) => whole,
    replace: (_, whole) => whole,
    changed: (whole, wanted) => ({ ...whole, ...wanted }),
  }
  return () => useChanges((queries) => known(ofClient, queries, () => changesIn(queries, kind)))
}

/** The hook with which screens change one of what a query lists. Each has a queue of its own in a window. */
export function changesOfOne<Name extends string, Whole extends { readonly id: number }, Wanted extends object>({
  queryKey,
  list,
  changed,
  send,
}: Pick<Kind<never, Whole, Wanted>, 'queryKey' | 'changed'> & {
  readonly list: Name
  readonly send: (id: number, wanted: Wanted) => Promise<Whole>
}) {
  type Read = Readonly<Record<Name, readonly Whole[]>>
  const ofClient = new WeakMap<QueryClient, Map<number, Changes<Whole, Wanted>>>()
  const kindOf = (id: number): Kind<Read, Whole, Wanted> => ({
    ...{ queryKey, changed },
    find: (read) => read[list].find((one) => one.id === id),
    replace: (read, whole) => ({ ...read, [list]: read[list].map((one) => (one.id === id ? whole : one)) }),
    send: (wanted) => send(id, wanted),
  })
  return ({ id }: Pick<Whole, 'id'>) =>
    useChanges((queries) => {
      const ofId = known(ofClient, queries, () => new Map<number, Changes<Whole, Wanted>>())
      return known(ofId, id, () => changesIn(queries, kindOf(id)))
    })
}

/** What is kept under the key; made when there is none. */
function known<Key, Value>(
  kept: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const found = kept.get(key) ?? make()
  kept.set(key, found)
  return found
}
