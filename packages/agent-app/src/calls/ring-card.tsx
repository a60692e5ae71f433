import type { Call } from '@deskbell/protocol/agent/call'
import { Phone, PhoneOff } from 'lucide-react'
import { useState } from 'react'
import { saying } from '../api/client.ts'
import { useCommands } from '../commands/registry.ts'
import { useSession } from '../live/react.ts'
import { now } from '../runtime.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { useSeconds } from '../ui/now.ts'
import { acceptCall, declineCall } from './acts.ts'
import type { Carrier } from './carrier.ts'
import { toClock } from './duration.ts'
import { NoMicrophone, type MicrophoneFault } from './microphone.ts'
import { MicrophoneProblem } from './microphone-problem.tsx'
import { sayRing, whoCalls } from './say.ts'
import { callWords } from './words.ts'
import { Notice } from '../ui/notice.tsx'

const w = callWords.ring

/** A call that rings at this agent. It leaves the focus where the agent types. */
export function RingCard({ call, carrier, isFirst }: { call: Call; carrier: Carrier; isFirst: boolean }) {
  const { live } = useSession()
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [fault, setFault] = useState<MicrophoneFault | null>(null)
  const [since] = useState(now)
  const name = whoCalls(call)
  const { by, handsOver } = call.invitation ?? {}
  const title = by ? (handsOver ? w.handsOver : w.joins)(by.name, name) : sayRing(call)

  const run = async (what: 'accept' | 'decline', act: () => Promise<unknown>) => {
    if (busy) return
    setBusy(what)
    setProblem(null)
    setFault(null)
    try {
      await act()
    } catch (error) {
      if (error instanceof NoMicrophone) setFault(error.fault)
      else setProblem(saying(error))
    } finally {
      setBusy(null)
    }
  }
  const accept = () => void run('accept', () => acceptCall(live, carrier, call))
  const decline = () => void run('decline', () => declineCall(live, call))
  // Over a hosted provider the agent's telephone rings, and takes it.
  const isOnPhone = call.carrier === 'twilio'
  useCommands(isFirst ? { 'call.accept': isOnPhone ? null : accept, 'call.decline': decline } : {})

  return (
    <section
      aria-label={title}
      className="pointer-events-auto animate-appear rounded-2xl border border-line bg-raised p-4 shadow-raised"
    >
      <p role="alert" className="sr-only">
        {isOnPhone ? `${title}. ${w.onPhone}` : title}
      </p>
      <div className="flex items-center gap-3">
        <span className="relative">
          <Avatar name={call.visitor.name || call.visitor.email} id={call.visitor.number} />
          <span className="absolute -end-1.5 -bottom-1.5 grid size-4.5 animate-pulse-soft place-items-center rounded-full bg-good text-panel ring-2 ring-raised">
            <Phone aria-hidden="true" className="size-2.5" />
          </span>
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-semibold breakable">
            <bdi>{title}</bdi>
          </p>
          <p className="text-xs text-muted breakable">
            <bdi>{sayFrom(call, name)}</bdi>
          </p>
        </div>
        <Seconds since={since} />
      </div>
      {isOnPhone && (
        <Notice tone="info" icon={Phone} className="mt-3">
          {w.onPhone}
        </Notice>
      )}
      {fault && <MicrophoneProblem fault={fault} />}
      {problem && <Notice className="mt-3">{problem}</Notice>}
      <div className={cx('mt-4 grid gap-2', !isOnPhone && 'grid-cols-2')}>
        <Button busy={busy === 'decline'} onClick={decline} aria-keyshortcuts="p d">
          <PhoneOff aria-hidden="true" className="size-4 text-bad" />
          {w.decline}
        </Button>
        {!isOnPhone && (
          <Button kind="primary" busy={busy === 'accept'} onClick={accept} aria-keyshortcuts="p a">
            <Phone aria-hidden="true" className="size-4" />
            {w.accept}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Where the call comes from; the number only where it is not the name. */
function sayFrom({ phone, channel }: Call, name: string): string {
  if (phone === '') return w.via(channel.name)
  return phone === name ? channel.name : `${phone} · ${channel.name}`
}

function Seconds({ since }: { since: number }) {
  const seconds = useSeconds()
  return (
    <span role="timer" aria-live="off" aria-label={w.time} className="shrink-0 self-start text-sm text-muted">
      {toClock(seconds - since)}
    </span>
  )
}
