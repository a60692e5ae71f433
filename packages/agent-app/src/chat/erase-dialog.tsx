import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { VisitorErased } from '@deskbell/protocol/agent/visitor-erased'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { erasureQuery } from '../api/erasure.ts'
import { whoOf } from '../inbox/who.ts'
import { refreshInbox } from '../live/inbox.ts'
import { useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { BACKDROP, POPUP } from '../ui/dialog.tsx'
import { cx } from '../ui/cx.ts'
import { TextField } from '../ui/field.tsx'
import { words } from '../words/index.ts'
import { eraseVisitor } from './acts.ts'
import { ERASED } from './erased.tsx'
import { ErasureDone, ErasureProblem, ErasureRunning } from './erase-result.tsx'

const w = words.erase

type Props = { chat: ChatForMe; open: boolean; onOpenChange: (open: boolean) => void }
type Step =
  | { at: 'asking'; wrong: boolean; problem: unknown }
  | { at: 'busy' }
  | { at: 'running' }
  | { at: 'done'; erased: VisitorErased }

const ASKING = { at: 'asking', wrong: false, problem: null } as const

/** Lists exactly what is erased, requires typing a number, and reports the result. */
export default function EraseDialog({ chat, open, onOpenChange }: Props) {
  const { live } = useSession()
  const queries = useQueryClient()
  const { visitor } = chat
  const [step, setStep] = useState<Step>(ASKING)
  const [typed, setTyped] = useState('')
  const close = (next: boolean) => {
    if (step.at === 'busy') return
    onOpenChange(next)
  }
  const erase = async (event: FormEvent) => {
    event.preventDefault()
    if (step.at !== 'asking') return
    if (typed.trim().replace(/^#/, '') !== visitor.number) return setStep({ ...ASKING, wrong: true })
    setStep({ at: 'busy' })
    try {
      const answer = await eraseVisitor(visitor.number)
      if ('state' in answer) queries.setQueryData(erasureQuery(visitor.number).queryKey, answer)
      setStep('state' in answer ? { at: 'running' } : { at: 'done', erased: answer })
      // The socket reports it too, unless it is disconnected.
      void refreshInbox(live)
    } catch (problem) {
      setStep({ ...ASKING, problem })
    }
  }
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={close}
      // Resets only after the closing animation: the result is shown until then.
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return
        setStep(ASKING)
        setTyped('')
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup
          className={cx(POPUP, 'p-5 sm:w-[30rem]')}
          // The button that opened the dialog disappears with the data.
          finalFocus={() => document.getElementById(ERASED) ?? true}
        >
          {step.at === 'done' ? <ErasureDone erased={step.erased} /> : null}
          {step.at === 'running' && (
            <Running visitor={visitor.number} onDone={(erased) => setStep({ at: 'done', erased })} />
          )}
          {(step.at === 'asking' || step.at === 'busy') && (
            <form onSubmit={(event) => void erase(event)} noValidate>
              <AlertDialog.Title className="text-md font-semibold breakable">{w.ask(whoOf(chat))}</AlertDialog.Title>
              <AlertDialog.Description className="mt-1.5 text-soft" render={<div />}>
                <WhatGoes chat={chat} />
              </AlertDialog.Description>
              <TextField
                className="mt-4"
                label={w.confirm(visitor.number)}
                problem={step.at === 'asking' && step.wrong ? w.confirmWrong(visitor.number) : null}
                value={typed}
                readOnly={step.at === 'busy'}
                inputMode="numeric"
                autoComplete="off"
                dir="ltr"
                maxLength={20}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setStep(ASKING)
                }}
              />
              {step.at === 'asking' && step.problem !== null && <ErasureProblem error={step.problem} />}
              <p role="status" className="mt-4 text-sm text-muted empty:mt-0">
                {step.at === 'busy' && w.busy}
              </p>
              <div className="mt-4 flex flex-wrap justify-end gap-2">
                <AlertDialog.Close render={<Button disabled={step.at === 'busy'}>{words.common.cancel}</Button>} />
                <Button kind="destructive" type="submit" busy={step.at === 'busy'}>
                  {w.do}
                </Button>
              </div>
            </form>
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

const WhatGoes = ({ chat: { visitor } }: { chat: ChatForMe }) => (
  <>
    <p>{w.lead}</p>
    <ul className="mt-1.5 flex list-disc flex-col gap-1 ps-5 text-pretty">
      {[w.known, w.chats(visitor.chats), w.found, w.undelivered, ...(visitor.blocked ? [w.block] : [])].map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    <p className="mt-2.5 text-sm text-muted text-pretty">{w.stays}</p>
    <p className="mt-1.5 text-sm text-muted text-pretty">{w.left}</p>
  </>
)

function Running({ visitor, onDone }: { visitor: string; onDone: (erased: VisitorErased) => void }) {
  const { data: erasure } = useQuery(erasureQuery(visitor))
  useEffect(() => {
    if (erasure?.state === 'done') onDone({ chats: erasure.chats, files: erasure.files })
  })
  return <ErasureRunning erasure={erasure} />
}
