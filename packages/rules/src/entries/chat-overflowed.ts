import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notRouted } from '../ownership.ts'
import { wentOn } from '../overflowing.ts'
import { beenAfter, type Place } from '../routing/overflow.ts'
import type { Department } from '../shapes.ts'

/**
 * No agent was there for the waiting chat, or none accepted it in time. It goes to `department`, to its bot, whose joining
 * follows, or stays in the queue while its visitor is asked to leave a message. `waited`: for how long it had waited for those
 * who could get it (ms); `before`: its department until then; `turn`: what the router decided from is stored under this id.
 */
export interface ChatOverflowed {
  readonly type: 'chat.overflowed'
  readonly why: 'nobody' | 'unanswered'
  readonly waited: number
  readonly before?: Department
  readonly to: 'department' | 'bot' | 'form'
  /** Where it goes, to a department. */
  readonly department?: Department
  readonly turn: string
}

export const chatOverflowed: EntryKind<ChatOverflowed> = {
  type: 'chat.overflowed',
  version: 1,
  author: 'system',
  // It keeps its place in the queue.
  apply(state, { at, before, to, department }) {
    const place: Place = department ? department.id : to === 'bot' ? 'bot' : 'form'
    const been = beenAfter(state.overflow?.been ?? [], before?.id, place)
    const wait = wentOn(state.overflow?.wait, { at: state.waitingSince ?? at, team: before?.id }, to)
    return {
      ...notRouted(state),
      overflow: { since: at, been, wait, ...(place === 'form' && { form: true }) },
      ...(department && { department }),
    }
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { why: 'kept', waited: 'kept', before: 'kept', to: 'kept', department: 'kept', turn: 'kept' },
}
