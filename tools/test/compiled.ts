import { resolve } from 'node:path'
import { program, type Step } from '../step.ts'

/**
 * Names the folder in which every process that is started from here keeps its compiled code, and has the server compile
 * itself into it, with the options that tests start it with: a server that tests kill keeps nothing.
 */
export function compileInto(folder: string): Step {
  process.env['NODE_COMPILE_CACHE'] ??= resolve(folder)
  const main = ['--expose-gc', 'packages/server/src/main.ts', '--version']
  return { title: 'server, compiled', run: () => program(process.execPath, main) }
}
