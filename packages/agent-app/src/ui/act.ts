import { useState } from 'react'
import { ApiError, saying } from '../api/client.ts'

/** An action of the agent: whether it is running, its error, and whether it is done. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; field: string | undefined } | null>(null)
  const [done, setDone] = useState(false)

  /** Resolves with true on success, false on an error. A second call while it runs does nothing. */
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
