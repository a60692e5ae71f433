import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { S3Config } from '../../src/platform/config.ts'
import { freePort } from '../free-port.ts'

const PROGRAM = fileURLToPath(new URL('../bin/s3rver.js', import.meta.resolve('s3rver')))
const WITHIN = 15_000

/** A real server of the S3 interface in a process of its own, with one bucket. */
export async function startS3(t: { after(fn: () => unknown): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-s3-'))
  const port = await freePort()
  const args = ['--address', '127.0.0.1', '--port', String(port), '--directory', folder, '--configure-bucket', 'desk']
  const start = async () => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' })
    for (const late = performance.now() + WITHIN; ;) {
      const socket = connect(port, '127.0.0.1')
      const isOpen = await new Promise<boolean>((resolve) =>
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
      )
      socket.destroy()
      if (isOpen) return child
      if (performance.now() > late) throw new Error('s3rver did not start')
      await pause(50)
    }
  }
  let child = await start()
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const s3: S3Config = {
    ...{ endpoint: `http://127.0.0.1:${port}`, bucket: 'desk', prefix: 'files/', region: 'us-east-1' },
    ...{ accessKey: 'S3RVER', secretKey: 'S3RVER', first: true },
  }
  return { s3, stop, restart: async () => void (child = await start()) }
}
