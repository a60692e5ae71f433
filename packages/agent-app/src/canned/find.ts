import { fold } from '@deskbell/protocol/fold'
import { scoreOf } from '../commands/rank.ts'

type Found = { title: string; shortcut: string | null; text: string }

/** The answers and macros that fit what was typed after `/`: by shortcut first, then by title, then by text; else as listed. */
export function findAnswers<One extends Found>(query: string, answers: readonly One[]): One[] {
  const wanted = fold(query.trim())
  if (wanted === '') return [...answers]
  const scored = answers.flatMap((answer) => {
    const shortcut = fold(answer.shortcut ?? '')
    const byShortcut = shortcut === wanted ? 100 : shortcut.startsWith(wanted) ? 50 : 0
    const byText = wanted.length > 2 && fold(answer.text).includes(wanted) ? 1 : 0
    const score = byShortcut + (scoreOf(query, answer.title) ?? 0) + byText
    return score > 0 ? [{ answer, score }] : []
  })
  return scored.toSorted((a, b) => b.score - a.score).map(({ answer }) => answer)
}
