import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Said } from './writer.ts'

/** A child process with an embedded database; see writer.ts. */
export class Writer {
  readonly child: ChildProcess
  readonly said: Said[] = []

  constructor(dataDir: string, mode: 'hold' | 'write', execArgv: string[] = []) {
    this.child = fork(fileURLToPath(new URL('./writer.ts', import.meta.url)), [dataDir, mode], { execArgv })
    this.child.on('message', (said: Said) => this.said.push(said))
  }

  /** Waits for the first message of this kind, or returns it. */
  async hear<K extends keyof Said>(kind: K): Promise<Said[K]> {
    for (;;) {
      const said = this.said.find((each) => each[kind] !== undefined)
      if (said) return said[kind]
      await Promise.race([
        once(this.child, 'message'),
        once(this.child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended (${code})`))),
      ])
    }
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    this.child.kill('SIGKILL')
    await once(this.child, 'exit')
  }
}
