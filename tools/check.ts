// Static checks: `npm run check`, and the first part of `npm test`.
import { fileURLToPath } from 'node:url'
import { checkImports } from './imports.ts'
import { checkMigrations } from './migrations.ts'
import { checkRules } from './rules.ts'
import { program, runSteps, type Step } from './step.ts'
import { checkTheme } from './theme.ts'

/** If false, a rule without a test is counted but not an error. */
const EVERY_RULE_HAS_A_TEST = true

const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))

export const checks: Step[] = [
  { title: 'types', run: () => program(bin('tsc'), ['-p', '.']) },
  { title: 'lint', run: () => program(bin('oxlint'), ['--type-aware']) },
  { title: 'types of the agent application', run: () => program(bin('tsc'), ['-p', 'packages/agent-app']) },
  { title: 'types of the widget', run: () => program(bin('tsc'), ['-p', 'packages/widget']) },
  { title: 'format', run: () => program(bin('oxfmt'), ['--check', '.']) },
  { title: 'imports', run: checkImports },
  { title: 'migrations', run: checkMigrations },
  { title: 'classes and contrast', run: checkTheme },
  { title: 'rules', run: () => checkRules(EVERY_RULE_HAS_A_TEST) },
]

if (import.meta.main) process.exitCode = (await runSteps(checks, 2)).length > 0 ? 1 : 0
