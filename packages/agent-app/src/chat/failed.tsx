import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { saying } from '../api/client.ts'
import type { MessageStatus } from '../live/fold.ts'
import { clock } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { resend } from './acts.ts'
import { sayReason } from '../words/translation.ts'

type Props = {
  chat: number
  n: number
  status: Extract<MessageStatus, { state: 'failed' }>
  times: number
  open: boolean
}

/** The beginning of reasons that the server itself gives: they need no introduction. */
const SERVER_SAYS = 'The message was not delivered'

/** Why a message did not reach the visitor, in the integrator's words (A26), and a retry button (A25). */
export function Failed({ chat, n, status, times, open }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { text, at } = status
  const again = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await resend(chat, n)
    } catch (error) {
      setProblem(saying(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mt-1.5 w-full max-w-[min(34rem,85%)]">
      <Notice silent>
        <p>
          {times > 1 ? (
            <span className="font-medium">{words.chat.failedAgain(times, clock(at))} </span>
          ) : (
            !text.startsWith(SERVER_SAYS) && <span className="font-medium">{words.chat.notDelivered}. </span>
          )}
          <bdi>{sayReason(text)}</bdi>
        </p>
        {problem && (
          <p role="alert" className="mt-1">
            <span className="font-medium">{words.chat.againFailed}</span> <bdi>{problem}</bdi>
          </p>
        )}
        {open && (
          <Button size="sm" busy={busy} onClick={() => void again()} className="mt-2 mb-1">
            <RotateCw aria-hidden="true" className="size-3.5" />
            {words.chat.sendAgain}
          </Button>
        )}
      </Notice>
    </div>
  )
}
