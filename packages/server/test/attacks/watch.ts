import { readdirSync, readFileSync } from 'node:fs'

/** How often memory is looked at, and how often descriptors (ms). */
const EVERY = 100
const DESCRIPTORS_EVERY = 5
const TICKS_PER_SECOND = 100

/** Memory of a process that is resident (bytes); 0 when it has ended. */
export function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

export function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** Seconds of processor time that a process has had. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

/** Seconds of processor time that the machine was busy with, by the priority of who had it. */
function machineCpu(): number {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number]
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND
}

/** The maximum of a process since `begin`. */
export interface Peak {
  resident: number
  descriptors: number
}

export function watch(pid: () => number, onLook: (peak: Peak) => void = () => {}) {
  let peak: Peak = { resident: 0, descriptors: 0 }
  let looks = 0
  const timer = setInterval(() => {
    peak.resident = Math.max(peak.resident, residentOf(pid()))
    if (looks++ % DESCRIPTORS_EVERY === 0) peak.descriptors = Math.max(peak.descriptors, descriptorsOf(pid()))
    onLook(peak)
  }, EVERY)
  return {
    /** The figures since the last call. */
    take(): Peak {
      const seen = peak
      peak = { resident: residentOf(pid()), descriptors: descriptorsOf(pid()) }
      return seen
    },
    stop: () => clearInterval(timer),
  }
}

/** Processors that each has had: the server, the attacker, and what else runs on this machine. */
export interface Processors {
  server: number
  attacker: number
  elsewhere: number
}

/** Returns how many processors each has had since. */
export function countProcessors(server: number, good: number, attacker: number) {
  const look = () => {
    const { user, system } = process.cpuUsage()
    const own = (user + system) / 1e6 + cpuOf(good)
    return { at: performance.now(), server: cpuOf(server), attacker: cpuOf(attacker), own, machine: machineCpu() }
  }
  const before = look()
  return (): Processors => {
    const now = look()
    const seconds = (now.at - before.at) / 1000
    const had = (what: 'server' | 'attacker' | 'own' | 'machine') => Math.max(0, now[what] - before[what]) / seconds
    return {
      server: had('server'),
      attacker: had('attacker'),
      elsewhere: Math.max(0, had('machine') - had('server') - had('attacker') - had('own')),
    }
  }
}
