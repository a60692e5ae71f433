import { number } from './when.ts'

const STEPS = ['B', 'kB', 'MB', 'GB']

/** A file size: 830 B, 2.4 MB. Steps of 1024, like the limits. */
export function size(bytes: number): string {
  const step = Math.min(STEPS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** step
  return `${number(step === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10)} ${STEPS[step]}`
}
