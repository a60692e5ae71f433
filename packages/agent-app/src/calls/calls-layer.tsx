import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { dropCall, ringsAt, talksIn } from '../live/calls.ts'
import { useCell, useSession } from '../live/react.ts'
import { CallBar } from './call-bar.tsx'
import { CallOver } from './call-over.tsx'
import { makeCarrier } from './carrier.ts'
import { RingCard } from './ring-card.tsx'
import { useRing } from './use-ring.ts'

/** The calls of this agent over every screen: those that ring, the one in which they talk, and how it ended. */
export default function CallsLayer() {
  const session = useSession()
  const { live } = session
  const calls = useCell(live.calls)
  const { id: me } = useCell(live.me)
  const [carrier] = useState(() => makeCarrier(session))
  useEffect(() => carrier.start(), [carrier])
  const line = useCell(carrier.line)
  const over = useCell(carrier.over)

  const ringing = calls.filter((one) => ringsAt(one, me) && !talksIn(one, me)).toSorted((a, b) => a.started - b.started)
  const own = calls.find((one) => one.ended === null && talksIn(one, me))
  useRing(live, ringing)
  // What another tab carried, it puts away.
  useEffect(() => {
    for (const { id, ended } of calls) if (ended !== null) dropCall(live, id)
  }, [live, calls])

  return (
    <>
      {own && (
        <CallBar key={own.id} call={own} line={line?.call === own.id ? line : null} onTake={() => carrier.carry(own)} />
      )}
      {(ringing.length > 0 || over) &&
        createPortal(
          <div className="pointer-events-none fixed inset-x-3 top-[calc(env(safe-area-inset-top)+0.75rem)] z-60 flex flex-col gap-2 md:start-auto md:end-4 md:top-auto md:bottom-4 md:w-88">
            {over && <CallOver key={`${over.call.id} over`} over={over} onClose={() => carrier.over.set(null)} />}
            {ringing.map((one) => (
              <RingCard key={one.id} call={one} carrier={carrier} isFirst={one === ringing[0]} />
            ))}
          </div>,
          document.body,
        )}
    </>
  )
}
