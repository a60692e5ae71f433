import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const PAGE = new URL('../../../../docs/operate.md', import.meta.url)
const run = promisify(execFile)

/** The shell blocks under a heading of docs/operate.md, verbatim. */
export function recipesUnder(heading: string): string[] {
  const [, section] = readFileSync(PAGE, 'utf8').split(`\n${heading}\n`)
  if (section === undefined) throw new Error(`docs/operate.md has no heading "${heading}"`)
  const depth = heading.indexOf(' ')
  const [until = ''] = section.split(new RegExp(`^#{1,${depth}} `, 'm'))
  return [...until.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = '']) => text)
}

/** Runs a block as if an operator pasted it into a shell. A failing command ends it. */
export async function follow(recipe: string, env: Record<string, string>): Promise<void> {
  await run('sh', ['-euc', recipe], { env })
}
