import { X } from 'lucide-react'
import { COLUMN } from '../chat/column.ts'
import { IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { type MacroOutcome, outcome } from './target.ts'
import { macroWords } from './words.ts'

const w = macroWords

/** What became of the macro that the agent ran in this chat. */
export default function Outcome({ of: { title, problem } }: { of: MacroOutcome }) {
  const dismiss = (
    <IconButton label={w.dismiss} className="-my-1 size-7" onClick={() => outcome.set(null)}>
      <X className="size-4" />
    </IconButton>
  )
  return (
    <div className={`${COLUMN} pb-2`}>
      {problem === null ? (
        <Notice tone="good">{w.ran(title)}</Notice>
      ) : (
        <Notice action={dismiss}>
          <p className="font-medium">{w.failed(title)}</p>
          <p>{problem}</p>
        </Notice>
      )}
    </div>
  )
}
