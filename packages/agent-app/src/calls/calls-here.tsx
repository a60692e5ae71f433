import { memo, useState } from 'react'
import { ringsAt, talksIn } from '../live/calls.ts'
import { useCell, useSession } from '../live/react.ts'
import { later } from '../ui/later.tsx'

const CallsLayer = later(() => import('./calls-layer.tsx'))

/** Listens for calls that ring at this agent or in which they talk; what shows and carries them is loaded with the first. */
export const CallsHere = memo(function CallsHere() {
  const { live } = useSession()
  const calls = useCell(live.calls)
  const { id } = useCell(live.me)
  const [isUsed, setUsed] = useState(false)
  if (!isUsed && calls.some((one) => ringsAt(one, id) || talksIn(one, id))) setUsed(true)
  return isUsed && <CallsLayer />
})
