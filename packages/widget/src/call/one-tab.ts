/** How long a tab waits for a page that is just being left (ms). */
const WITHIN = 2000

/**
 * A duplicated tab has a copy of what the tab stores, and would take the call from it. Resolves with the function that
 * lets go of it; undefined: another tab has it.
 */
export async function holdCall(id: number): Promise<(() => void) | undefined> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return () => {}
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release))
    locks
      .request(`deskbell call ${id}`, { signal: AbortSignal.timeout(WITHIN) }, held)
      .catch((error: Error) => resolve(error.name === 'TimeoutError' ? undefined : () => {}))
  })
}
