import { words } from '../words/index.ts'
import type { Closing } from './closings.ts'

const w = words.closing

/** What became of a closing, as one sentence. */
export function sentenceOf({ name, state }: Closing): string {
  if (state.is === 'closing') return w.closed(name)
  if (state.is === 'stays') return state.by === 'visitor' ? w.wrote(name) : w.wentOn(name)
  return state.undo ? w.notUndone(name) : w.notClosed(name)
}
