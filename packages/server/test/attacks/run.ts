// The attacks outside `npm test`: `node packages/server/test/attacks/run.ts [full [embedded|server]] [titles that match]`.
import { tell } from '../../../../tools/extent.ts'
import { testKinds } from '../db.ts'
import { pausesOf, toTable, type Outcome } from './outcome.ts'
import { BOUNDS, CALM, Proof } from './proof.ts'
import { fullRounds, shortRounds } from './rounds.ts'

const [first = '', ...rest] = process.argv.slice(2)
const isFull = first === 'full'
const only = isFull ? testKinds().filter((kind) => kind === rest[0]) : []
if (only.length > 0) rest.shift()
const kinds = only.length > 0 ? only : isFull ? testKinds() : (['embedded'] as const)
const wanted = new RegExp((isFull ? rest : [first, ...rest]).join(' '))
const rounds = (isFull ? fullRounds() : shortRounds()).filter(({ title }) => wanted.test(title))
let isBroken = false
for (const kind of kinds) {
  const outcomes: Outcome[] = []
  let proof = await Proof.start(kind)
  for (const round of rounds) {
    const outcome = await proof.measured(round)
    outcomes.push(outcome)
    if (outcome.broken.length > 0) isBroken = true
    process.stdout.write(`${toTable([outcome]).split('\n')[1]}  ${JSON.stringify(outcome.done)}\n`)
    if (proof.lives && outcome.rest <= BOUNDS.rest) continue
    await proof.close()
    proof = await Proof.start(kind)
  }
  const usual = rounds.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? CALM
  const pauses = pausesOf(outcomes, usual / CALM)
  if (pauses.attacked > pauses.most) isBroken = true
  const grown = await proof.grown()
  if (grown > BOUNDS.resident) isBroken = true
  await proof.close()
  const broken = outcomes.filter((one) => one.broken.length > 0)
  const late = broken.filter(({ isOfTime }) => isOfTime).length
  tell({
    what: `attacks: memory, descriptors, loss, sockets, rest, ${kind}`,
    count: outcomes.length,
    violations: broken.length - late + Number(grown > BOUNDS.resident),
  })
  tell({ what: `attacks: times that others feel, ${kind}`, count: outcomes.length, violations: late })
  tell({
    what: `attacks: pauses of more than 50 ms, ${kind}`,
    count: outcomes.length,
    violations: Math.max(0, pauses.attacked - pauses.most),
  })
  process.stdout.write(
    `\n${kind}, with a pause: ${pauses.attacked} attacks, at most ${pauses.most}; ${pauses.calm} calm times\n`,
  )
  process.stdout.write(`\n${kind}, memory over the first calm time at the end: ${grown} MiB\n${toTable(outcomes)}\n`)
}
process.exit(isBroken ? 1 : 0)
