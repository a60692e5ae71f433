import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Edit } from './edits.ts'

/** A place in the source before which the process can die; `when`: an expression that must hold. */
export interface Point {
  readonly point: string
  readonly file: string
  readonly before: string
  readonly when?: string
}

/** Code that ends the process as `kill -9` does, once, when the point is armed. */
const die = ({ point, when }: Point) => `${when === undefined ? '' : `if (${when}) `}{
  const fs = process.getBuiltinModule('node:fs')
  const armed = process.env.POINTS + '/${point}'
  if (fs.existsSync(armed)) {
    fs.rmSync(armed)
    process.kill(process.pid, 'SIGKILL')
  }
}`

/** Edits of the server with which it dies at a point that the test arms. */
export function makeKillPoints(points: readonly Point[]) {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-points-'))
  return {
    edits: points.map((one): Edit => ({ file: one.file, find: one.before, put: `${die(one)}\n${one.before}` })),
    env: { POINTS: folder },
    arm: (point: string) => writeFileSync(join(folder, point), ''),
    /** Whether the process has not come to the point yet. */
    isArmed: (point: string) => existsSync(join(folder, point)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
