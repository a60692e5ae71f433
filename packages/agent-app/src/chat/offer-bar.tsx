import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { COMMENT_MAX } from '@deskbell/protocol/limits'
import { UserRoundPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useSeconds } from '../ui/now.ts'
import { Key } from '../ui/tip.tsx'
import { words } from '../words/index.ts'
import { acceptChat } from './acts.ts'
import { COLUMN } from './column.ts'
import { declineChat, joinChat, withdrawOffer } from './offer-acts.ts'
import { replyRequest } from './reply-request.ts'

const w = words.offers

/** An offer of the chat, or a request to write in it, as it concerns this agent. */
export default function OfferBar({ chat }: { chat: ChatForMe }) {
  const { live } = useSession()
  const { id: me, role } = useCell(live.me)
  const { id, agent, offer, asked = [] } = chat
  if (offer?.to.id === me)
    return (
      <Question
        key={offer.n}
        chat={id}
        says={offer.by ? w.offeredToYou(offer.by.name) : w.routed.offersYou}
        {...(!offer.by && { until: offer.until })}
        action={w.accept}
        onAct={() => acceptChat(live, id, false)}
      />
    )
  if (asked.some((one) => one.id === me))
    return <Question chat={id} says={w.askedHere} action={w.join} onAct={() => joinChat(live, id)} />
  if (!offer) return null
  const mayWithdraw = role !== 'agent' || (offer.by && (offer.by.id === me || !agent || agent.id === me))
  return <Offered chat={id} to={offer.to.name} until={offer.until} mayWithdraw={mayWithdraw === true} />
}

const BAR = `${COLUMN} shrink-0 pb-2`
const INNER = 'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-tint px-3 py-2 text-sm'

type QuestionProps = {
  chat: number
  says: string
  /** When the time to answer is over (ms), where it is short. */
  until?: number
  action: string
  onAct: () => Promise<void>
}

/** What a colleague asks this agent, with both answers. */
function Question({ chat, says, until, action, onAct }: QuestionProps) {
  const { live } = useSession()
  const { busy, problem, run } = useAct()
  const [declining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const agree = async () => {
    if (await run(onAct)) replyRequest.set({ to: 'reply', chat })
  }
  const decline = (event: FormEvent) => {
    event.preventDefault()
    void run(() => declineChat(live, chat, reason))
  }
  return (
    <section aria-label={says} className={BAR}>
      <div className={INNER}>
        <UserRoundPlus aria-hidden="true" className="size-4 shrink-0 text-accent" />
        <p className="min-w-0 flex-1 basis-40 font-medium breakable">
          <bdi dir={words.dir}>{until === undefined ? says : <Left until={until} />}</bdi>
        </p>
        {declining ? (
          <form onSubmit={decline} className="flex min-w-0 flex-1 basis-64 items-center gap-2">
            <TextField
              bare
              autoFocus
              label={w.reason}
              placeholder={w.reason}
              value={reason}
              maxLength={COMMENT_MAX}
              onChange={(event) => setReason(event.target.value)}
              className="min-w-0 flex-1"
            />
            <Button size="sm" type="submit" busy={busy}>
              {w.decline}
            </Button>
          </form>
        ) : (
          <span className="flex gap-2">
            <Button size="sm" kind="quiet" onClick={() => setDeclining(true)}>
              {w.decline}
            </Button>
            <Button size="sm" kind="primary" busy={busy} onClick={() => void agree()} aria-keyshortcuts="r">
              {action}
              <span aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
                <Key>R</Key>
              </span>
            </Button>
          </span>
        )}
        {problem && (
          <p role="alert" className="w-full text-xs text-bad">
            {problem.text}
          </p>
        )}
      </div>
    </section>
  )
}

type OfferedProps = { chat: number; to: string; until: number; mayWithdraw: boolean }

/** To whom the chat is offered, and how long the offer still lasts. */
function Offered({ chat, to, until, mayWithdraw }: OfferedProps) {
  const { live } = useSession()
  const { busy, problem, run } = useAct()
  const time = useLeft(until)
  return (
    <div className={BAR}>
      <div className={INNER}>
        <UserRoundPlus aria-hidden="true" className="size-4 shrink-0 text-accent" />
        <p className="min-w-0 flex-1 breakable">
          {problem ? problem.text : <bdi dir={words.dir}>{w.offeredTo(to, time)}</bdi>}
        </p>
        {mayWithdraw && (
          <Button size="sm" kind="quiet" busy={busy} onClick={() => void run(() => withdrawOffer(live, chat))}>
            {w.withdraw}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The router’s offer, with the time that the agent still has. */
const Left = ({ until }: { until: number }) => w.routed.forYou(useLeft(until))

/** The minutes and seconds until a time (ms). */
function useLeft(until: number): string {
  const left = Math.max(0, Math.ceil((until - useSeconds()) / 1000))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}
