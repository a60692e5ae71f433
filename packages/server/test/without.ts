import { execFileSync } from 'node:child_process'

/** Whether programs of Debian's packages are installed; else why their tests are left out. */
export function without(...programs: string[]): string | false {
  const missing = programs.filter((program) => {
    try {
      execFileSync('which', [program], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  return missing.length > 0 && `not installed: ${missing.join(', ')}`
}
