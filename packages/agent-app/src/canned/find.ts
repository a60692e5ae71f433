import type { CannedAnswer } from '@deskbell/protocol/agent/canned'
import { scoreOf } from '../commands/rank.ts'

/** The answers that fit what was typed after `/`: by shortcut first, then by title, then by text; else as listed. */
export function findAnswers(query: string, answers: readonly CannedAnswer[]): CannedAnswer[] {
  const wanted = query.trim().toLocaleLowerCase()
  if (wanted === '') return [...answers]
  const scored = answers.flatMap((answer) => {
    const shortcut = answer.shortcut?.toLocaleLowerCase() ?? ''
    const byShortcut = shortcut === wanted ? 100 : shortcut.startsWith(wanted) ? 50 : 0
    const byText = wanted.length > 2 && answer.text.toLocaleLowerCase().includes(wanted) ? 1 : 0
    const score = byShortcut + (scoreOf(query, answer.title) ?? 0) + byText
    return score > 0 ? [{ answer, score }] : []
  })
  return scored.toSorted((a, b) => b.score - a.score).map(({ answer }) => answer)
}
