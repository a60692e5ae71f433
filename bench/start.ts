import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../packages/server/test/free-port.ts'
import { median, print } from './parts/figures.ts'

/** How long an operator waits after `npm start`: with an empty folder, and with an existing one. */
const STARTS = 6
const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Seconds from the command until the server listens. It is then stopped as an operator stops it. */
async function start(dataDir: string): Promise<number> {
  const { PATH, HOME } = process.env
  const port = String(await freePort())
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir },
  })
  const ended = once(child, 'exit')
  const hurry = setTimeout(() => child.kill('SIGKILL'), 60_000)
  let listens: number | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('Deskbell is listening')) continue
    listens = performance.now()
    process.kill((JSON.parse(line) as { pid: number }).pid, 'SIGTERM')
  }
  await ended
  clearTimeout(hurry)
  if (listens === undefined) throw new Error('it never listened')
  return (listens - begun) / 1000
}

const seconds = (value: number) => `${value.toFixed(1)} s`
const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
try {
  const first = await start(folder)
  const later: number[] = []
  for (let i = 0; i < STARTS; i++) later.push(await start(folder))
  print('start', [
    {
      question: 'From `npm start` until it listens, on a folder that is there (PGlite)',
      measured: `${STARTS} starts, the slowest ${seconds(Math.max(...later))}; on an empty folder ${seconds(first)}`,
      value: median(later),
      unit: 's',
      most: 3,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
