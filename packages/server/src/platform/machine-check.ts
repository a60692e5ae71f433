import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { NODE_LEAST } from './config.ts'
import { fault, left, ok, warning, type Check, type Finding } from './finding.ts'

const MB = 1024 ** 2
/** What a process needs with some hundred agents and visitors, with the embedded database and without (bytes). */
const MEMORY = { embedded: 1024 * MB, server: 512 * MB }
/** A visitor with an open page is an open file. */
const FILES = 8192

/** Node, the memory that the process may have, and how many connections it may have open. */
export const checkMachine: Check = async ({ config: { databaseUrl } }) => [
  nodeFinding(process.versions.node),
  memoryFinding(memoryLimit(), databaseUrl === undefined ? 'embedded' : 'server'),
  filesFinding(await readFile('/proc/self/limits', 'utf8').catch(() => '')),
]

export const nodeFinding = (version: string): Finding =>
  Number(version.split('.')[0]) >= NODE_LEAST
    ? ok(`Node ${version}.`)
    : fault(`This is Node ${version}; Deskbell needs Node ${NODE_LEAST}.`, 'Start Deskbell with bin/deskbell or npm.')

/** The memory of the machine, or of the control group where that is less (bytes). */
function memoryLimit(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

export function memoryFinding(bytes: number, kind: keyof typeof MEMORY): Finding {
  const has = `${Math.round(bytes / MB)} MB of memory`
  if (bytes >= MEMORY[kind]) return ok(`${has}.`)
  const needs = Math.round(MEMORY[kind] / MB)
  return warning(`${has}: under load the system may end the process.`, `Give it ${needs} MB or more.`)
}

/** `limits`: the text of /proc/self/limits; of other systems there is none. */
export function filesFinding(limits: string): Finding {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
  if (soft === undefined) return left('This system does not say how many files may be open.')
  const count = soft === 'unlimited' ? Infinity : Number(soft)
  if (count >= FILES) return ok(`${soft} open files and connections.`)
  return warning(
    `Only ${soft} files and connections may be open: further visitors are refused.`,
    'Set LimitNOFILE=65536 in the unit of systemd, or `ulimit -n 65536` before the start.',
  )
}
