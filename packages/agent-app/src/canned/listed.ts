import type { CannedAnswer } from '@deskbell/protocol/agent/canned'
import type { Macro } from '@deskbell/protocol/agent/macro'
import { textOf } from '../macros/describe.ts'

/** A line of the list that `/` opens: a canned answer, or a macro. `id` names the line. */
export type Listed = { id: string; title: string; shortcut: string | null; text: string; rank: number } & (
  | { answer: CannedAnswer; macro?: never }
  | { macro: Macro; answer?: never }
)

/** Both in one list, the most used first. */
export const toListed = (answers: readonly CannedAnswer[], macros: readonly Macro[]): Listed[] =>
  [
    ...answers.map((answer): Listed => ({ ...only(answer), id: String(answer.id), text: answer.text, answer })),
    ...macros.map((macro): Listed => ({ ...only(macro), id: `macro-${macro.id}`, text: textOf(macro), macro })),
  ].toSorted((a, b) => b.rank - a.rank)

const only = ({ title, shortcut, rank }: Pick<Listed, 'title' | 'shortcut' | 'rank'>) => ({ title, shortcut, rank })
