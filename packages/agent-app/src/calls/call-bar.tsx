import type { Call } from '@deskbell/protocol/agent/call'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCommands } from '../commands/registry.ts'
import { Cell } from '../live/cells.ts'
import { useCell, useSession } from '../live/react.ts'
import { inList } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { useSeconds } from '../ui/now.ts'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { hangUp, holdCall, placeOf, takeBack } from './acts.ts'
import { CallControls } from './call-controls.tsx'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { toClock } from './duration.ts'
import { isCarried, isOnPhone, type Line, type LineState } from './line.ts'
import { playRingback } from './line-sounds.ts'
import { talkedSince, whoCalls } from './say.ts'
import { callWords } from './words.ts'

const w = callWords.bar
const ELSEWHERE = new Cell<LineState | null>(null)

type Props = {
  call: Call
  /** Null: another tab carries the voices. */
  line: Line | null
  onTake: () => void
}

/** The call in which this agent talks, above every screen. */
export function CallBar({ call, line, onTake }: Props) {
  const { live } = useSession()
  const { id: me } = useCell(live.me)
  const state = useCell((line?.state ?? ELSEWHERE) as Pick<Cell<LineState | null>, 'get' | 'subscribe'>)
  const { busy, problem, run, clear } = useAct()
  const [isInviting, setInviting] = useState(false)
  const [isDialling, setDialling] = useState(false)
  const others = call.agents.filter(({ id }) => id !== me)
  const onPhone = isOnPhone(call, me)
  const phase = onPhone && !call.held ? phaseOnPhone(call) : phaseOf(call, state, me)
  const { invitation, forwarding, held } = call
  const isCalling = phase === 'calling'
  // The agent's own telephone rings back by itself.
  const ringsBack = isCalling && !onPhone
  useEffect(() => (ringsBack ? playRingback() : undefined), [ringsBack])

  const hold = () => void run(() => holdCall(live, call, !held))
  const end = (goOn: boolean) => void run(() => hangUp(live, call, goOn))
  const keypad =
    line && call.phone !== '' && phase === 'talking'
      ? { open: isDialling, onOpenChange: setDialling, press: line.press }
      : null
  const mute = line && state ? () => line.mute(!state.muted) : null
  useCommands({
    'call.mute': mute,
    'call.hold': hold,
    'call.keypad': keypad && (() => setDialling(!isDialling)),
    'call.invite': invitation || forwarding ? null : () => setInviting(true),
    'call.hangUp': () => end(others.length > 0),
  })
  return (
    <section aria-label={w.label} className="shrink-0 border-b border-line bg-tint">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 md:px-4">
        <Link href={placeOf(call)} className="flex min-w-0 items-center gap-2 rounded-md">
          <Avatar name={call.visitor.name || call.visitor.email} id={call.visitor.number} size="sm" />
          <bdi className="min-w-0 truncate font-semibold">{whoCalls(call)}</bdi>
        </Link>
        {!isCalling && <Duration since={talkedSince(call)} />}
        <span role="status" className="flex min-w-0 items-center gap-1.5 text-sm text-soft">
          <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', DOTS[phase])} />
          <bdi dir="auto" className="truncate">
            {sayPhase(phase, call)}
          </bdi>
        </span>
        {others.length > 0 && (
          <span className="min-w-0 truncate text-sm text-muted">
            <bdi dir="auto">{w.also(inList(others.map(({ name }) => name)))}</bdi>
          </span>
        )}
        <span className="ms-auto flex flex-wrap items-center gap-1.5 max-sm:w-full max-sm:justify-between">
          {phase === 'elsewhere' && (
            <Button size="sm" onClick={onTake}>
              {w.takeHere}
            </Button>
          )}
          <CallControls
            line={line}
            muted={state?.muted ?? false}
            held={held}
            busy={busy}
            hasOthers={others.length > 0}
            mayInvite={!invitation && !forwarding}
            keypad={keypad}
            onMute={mute}
            onHold={hold}
            onInvite={() => setInviting(true)}
            onEnd={end}
          />
        </span>
      </div>
      {invitation && (
        <Strip action={w.takeBack} onAction={() => void run(() => takeBack(live, call))}>
          {(invitation.handsOver ? w.offered : w.asked)(invitation.to.name)}
        </Strip>
      )}
      {forwarding && (
        <Strip action={w.takeBack} onAction={() => void run(() => takeBack(live, call))}>
          {w.forwarding(forwarding.phone)}
        </Strip>
      )}
      {state?.silent && (
        <Strip action={w.playSound} onAction={() => line?.playSound()}>
          {w.silent}
        </Strip>
      )}
      {problem && (
        <div className="px-3 pb-2 md:px-4">
          <Notice
            action={
              <IconButton label={words.common.close} tip={false} className="size-6" onClick={clear}>
                <X className="size-4" />
              </IconButton>
            }
          >
            {problem.text}
          </Notice>
        </div>
      )}
      <ColleagueDialog call={call} open={isInviting} onOpenChange={setInviting} />
    </section>
  )
}

type Phase = keyof typeof w.states | 'calling' | 'phone' | 'elsewhere'
const DOTS: Record<Phase, string> = {
  connecting: 'bg-warm animate-pulse-soft',
  calling: 'bg-warm animate-pulse-soft',
  talking: 'bg-good',
  phone: 'bg-good',
  held: 'bg-warm',
  lost: 'bg-bad-solid animate-pulse-soft',
  elsewhere: 'bg-muted',
}

/** Of a call that the agent takes at their own telephone. */
const phaseOnPhone = (call: Call): Phase => (call.phone !== '' && talkedSince(call) === null ? 'calling' : 'phone')

function phaseOf(call: Call, state: LineState | null, me: number): Phase {
  const { held } = call
  if (!isCarried(call, me)) return held ? 'held' : talkedSince(call) === null ? 'connecting' : 'talking'
  if (!state) return 'elsewhere'
  if (state.visitor === 'lost') return 'lost'
  if (held) return 'held'
  if (state.visitor !== 'connected') return state.visitor
  // The server knows of it a moment after the page: until then hanging up would be giving up.
  return call.carrier !== 'direct' && talkedSince(call) === null ? 'connecting' : 'talking'
}

function sayPhase(phase: Phase, { phone }: Call): string {
  if (phase === 'calling') return w.calling(phone)
  if (phase === 'elsewhere') return w.elsewhere
  return phase === 'phone' ? w.onPhone : w.states[phase]
}

function Duration({ since }: { since: number | null }) {
  const seconds = useSeconds()
  return (
    <span role="timer" aria-live="off" aria-label={w.duration} className="text-sm text-soft">
      {toClock(since === null ? 0 : seconds - since)}
    </span>
  )
}

const Strip = ({ children, action, onAction }: { children: string; action: string; onAction: () => void }) => (
  <p
    role="status"
    className="flex min-h-9 items-center justify-between gap-3 border-t border-tint-edge px-3 py-1 text-sm md:px-4"
  >
    <bdi dir="auto" className="min-w-0 breakable">
      {children}
    </bdi>
    <Button size="sm" onClick={onAction}>
      {action}
    </Button>
  </p>
)
