import { Check } from 'lucide-react'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  dirty: boolean
  /** The form is invalid. */
  blocked?: boolean
  busy: boolean
  done: boolean
  problem?: string | null | undefined
  onReset?: () => void
  label?: string
}

/** The foot of a form: save, discard, and the result. */
export const SaveLine = ({
  dirty,
  blocked = false,
  busy,
  done,
  problem,
  onReset,
  label = words.common.save,
}: Props) => (
  <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
    {problem && <Notice className="w-full">{problem}</Notice>}
    <span role="status" className="me-auto inline-flex items-center gap-1.5 text-sm text-good">
      {done && !dirty && (
        <>
          <Check aria-hidden="true" className="size-4" />
          {words.common.saved}
        </>
      )}
    </span>
    {dirty && onReset && (
      <Button kind="quiet" size="sm" onClick={onReset}>
        {words.common.cancel}
      </Button>
    )}
    <Button kind="primary" size="sm" type="submit" busy={busy} disabled={!dirty || blocked}>
      {label}
    </Button>
  </div>
)
