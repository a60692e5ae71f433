import { spawn } from 'node:child_process'

/** The result of one step: whether it succeeded, and the output to show if it did not. */
export interface Outcome {
  ok: boolean
  said: string
}

/** A step with a title, run and timed. */
export interface Step {
  title: string
  run(): Promise<Outcome> | Outcome
}

/** Runs steps, `atOnce` at a time, and prints a line as each ends; returns a text for each that failed. */
export async function runSteps(steps: Step[], atOnce: number): Promise<string[]> {
  const failures: string[] = []
  const waiting = [...steps]
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const start = performance.now()
      const { ok, said } = await step.run()
      say(step.title, performance.now() - start, ok ? 'ok' : 'FAILED')
      if (said.trim()) print(indent(said.trim()))
      if (!ok) failures.push(`  ✖ ${step.title}\n${indent(said.trim())}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return failures
}

/** Runs a program; its output is kept for a failure. */
export function program(command: string, args: string[], cwd?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    let said = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(cwd !== undefined && { cwd }) })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => (said += text))
    }
    child.on('error', (error) => resolve({ ok: false, said: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, said: code === 0 ? '' : said }))
  })
}

/** One line: title, duration, result. */
export function say(title: string, ms: number, outcome: string): void {
  print(`  ${title.padEnd(52)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${outcome}`)
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '      ')
}
