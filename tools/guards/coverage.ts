// Which marked lines a test file runs, as V8 counts it: a test that never comes by a line proves nothing about it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runTests } from '../test/run.ts'
import type { Guard } from './marks.ts'

interface Range {
  startOffset: number
  endOffset: number
  count: number
}

interface Script {
  url: string
  functions: { ranges: Range[] }[]
}

export interface Coverage {
  /** Whether the tests of the file come by the line. */
  runs(guard: Guard): boolean
  /** How long they take (ms). */
  ms: number
}

/** Runs those tests of a file whose titles match, and counts; their workers and children are counted with them. */
export async function coverageOf(file: string, named: string, timeout: number): Promise<Coverage> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-coverage-'))
  try {
    const began = performance.now()
    // Compiled code that is kept counts less exactly.
    const env = { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' }
    await runTests({ files: [file], atOnce: 1, named, timeout, env, onResult() {} })
    const ms = performance.now() - began
    const scripts = new Map<string, Script[]>()
    for (const name of readdirSync(folder)) {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: Script[] }
      for (const script of result) {
        if (!script.url.startsWith('file:') || script.url.includes('/node_modules/')) continue
        scripts.set(script.url, [...(scripts.get(script.url) ?? []), script])
      }
    }
    return {
      ms,
      runs(guard) {
        const url = pathToFileURL(guard.file).href
        return (scripts.get(url) ?? []).some((one) => runsLine(one, guard))
      },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether any of the line has been run. Types are stripped to blanks, so that every character is where it was. */
function runsLine({ functions }: Script, { file, line }: Guard): boolean {
  const lines = readFileSync(file, 'utf8').split('\n')
  const text = (lines[line - 1] ?? '').replace(/\/\/ guard .*$/, '').trimEnd()
  const begin = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const ranges = functions.flatMap((one) => one.ranges)
  for (let at = text.search(/\S/); at < text.length; at++) {
    const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= begin + at && begin + at < endOffset)
    const size = ({ startOffset, endOffset }: Range) => endOffset - startOffset
    const inner = around.toSorted((a, b) => size(a) - size(b))[0]
    if (inner && inner.count > 0) return true
  }
  return false
}
