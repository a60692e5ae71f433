import type { Access } from './schema.ts'

/** The statements of schema.sql about permissions, in the form in which `readAccess` reads them from the catalog. */
export function accessIn(schema: string): Access[] {
  return schema.split('\n').flatMap((line) => toAccess(line) ?? [])
}

/** The tables of schema.sql, and the functions with grants in it. */
export function objectsIn(schema: string): string[] {
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\S+) \($/gm)].map(([, name = '']) => name)
  return [...new Set([...tables, ...accessIn(schema).map(({ object }) => object)])]
}

function toAccess(line: string): Access | undefined {
  const security = /^alter table (\S+) (?:enable|force) row level security;$/.exec(line)
  if (security) return { object: security[1] ?? '', kind: 'security', roles: [], line }
  const policy = /^create policy \S+ on (\S+) as \w+ for \w+ to (.+?)(?: using | with check |;$)/.exec(line)
  if (policy) return { object: policy[1] ?? '', kind: 'policy', roles: policy[2]?.split(', ') ?? [], line }
  const grant = /^grant .+? on (?:function )?(.+) to (\S+);$/.exec(line)
  if (grant) return { object: grant[1] ?? '', kind: 'grant', roles: [grant[2] ?? ''], line }
  return undefined
}
