import type { Task } from '@deskbell/protocol/agent/task'

/** The parts of the list of open tasks, in their order. */
export const SECTIONS = ['overdue', 'today', 'later', 'undated'] as const
export type SectionName = (typeof SECTIONS)[number]

/** Midnight after the day of `now`, in the agent's time zone; setting the fields keeps it right when the clocks change. */
export function endOfDay(now: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + 1)
  return date.setHours(0, 0, 0, 0)
}

/** Where an open task stands at a time. */
export function sectionOf(due: number | null, now: number): SectionName {
  if (due === null) return 'undated'
  if (due <= now) return 'overdue'
  return due < endOfDay(now) ? 'today' : 'later'
}

type Dated = Pick<Task, 'due' | 'id'>

/** In the server's order: by due time, those without a date last. */
export function byDue(a: Dated, b: Dated): number {
  if (a.due === b.due) return a.id - b.id
  return (a.due ?? Infinity) - (b.due ?? Infinity)
}

/** The sections that have tasks. `kept`: a section in which a task stays. */
export function toSections<T extends Dated>(
  tasks: readonly T[],
  now: number,
  kept: (task: number) => SectionName | undefined = () => undefined,
): { name: SectionName; tasks: readonly T[] }[] {
  const found = Map.groupBy(tasks, ({ id, due }) => kept(id) ?? sectionOf(due, now))
  return SECTIONS.flatMap((name) => {
    const own = found.get(name)
    return own ? [{ name, tasks: own }] : []
  })
}
