import type { VisitorErased, VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { ApiError, saying } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { ErasureProgress } from './erasure-progress.tsx'

const w = words.erase

/** The server continues by itself: the dialog shows the progress and may be closed. */
export function ErasureRunning({ erasure }: { erasure: Pick<VisitorErasure, 'done' | 'total'> | null | undefined }) {
  const help = useId()
  return (
    <>
      <AlertDialog.Title className="text-md font-semibold">{w.running}</AlertDialog.Title>
      <AlertDialog.Description id={help} className="mt-1.5 text-soft text-pretty">
        {w.runningHelp}
      </AlertDialog.Description>
      {erasure && <ErasureProgress erasure={erasure} className="mt-4" />}
      <div className="mt-5 flex justify-end">
        {/* The focused element was removed. */}
        <AlertDialog.Close
          render={
            <Button autoFocus aria-describedby={help}>
              {words.common.close}
            </Button>
          }
        />
      </div>
    </>
  )
}

/** How many chats and files were erased. */
export function ErasureDone({ erased }: { erased: VisitorErased }) {
  const result = useId()
  return (
    <>
      <AlertDialog.Title className="flex items-center gap-2 text-md font-semibold">
        <Check aria-hidden="true" className="size-5 shrink-0 text-good" />
        {w.done}
      </AlertDialog.Title>
      <AlertDialog.Description id={result} className="mt-1.5 text-soft">
        {w.result(erased.chats, erased.files)}
      </AlertDialog.Description>
      <div className="mt-5 flex justify-end">
        {/* The focused element was removed; the new focus makes screen readers announce the result. */}
        <AlertDialog.Close
          render={
            <Button autoFocus aria-describedby={result}>
              {words.common.close}
            </Button>
          }
        />
      </div>
    </>
  )
}

/** Why an erasure failed. A refusal is final; other errors allow a retry, which continues where it stopped. */
export const ErasureProblem = ({ error }: { error: unknown }) => (
  <Notice className="mt-3">
    {saying(error)}
    {(!(error instanceof ApiError) || error.mayPass) && ` ${w.again}`}
  </Notice>
)
