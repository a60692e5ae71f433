import type { Call, PlaceCall } from '@deskbell/protocol/agent/call'
import { useRef, useState } from 'react'
import { ApiError, saying } from '../api/client.ts'
import { useSession } from '../live/react.ts'
import { newKey } from '../runtime.ts'
import { NoMicrophone } from './microphone.ts'
import { placeCall } from './place.ts'
import { callWords } from './words.ts'

const w = callWords.microphone
const FAULTS = {
  refused: `${w.refused}. ${w.refusedHelp}`,
  missing: `${w.missing}. ${w.missingHelp}`,
  insecure: `${w.insecure}. ${w.insecureHelp}`,
}

/** Calls contacts, one at a time. `busy`: the number that is being called. `problem`: why it did not come about, in words. */
export function usePlace(onPlaced?: (call: Call) => void) {
  const { live } = useSession()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef<string | null>(null)

  const place = async (body: PlaceCall & { phone: string }): Promise<void> => {
    if (busy !== null) return
    setBusy(body.phone)
    setProblem(null)
    // A request whose answer was lost is sent again as the same one.
    key.current ??= newKey()
    try {
      const call = await placeCall(live, body, key.current)
      key.current = null
      onPlaced?.(call)
    } catch (error) {
      if (!(error instanceof ApiError && error.mayPass)) key.current = null
      setProblem(error instanceof NoMicrophone ? FAULTS[error.fault] : saying(error))
    } finally {
      setBusy(null)
    }
  }
  return { busy, problem, place }
}
