import { useState } from 'react'
import { ApiError, saying } from '../api/client.ts'

/**
 * An action of the agent: whether it is running, its error, and whether it is done. A second call while it runs does nothing,
 * unless `several` may run at a time.
 */
export function useAct({ several = false } = {}) {
  const [running, setRunning] = useState(0)
  const busy = running > 0
  const [problem, setProblem] = useState<{ text: string; field: string | undefined } | null>(null)
  const [done, setDone] = useState(false)

  /** Resolves with true on success, false on an error. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (busy && !several) return false
    setRunning((n) => n + 1)
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
      setRunning((n) => n - 1)
    }
  }
  const clear = () => {
    setProblem(null)
    setDone(false)
  }
  return { busy, problem, done, run, clear }
}
