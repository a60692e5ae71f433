import type { Contact } from '@deskbell/protocol/agent/contact'
import type { VisitorErased } from '@deskbell/protocol/agent/visitor-erased'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { erasureQuery } from '../api/erasure.ts'
import { ErasureDone, ErasureProblem, ErasureRunning } from '../chat/erase-result.tsx'
import { refreshInbox } from '../live/inbox.ts'
import { useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { BACKDROP, POPUP } from '../ui/dialog.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'

const w = contactWords

type Props = {
  contact: Contact
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when the server is asked, and with false when that failed. */
  onBegun: (begun: boolean) => void
  /** Called when the dialog is closed after the erasure began. */
  onErased: () => void
}
type Step =
  | { at: 'asking'; problem: unknown }
  | { at: 'busy' }
  | { at: 'running' }
  | { at: 'done'; erased: VisitorErased }

const ASKING = { at: 'asking', problem: null } as const

/** Erases a contact with all of its visitors: asks, shows the progress, and reports what was erased or why it failed. */
export default function EraseContactDialog({ contact, open, onOpenChange, onBegun, onErased }: Props) {
  const { live } = useSession()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>(ASKING)
  const visitors = contact.identities.map(({ number }) => number)
  const close = (next: boolean) => {
    if (step.at === 'busy') return
    onOpenChange(next)
    if (!next && step.at !== 'asking') onErased()
  }
  const erase = async () => {
    setStep({ at: 'busy' })
    onBegun(true)
    try {
      await call('DELETE /contacts/:contact', { params: { contact: contact.id } })
    } catch (problem) {
      // The answer of an earlier try was lost: the contact is erased.
      if (!(problem instanceof ApiError && problem.status === 404)) {
        onBegun(false)
        return setStep({ at: 'asking', problem })
      }
    }
    for (const visitor of visitors) void queries.invalidateQueries({ queryKey: erasureQuery(visitor).queryKey })
    setStep({ at: 'running' })
    // The socket reports it too, unless it is disconnected.
    void refreshInbox(live)
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className={cx(POPUP, 'p-5 sm:w-[30rem]')}>
          {step.at === 'done' && <ErasureDone erased={step.erased} />}
          {step.at === 'running' && (
            <Running visitors={visitors} onDone={(erased) => setStep({ at: 'done', erased })} />
          )}
          {(step.at === 'asking' || step.at === 'busy') && (
            <>
              <AlertDialog.Title className="text-md font-semibold breakable">
                {w.eraseTitle(whoIs(contact))}
              </AlertDialog.Title>
              <AlertDialog.Description className="mt-1.5 text-soft text-pretty">
                {w.eraseHelp(visitors.length)}
              </AlertDialog.Description>
              <p className="mt-2.5 text-sm text-muted text-pretty">{words.erase.left}</p>
              {step.at === 'asking' && step.problem !== null && <ErasureProblem error={step.problem} />}
              <p role="status" className="mt-4 text-sm text-muted empty:mt-0">
                {step.at === 'busy' && words.erase.busy}
              </p>
              <div className="mt-4 flex flex-wrap justify-end gap-2">
                <AlertDialog.Close render={<Button disabled={step.at === 'busy'}>{words.common.cancel}</Button>} />
                <Button kind="destructive" busy={step.at === 'busy'} onClick={() => void erase()}>
                  {w.eraseAction}
                </Button>
              </div>
            </>
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** The erasures of all visitors in sum. Each continues at the server by itself. */
function Running({ visitors, onDone }: { visitors: readonly string[]; onDone: (erased: VisitorErased) => void }) {
  const { known, sum } = useQueries({
    queries: visitors.map((visitor) => erasureQuery(visitor)),
    combine: (all) => ({
      known: all.every(({ data, isFetching }) => data !== undefined && !(isFetching && data?.state !== 'running')),
      sum: all.reduce(
        (sum, { data }) => ({
          isDone: sum.isDone && data?.state !== 'running',
          done: sum.done + (data?.done ?? 0),
          total: sum.total + (data?.total ?? 0),
          chats: sum.chats + (data?.chats ?? 0),
          files: sum.files + (data?.files ?? 0),
        }),
        { isDone: true, done: 0, total: 0, chats: 0, files: 0 },
      ),
    }),
  })
  useEffect(() => {
    if (known && sum.isDone) onDone({ chats: sum.chats, files: sum.files })
  })
  return <ErasureRunning erasure={known ? sum : null} />
}
