import { readFileSync } from 'node:fs'
import { TestProcess, type ProcessOptions, type Result } from './test-process.ts'

export type { Result }

export interface RunOptions extends ProcessOptions {
  files: string[]
  /** How many processes; each takes the next file when it has run one. */
  atOnce: number
  /** Ends what is running, and begins no more. */
  signal?: AbortSignal
}

/** What changes or measures the whole process. A file that uses it has a process of its own. */
const OF_THE_PROCESS =
  /\b(?:setDefaultCACertificates|setFlagsFromString|memoryUsage|monitorEventLoopDelay|process\.(?:exit|chdir))\b|\bmock\.method\((?:globalThis|console)\b|\bprocess\.env(?:\[[^\]]*\]|\.\w+) = /

export function needsItsOwn(text: string): boolean {
  return OF_THE_PROCESS.test(text)
}

/** Runs test files and tells each result as it comes; nothing that they started is left when it is done. */
export async function runTests(options: RunOptions): Promise<void> {
  const { atOnce, signal } = options
  const waiting = [...options.files]
  const running = new Set<TestProcess>()
  const stop = () => running.forEach((one) => one.stop())
  signal?.addEventListener('abort', stop)
  const begin = () => {
    const begun = new TestProcess(options)
    running.add(begun)
    return begun
  }
  const end = async (one: TestProcess) => {
    await one.close()
    running.delete(one)
  }
  const lane = async () => {
    let shared: TestProcess | undefined
    for (let file = waiting.shift(); file !== undefined && !signal?.aborted; file = waiting.shift()) {
      const isAlone = needsItsOwn(readFileSync(file, 'utf8'))
      const process = isAlone ? begin() : (shared ??= begin())
      const goesOn = await process.run(file)
      if (goesOn && !isAlone) continue
      if (!isAlone) shared = undefined
      await end(process)
    }
    if (shared) await end(shared)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, lane))
  signal?.removeEventListener('abort', stop)
}
