/** A named piece of raw SQL, planned once per connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

const registry = new Map<string, Statement>()

/** Postgres cuts longer names, and two cut names could be equal. */
const LONGEST_NAME = 63

/**
 * Names a piece of raw SQL. Called at module level, so that a test finds every statement and checks it against the
 * migrated tables. Throws when the name is taken: two texts under one name would fail only on a connection that has
 * seen both.
 */
export function statement(name: string, text: string): Statement {
  if (!/^[a-z][a-z0-9_]*$/.test(name) || name.length > LONGEST_NAME) throw new Error(`invalid statement name: ${name}`)
  if (registry.has(name)) throw new Error(`two statements are called ${name}`)
  const made = Object.freeze({ name, text })
  registry.set(name, made)
  return made
}

/** Every statement of the modules loaded so far. */
export const allStatements = (): Statement[] => [...registry.values()]
