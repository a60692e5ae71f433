import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the kernel in a second. */
const TICKS = 100

interface Times {
  readonly name: string
  readonly own: number
  /** Of its children that have ended. */
  readonly ended: number
}

/** Undefined: the process has ended. */
function timesOf(pid: number | string): Times | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS
  return { name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), own: seconds(11), ended: seconds(13) }
}

/** Seconds of a core that a process has used. */
export const secondsOf = (pid: number): number => timesOf(pid)?.own ?? Number.NaN

/** Seconds of a core that all processes of Postgres on this machine have used. */
export function secondsOfPostgres(): number {
  let sum = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const times = timesOf(pid)
    if (times?.name === 'postgres') sum += times.own + times.ended
  }
  return sum
}
