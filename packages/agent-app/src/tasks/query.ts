import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The server tells of changes. Where its processes have no bus, those of another process come so much later, ms. */
const UNTOLD = 30_000

/** Every list of tasks: after a change of one, all are fetched again. */
export const ALL_TASKS = ['tasks'] as const

export type TaskState = 'open' | 'done'

/** The tasks of a contact. */
export const contactTasksQuery = (contact: number) =>
  queryOptions({
    queryKey: [...ALL_TASKS, contact],
    queryFn: ({ signal }) => call('GET /contacts/:contact/tasks', { params: { contact }, signal }),
    staleTime: 0,
    refetchInterval: UNTOLD,
  })

/** Tasks of `me`, `nobody`, an agent by number, or all (null), a page at a time. */
export const tasksQuery = (of: string | null, state: TaskState) =>
  infiniteQueryOptions({
    queryKey: [...ALL_TASKS, 'list', of, state],
    queryFn: ({ signal, pageParam }) =>
      call('GET /tasks', { query: { assignee: of ?? undefined, state, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Rows must not move while the agent reads further back.
    refetchInterval: ({ state: { data, error } }) => (!error && (data?.pages.length ?? 1) === 1 ? UNTOLD : false),
  })
