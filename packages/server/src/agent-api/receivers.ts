import type { Department, Person } from '@deskbell/rules'
import { Invalid } from '../platform/errors.ts'
import type { Directory } from '../settings/directory.ts'
import { maySee } from './access.ts'
import type { SignedIn } from './signed-in.ts'

/** The colleague with this number, who must see the chat once they hold it. `field`: of the request. */
export function findColleague(
  directory: Directory,
  { account }: SignedIn,
  { number, channel, field }: { number: number; channel: number; field: string },
): Person {
  const to = directory.agent(account, number)
  const sees = to && maySee(directory, to, { channel, holder: null })
  if (!to) throw new Invalid(field, { reason: 'no_agent', number })
  if (!sees) throw new Invalid(field, { reason: 'agent_not_here', number })
  return { id: to.id, name: to.name }
}

export function findDepartment(
  directory: Directory,
  { account }: SignedIn,
  { number, field }: { number: number; field: string },
): Department {
  const found = directory.departments(account).find(({ id }) => id === number)
  if (!found) throw new Invalid(field, { reason: 'no_department', number })
  return { id: found.id, name: found.name }
}
