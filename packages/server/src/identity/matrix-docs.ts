import { writeFileSync } from 'node:fs'
import { CALLERS, toMatrix, type Access, type Caller, type MatrixRow } from './matrix.ts'
import { ACTIONS, isAllowed } from './permissions.ts'

const HEADS: Record<Caller, string> = {
  none: 'not signed in',
  agent: 'agent',
  assigned: 'agent of the channel',
  holder: 'agent who holds the chat',
  admin: 'admin',
  owner: 'owner',
}
const SIGNS: Record<Access, string> = { yes: 'yes', no: '–', own: 'own' }
const PASSWORDS: Record<MatrixRow['password'], string> = { always: 'always', sometimes: 'for some changes', never: '' }

/** `docs/permissions.md`. */
export function toPermissionsPage(): string {
  const sections = Map.groupBy(toMatrix(), ({ section }) => section)
  const tables = [...sections].map(
    ([section, rows]) =>
      `## ${section}\n\n${head(['', ...CALLERS.map((one) => HEADS[one]), 'password'])}\n${rows
        .map((row) =>
          line([`\`${row.what}\``, ...CALLERS.map((one) => SIGNS[row.access[one]]), PASSWORDS[row.password]]),
        )
        .join('\n')}`,
  )
  const agents = CALLERS.filter((one) => one !== 'none')
  const actions = ACTIONS.map((action) =>
    line([`\`${action}\``, ...agents.map((one) => (isAllowed(one, action) ? 'yes' : '–'))]),
  )
  return `# Permissions

Who may use which route of the agent API and which frame of its socket. The server checks each request and each frame
against the declarations that this page is printed from, before it reads anything.

- **own**: only chats of the agent's channels, and those that the agent holds. All others are left out. Where a single chat is
  named, another agent gets the answer for one that does not exist.
- An API token may do what its agent may. Where the column **password** says so, a session is needed in which the password was
  given within the last ten minutes.
- Tokens of bots, channels, widgets and webhooks open nothing here: they are answered as if not signed in.
- The state of a chat restricts further: only its holder writes to the visitor (see [Rules](rules.md)).

${tables.join('\n\n')}

## Permissions by role

${head(['', ...agents.map((one) => HEADS[one])])}
${actions.join('\n')}

This page is printed from \`packages/protocol/src/agent/routes\` and \`packages/server/src/identity/permissions.ts\` by
\`node_modules/.bin/node packages/server/src/identity/matrix-docs.ts\`.
`
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const head = (cells: readonly string[]): string => `${line(cells)}\n|${cells.map(() => '---').join('|')}|`

if (import.meta.main) writeFileSync(new URL('../../../../docs/permissions.md', import.meta.url), toPermissionsPage())
