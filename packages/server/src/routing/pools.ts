import type { AgentRecord } from '../settings/directory.ts'

type PoolAgent = Pick<AgentRecord, 'id' | 'role'>

/** The agents who may get a chat of the channel: of its team, if it has one, those who see the channel. */
export function poolOf(
  online: readonly PoolAgent[],
  assigned: ReadonlySet<number> | undefined,
  team: ReadonlySet<number> | undefined,
): number[] {
  const sees = ({ id, role }: PoolAgent) => assigned?.has(id) === true || (team !== undefined && role !== 'agent')
  return online.filter((one) => sees(one) && (team?.has(one.id) ?? true)).map(({ id }) => id)
}

/** Values that are listed once each, and found by a name. */
export function places<T>() {
  const all: T[] = []
  const byName = new Map<string, number>()
  return {
    all,
    placeOf(name: string, value: T): number {
      const known = byName.get(name)
      if (known !== undefined) return known
      byName.set(name, all.length)
      return all.push(value) - 1
    },
  }
}
