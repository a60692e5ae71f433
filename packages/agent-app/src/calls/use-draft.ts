import { type FormEvent, useState } from 'react'
import { useAct } from '../ui/act.ts'

/** A form whose fields are texts and switches, and which is saved as a whole. */
interface DraftForm<D extends object> {
  /** As it is saved now. */
  readonly stored: D
  /** The fields that cannot be saved as they are. */
  readonly faultsOf: (draft: D) => ReadonlySet<keyof D>
  /** Says what is wrong with a field, before it is sent. */
  readonly say: (name: keyof D) => string
  /** Sends it. Rejects as `call` does. */
  readonly save: (draft: D) => Promise<void>
}

/** The draft of a form: what was typed and not saved, and what is said below each field and below the form. */
export function useDraft<D extends object>({ stored, faultsOf, say, save }: DraftForm<D>) {
  const { busy, done, problem, run, clear } = useAct()
  const [begun, setBegun] = useState<D | null>(null)
  const [isTold, setTold] = useState(false)
  const draft = begun ?? stored
  const faults = faultsOf(draft)

  const edit = (next: D) => {
    clear()
    setBegun(next)
  }
  const forget = () => {
    setBegun(null)
    setTold(false)
  }
  /** What is wrong with a field; null: nothing, or it was not told yet. */
  const at = (name: keyof D): string | null => {
    if (isTold && faults.has(name)) return say(name)
    return problem?.field === `/${String(name)}` ? problem.text : null
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTold(true)
    if (faults.size === 0) void run(() => save(draft)).then((isSaved) => isSaved && forget())
  }
  const isPlaced = (Object.keys(draft) as (keyof D)[]).some((name) => at(name) !== null)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(stored)
  return {
    ...{ draft, edit, at, submit },
    reset() {
      clear()
      forget()
    },
    line: { dirty: isDirty, busy, done, problem: isPlaced ? null : problem?.text },
  }
}
