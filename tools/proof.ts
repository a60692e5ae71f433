// What `npm run proof` runs: everything that `npm test` does a few times, in full. Kills, power cuts, fuzzing and models,
// every guard taken away, every attack. Prints one table, and keeps each part in docs/proof.md with commit and date.
//
//   npm run proof               all of it: some hours
//   npm run proof -- kill|fuzz  the parts whose title matches
//   npm run proof -- models --add   the same once more, with a fresh seed: added to what is kept
//   npm run proof -- doors --long   the parts that can take hours in their long form
//   npm run proof -- --list     what the parts are called, and when each ran last
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guardSteps } from './guards/steps.ts'
import { PartRecords } from './proof/record.ts'
import { BOTH, commitNow, toPage, toTable, type Row } from './proof/table.ts'
import { rowsOfAttacks, rowsOfFile } from './proof/tried.ts'
import { print, program, runSteps, say } from './step.ts'
import { compileInto } from './test/compiled.ts'
import { testFiles } from './test/files.ts'
import { useMemoryFolder } from './test/temporary.ts'

const PAGE = 'docs/proof.md'
const STORES = ['embedded', 'server'] as const

interface Part {
  title: string
  run(folder: string): Promise<Row[]>
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
useMemoryFolder()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1)) // ends what we started
const given = process.argv.slice(2)
const [wanted, added] = given.filter((one) => one !== '--long')
process.env['TEST_EXTENT'] = given.includes('--long') ? 'long' : 'full'

const all = allParts()
const titles = all.map(({ title }) => title)
if (wanted === '--list') {
  for (const [title, part] of PartRecords.read().of(titles))
    print(`${part ? `${part.date} ${part.commit}` : 'never'}  ${title}`)
  process.exit()
}
const parts = all.filter(({ title }) => canRun(title) && (wanted === undefined || new RegExp(wanted).test(title)))
const build = { title: 'browser code', run: () => program(process.execPath, ['tools/setup.mjs', 'build']) }
const unbuilt = await runSteps([build, compileInto('node_modules/.cache/deskbell/compiled')], 1)
if (!process.env['TEST_DATABASE_URL']) print('  TEST_DATABASE_URL is not set: the embedded store alone is proven.')
const [commit, date] = [commitNow(), new Date().toISOString().slice(0, 10)]
const stores = process.env['TEST_DATABASE_URL'] ? BOTH : 'the embedded store alone'
const rows: Row[] = []
for (const part of parts) {
  const began = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-proof-'))
  const found = await part.run(folder)
  rmSync(folder, { recursive: true, force: true })
  rows.push(...found)
  // Written at once: what comes after it may take hours.
  const record = PartRecords.read()
  const run = { commit, date, stores, rows: found }
  if (added === '--add') record.add(part.title, run)
  else record.keep(part.title, run)
  record.write(titles)
  const wrong = found.reduce((sum, { violations }) => sum + violations, 0)
  say(part.title, performance.now() - began, wrong === 0 ? 'holds' : `${wrong} VIOLATIONS`)
}
print(`\n${toTable(rows)}`)
writeFileSync(PAGE, toPage(PartRecords.read().of(titles)))
await runSteps([{ title: PAGE, run: () => program('node_modules/.bin/oxfmt', [PAGE]) }], 1)
process.exitCode = unbuilt.length > 0 || rows.length === 0 || rows.some(({ violations }) => violations > 0) ? 1 : 0

function allParts(): Part[] {
  const repeats = (file: string) => /\b(?:extent|repeats)\(/.test(readFileSync(file, 'utf8'))
  return [
    ...testFiles()
      .filter(repeats)
      .map((file): Part => ({ title: file, run: (folder) => rowsOfFile(file, folder) })),
    { title: 'guards', run: rowsOfGuards },
    ...STORES.map((store): Part => ({ title: `attacks, ${store}`, run: (folder) => rowsOfAttacks(store, folder) })),
  ]
}

/** What attacks a server on Postgres needs one. */
function canRun(title: string): boolean {
  return title !== 'attacks, server' || process.env['TEST_DATABASE_URL'] !== undefined
}

async function rowsOfGuards(): Promise<Row[]> {
  const began = performance.now()
  const steps = guardSteps()
  const violations = (await runSteps(steps, 2)).length
  return [{ what: 'guards, each line taken away', count: steps.length, violations, ms: performance.now() - began }]
}
