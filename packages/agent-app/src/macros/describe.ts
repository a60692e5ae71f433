import type { Macro, MacroStep } from '@deskbell/protocol/agent/macro'
import { useQuery } from '@tanstack/react-query'
import { agentsQuery, departmentsQuery, tagsQuery } from '../api/queries.ts'
import { inList } from '../text/when.ts'
import { isolate } from '../words/isolate.ts'
import { macroWords } from './words.ts'

const w = macroWords

type Named = { id: number; name: string }
export type Names = { tags: readonly Named[]; agents: readonly Named[]; departments: readonly Named[] }
const NONE: readonly Named[] = []

/** The names that steps refer to by number. */
export function useNames(): Names {
  const { data: tags = NONE } = useQuery(tagsQuery)
  const { data: agents = NONE } = useQuery(agentsQuery)
  const { data: departments = NONE } = useQuery(departmentsQuery)
  return { tags, agents, departments }
}

function named(ids: readonly number[], tags: readonly Named[]): string {
  const names = ids.map((id) => tags.find((tag) => tag.id === id)?.name)
  return inList([...new Set(names.map((name) => (name === undefined ? w.goneTag : isolate(name))))])
}

/** What a step does, in words. The text of a message or a note is not part of it. */
export function describe(step: MacroStep, { tags, agents, departments }: Names): string {
  switch (step.type) {
    case 'accept':
      return w.does.accept
    case 'send':
      return w.does.send
    case 'note':
      return w.does.note
    case 'tag': {
      const adds = step.add.length > 0 && w.does.addsTags(named(step.add, tags))
      const removes = step.remove.length > 0 && w.does.removesTags(named(step.remove, tags))
      return [adds, removes].filter(Boolean).join(' · ')
    }
    case 'hand-over': {
      const to = agents.find(({ id }) => id === step.to) ?? departments.find(({ id }) => id === step.department)
      return to ? w.does.handsTo(to.name) : w.does.handsToGone
    }
    case 'snooze':
      return w.does.snoozes(step.minutes)
    case 'close':
      return w.does.closes
  }
}

/** The names of its steps, in one line. */
export const summaryOf = ({ steps }: Pick<Macro, 'steps'>): string => steps.map(({ type }) => w.names[type]).join(' · ')

/** The texts of its messages and notes, which a search finds. */
export const textOf = ({ steps }: Pick<Macro, 'steps'>): string =>
  steps.map((step) => ('text' in step ? step.text : '')).join('\n')
