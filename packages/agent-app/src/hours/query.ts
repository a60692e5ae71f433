import type { HoursOfAll, WorkingHours } from '@deskbell/protocol/agent/hours'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** Working hours of departments and agents. Those who are always open are not among them. */
export const hoursQuery = queryOptions({
  queryKey: ['settings', 'hours'],
  queryFn: ({ signal }) => call('GET /hours', { signal }),
})

/** A department or an agent. */
export interface HoursOwner {
  readonly of: 'department' | 'agent'
  readonly id: number
}

export const isOwner = (a: HoursOwner, b: HoursOwner): boolean => a.of === b.of && a.id === b.id

/** Each owner with their hours, departments first. */
export const listHours = ({ departments, agents }: HoursOfAll): (HoursOwner & { readonly hours: WorkingHours })[] => [
  ...departments.map(({ department: id, hours }) => ({ of: 'department' as const, id, hours })),
  ...agents.map(({ agent: id, hours }) => ({ of: 'agent' as const, id, hours })),
]

/** Sets the working hours of a department or an agent; null: always open. */
export function useSetHours() {
  const queries = useQueryClient()
  return async ({ of, id }: HoursOwner, hours: WorkingHours | null): Promise<void> => {
    if (of === 'department')
      await call('PUT /departments/:department/hours', { params: { department: id }, body: { hours } })
    else await call('PUT /agents/:agent/hours', { params: { agent: id }, body: { hours } })
    await queries.invalidateQueries({ queryKey: hoursQuery.queryKey })
  }
}
