import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { goal, machine, reached, show, type Row } from './parts/figures.ts'

/** Runs every script and writes what it found into README.md: `node bench/all.ts`, or with the names of some. */
const SCRIPTS = [
  'start',
  'ingest',
  'processes',
  'weight',
  'see',
  'deliver',
  'grow',
  'find',
  'poll',
  'routing',
  'calls',
  'bot',
  'webhooks',
  'sender',
  'widget',
  'app',
  'sockets',
  'backup',
  'weeks',
]
const README = new URL('README.md', import.meta.url)

interface Found {
  readonly script: string
  readonly rows: readonly Row[]
  readonly remarks: readonly string[]
}

function run(script: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [new URL(`${script}.ts`, import.meta.url).pathname], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString()
      process.stdout.write(part)
    })
    child.once('exit', (code) => {
      const last = printed.trimEnd().split('\n').at(-1) ?? ''
      if (code === 0) resolve(JSON.parse(last) as Found)
      else reject(new Error(`bench/${script} ended with ${code}`))
    })
  })
}

function lines({ script, rows, remarks }: Found): string[] {
  const { cores, cpu, memory, system, node, commit, changed } = machine()
  const load = loadavg()[0]?.toFixed(1)
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [
    `### \`bench/${script}\``,
    '',
    `${at}, commit ${commit}${changed ? ' with changes' : ''}, ${cores} cores ${cpu}, ${memory}, ${system}, Node ${node}, load at the end ${load}`,
    '',
    '| question | measured | figure | to reach | |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.question} | ${row.measured} | ${show(row)} | ${goal(row)} | ${reached(row) ? 'reached' : '**not reached**'} |`,
    ),
    '',
    ...remarks.flatMap((remark) => [remark, '']),
  ]
}

const wanted = process.argv.slice(2)
for (const script of wanted.length > 0 ? wanted : SCRIPTS) {
  console.log(`\n# ${script}`)
  const found = lines(await run(script)).join('\n')
  const text = readFileSync(README, 'utf8')
  const [begin, end] = [`<!-- ${script} -->`, `<!-- /${script} -->`]
  if (!text.includes(begin) || !text.includes(end))
    throw new Error(`bench/README.md has no place for ${script}: ${begin} ${end}`)
  const from = text.indexOf(begin) + begin.length
  writeFileSync(README, `${text.slice(0, from)}\n\n${found}\n${text.slice(text.indexOf(end))}`)
}
