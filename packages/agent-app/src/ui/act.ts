import { useState } from 'react'
import { ApiError, saying } from '../api/client.ts'

/** Something a person sets off: whether it is under way, what went wrong, whether it is done. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; field: string | undefined } | null>(null)
  const [done, setDone] = useState(false)

  /** Resolves with true when it was done, false when it went wrong. A second press meanwhile does nothing. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setProblem(null)
    setDone(false)
    try {
      await act()
      setDone(true)
      return true
    } catch (error) {
      setProblem({ text: saying(error), field: error instanceof ApiError ? error.field : undefined })
      return false
    } finally {
      setBusy(false)
    }
  }
  const clear = () => {
    setProblem(null)
    setDone(false)
  }
  return { busy, problem, done, run, clear }
}
