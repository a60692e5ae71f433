import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFaults, importsOf } from './imports.ts'

/** The faults of a file with this text; its package lists typebox as a dependency. */
const faults = (file: string, text: string) =>
  findFaults(file, text, ['typebox', '@deskbell/protocol', '@deskbell/rules'])

test('all imports are found, and nothing else', () => {
  const text = [
    `import a from './a.ts'`,
    `import type { B } from './b.ts'`,
    `import {`,
    `  c,`,
    `} from './c.ts'`,
    `export * from './d.ts'`,
    `import './e.ts'`,
    `const f = await import('./f.ts')`,
    `// import x from './x.ts'`,
    `/* import y from './y.ts' */ const from = 'z'`,
  ].join('\n')
  assert.deepEqual(
    importsOf(text).map(({ name, line, isType }) => `${name} ${line}${isType ? ' type' : ''}`),
    ['./a.ts 1', './b.ts 2 type', './c.ts 3', './d.ts 6', './e.ts 7', './f.ts 8'],
  )
})

const wrong: [string, string, RegExp][] = [
  ['packages/rules/src/decide.ts', `import type { X } from '@deskbell/protocol'`, /rules may import nothing of ours/],
  [
    'packages/protocol/src/a.ts',
    `import { x } from '../../server/src/platform/clock.ts'`,
    /protocol may import nothing of ours/,
  ],
  [
    'packages/server/src/channels/api/routes.ts',
    `import { x } from '../widget/session-registry.ts'`,
    /never import each other/,
  ],
  ['packages/server/src/bots/routes.ts', `import { x } from '../channels/api/routes.ts'`, /never import each other/],
  [
    'packages/server/src/conversation/commit/commit.ts',
    `import { x } from '../../channels/api/handler.ts'`,
    /conversation may import/,
  ],
  [
    'packages/server/src/conversation/commit/commit.ts',
    `import { x } from '../../deliveries/worker.ts'`,
    /does not send them/,
  ],
  [
    'packages/server/src/deliveries/worker.ts',
    `import type { x } from '../conversation/commit/commit.ts'`,
    /deliveries may import/,
  ],
  ['packages/server/src/db/open.ts', `import { x } from '../files/rows.ts'`, /db may import platform/],
  ['packages/server/src/identity/agents.ts', `import { x } from '../agent-api/api.ts'`, /identity may import/],
  ['packages/server/src/platform/log.ts', `import { app } from '../http.ts'`, /http\.ts joins the folders/],
  ['packages/server/src/compose.ts', `import { app } from './http.ts'`, /http\.ts joins the folders/],
  [
    'packages/server/src/bots/module.ts',
    `import { makeRegistry } from '../registry.ts'`,
    /registry\.ts joins the folders/,
  ],
  ['packages/server/src/http.ts', `import './main.ts'`, /main\.ts joins the folders/],
  ['packages/protocol/src/a.ts', `import { x } from 'lodash/fp'`, /does not list lodash /],
  ['packages/server/src/files/a.ts', `const at = new Date()`, /wall clock/],
  ['packages/server/src/files/a.ts', 'const f = (x) =>\n  statement("a", `select ${x}`)', /:2 builds SQL/],
  ['packages/server/src/files/a.ts', 'await db.query(`select ${x}`)', /builds SQL/],
  ['packages/widget/src/core/a.ts', `addEventListener('message', take)`, /other windows.*T33/],
  ['packages/widget/src/core/a.ts', 'window.onmessage = take', /other windows/],
  ['packages/widget/src/core/a.ts', `parent.postMessage({}, '*')`, /other windows/],
  ['packages/server/test/journeys/look.test.ts', `import { openBrowser } from '../browser.ts'`, /browser\.test\.ts/],
]
for (const [file, text, said] of wrong) {
  test(`wrong: ${file}: ${text}`, () => {
    const found = faults(file, text)
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found[0]!, said)
  })
}

const right: [string, string][] = [
  ['packages/agent-app/src/a.tsx', `import { apply } from '@deskbell/rules'\nconst today = new Date()`],
  [
    'packages/server/src/channels/api/routes.ts',
    `import { commit } from '../../conversation/commit/commit.ts'\nimport type { Clock } from '../../platform/clock.ts'`,
  ],
  [
    'packages/server/src/conversation/commit/commit.ts',
    `import { policy } from '../../deliveries/policy.ts'\nimport type { W } from '../../deliveries/worker.ts'`,
  ],
  [
    'packages/server/src/bots/module.ts',
    `import type { Module } from '../module.ts'\nimport type { Services } from '../services.ts'`,
  ],
  ['packages/server/src/main.ts', `import './http.ts'\nimport './compose.ts'`],
  [
    'packages/server/src/http.ts',
    `import './compose.ts'\nimport './channels/api/routes.ts'\nimport './agent-api/api.ts'`,
  ],
  ['packages/server/src/channels/api/in.test.ts', `import '../widget/session-registry.ts'\nconst at = new Date()`],
  ['packages/server/src/files/a.ts', `const at = new Date(clock.now())\nconst b: Date = at`],
  ['packages/server/src/files/a.ts', 'export const a = statement("a", `select ${columns}`)'],
  ['packages/widget/src/core/a.ts', 'socket.onopen = socket.onmessage = null'],
  ['packages/protocol/src/a.ts', `import { Type } from 'typebox'\nimport { isIP } from 'node:net'`],
]
for (const [file, text] of right) test(`right: ${file}: ${text}`, () => assert.deepEqual(faults(file, text), []))

test('development dependencies may be imported for types only', () => {
  const [file, list] = ['packages/sdk/src/a.ts', ['@deskbell/protocol']]
  const said = (text: string) => findFaults(file, text, [], list)
  assert.deepEqual(said(`import type { A } from '@deskbell/protocol/webhook/events'`), [])
  assert.match(
    said(`import { a } from '@deskbell/protocol/webhook/events'`).join(),
    /does not list @deskbell\/protocol /,
  )
})
