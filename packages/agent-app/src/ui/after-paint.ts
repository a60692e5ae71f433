type Work = () => void

/** What waits until the next frame is drawn, in the order of the calls. */
const waiting = new Set<Work>()
let asked = false

function run(): void {
  asked = false
  for (const work of waiting) {
    waiting.delete(work)
    work()
  }
}

function ask(): void {
  asked = true
  // A hidden window draws no frames.
  if (document.visibilityState === 'hidden') return void setTimeout(run)
  requestAnimationFrame(() => setTimeout(run))
}

/**
 * Runs `work` once the next frame is drawn: what is visible comes first. A key press or a press of the pointer runs it
 * at once, so that input never meets a screen that is half done. Returns the function that cancels it.
 */
export function afterPaint(work: Work): () => void {
  // The same function may wait twice.
  const own = () => work()
  waiting.add(own)
  if (!asked) ask()
  return () => void waiting.delete(own)
}

/** Resolves once the next frame is drawn, or with the next key press. */
export const painted = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve))

for (const input of ['keydown', 'pointerdown', 'paste', 'drop'] as const)
  globalThis.addEventListener?.(input, () => waiting.size > 0 && run(), { capture: true })
globalThis.document?.addEventListener('visibilitychange', () => waiting.size > 0 && ask())

/** Runs `work` when the window has nothing else to do, within a second. Returns the function that cancels it. */
export function whenIdle(work: Work): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: 1000 })
  return () => cancelIdleCallback(idle)
}
