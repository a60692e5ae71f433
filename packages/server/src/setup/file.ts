import { readFile } from 'node:fs/promises'
import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'
import { setupProblems, type Problem, type Setup } from '@deskbell/protocol/setup'
import { parseSecret } from '../deliveries/http/sign.ts'
import { Invalid } from '../platform/errors.ts'

/** A refused setup file; `problems` lists all errors. */
export class InvalidSetup extends Invalid {
  override readonly name = 'InvalidSetup'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ path, message }) => `${path || 'the file'}: ${message}`)
    super(problems[0]?.path ?? '', lines.join('\n'))
    this.problems = problems
  }
}

/** Reads SETUP_FILE. Throws an InvalidSetup with the errors and their places. */
export async function readSetupFile(path: string): Promise<Setup> {
  try {
    return parseSetup(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof InvalidSetup) throw error
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new InvalidSetup([{ path: '', message: `${path} cannot be read (${why})` }])
  }
}

/** Parses a setup file and checks everything that needs no database. */
export function parseSetup(text: string): Setup {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // The parser quotes part of the file, which may be part of a password.
    const why = error instanceof Error ? error.message.replace(/, (\.\.\.)?".*$/s, '') : ''
    throw new InvalidSetup([{ path: '', message: `is not JSON: ${why}` }])
  }
  const problems = setupProblems(value)
  if (problems.length) throw new InvalidSetup(problems)
  const setup = value as Setup
  const contradictions = [...twice(setup), ...secrets(setup)]
  if (contradictions.length) throw new InvalidSetup(contradictions)
  return setup
}

/** Values that must be unique and are repeated. */
function twice(setup: Setup): Problem[] {
  const problems: Problem[] = []
  const check = (list: readonly object[] | undefined, at: string, field: string, fold = (text: string) => text) => {
    const seen = new Map<string, number>()
    for (const [i, item] of (list ?? []).entries()) {
      const value = (item as Record<string, unknown>)[field]
      if (typeof value !== 'string') continue
      const first = seen.get(fold(value))
      if (first === undefined) seen.set(fold(value), i)
      else problems.push({ path: `${at}/${i}/${field}`, message: `is the same as ${at}/${first}/${field}` })
    }
  }
  check(setup.agents, '/agents', 'email', (email) => email.toLowerCase())
  check(setup.agents, '/agents', 'apiToken')
  check(setup.departments, '/departments', 'name')
  check(setup.channels, '/channels', 'name')
  check(setup.channels, '/channels', 'publicId')
  check(setup.bots, '/bots', 'name')
  check(setup.webhooks, '/webhooks', 'url')
  return problems
}

function secrets(setup: Setup): Problem[] {
  const given = { channels: setup.channels ?? [], webhooks: setup.webhooks ?? [] }
  return Object.entries(given).flatMap(([list, items]) =>
    items.flatMap(({ secret }, i) => {
      const parsed = secret === undefined ? undefined : parseSecret(secret)
      return parsed && !parsed.ok
        ? [{ path: `/${list}/${i}/secret`, message: sayField(ENGLISH_FIELD, parsed.why) }]
        : []
    }),
  )
}
