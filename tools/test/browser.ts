import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface SharedBrowser {
  /** What the test processes are told. */
  env: Record<string, string>
  close(): Promise<void>
}

/** Starts one browser for all test files that drive one; where none starts, each file says so by itself. */
export async function shareBrowser(): Promise<SharedBrowser> {
  const child = spawn(process.execPath, ['packages/server/test/browser-server.ts'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const stop = () => void child.kill()
  process.on('exit', stop)
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  child.stdin.on('error', () => {})
  const { value: address, done } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  return {
    env: done ? {} : { TEST_BROWSER: address },
    async close() {
      child.stdin.end()
      await ended
      process.off('exit', stop)
    },
  }
}
