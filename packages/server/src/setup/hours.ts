import { isDeepStrictEqual } from 'node:util'
import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import { readHours, setHours, type HoursOwner } from '../settings/hours.ts'
import { at, type Run } from './run.ts'

/** Applies the hours of an agent or a department; undefined: the file does not name them. `path`: of their owner. */
export async function setUpHours(
  { tx, account, outcome }: Run,
  owner: HoursOwner,
  hours: WorkingHours | null | undefined,
  path: string,
): Promise<void> {
  if (hours === undefined || isDeepStrictEqual(await readHours({ tx, account }, owner), hours)) return
  outcome.changed = true
  await at(path, () => setHours({ tx, account }, owner, hours, '/workingHours'))
}
