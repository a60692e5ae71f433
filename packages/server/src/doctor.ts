// Finds what is wrong with this installation, and says what to do: `deskbell doctor [--json]`, with the settings of the server. It
// changes nothing. Exit code 1: something does not work; 0 otherwise, with warnings too.
import { checkCalls } from './calls/check.ts'
import { checkDatabase } from './db/check.ts'
import { checkFiles } from './files/check.ts'
import { checkAddresses } from './health/check.ts'
import { checkTraces } from './health/traces-check.ts'
import { checkMail } from './mail/check.ts'
import { makeDeadline } from './platform/deadline.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { realClock } from './platform/clock.ts'
import { fault, ok, sentenceOf, type Check, type Examined, type Finding } from './platform/finding.ts'
import { realIds } from './platform/ids.ts'
import { checkMachine } from './platform/machine-check.ts'
import { version } from './platform/version.ts'
import { checkBus } from './realtime/bus/trial.ts'
import { checkProcesses } from './realtime/processes/check.ts'
import { checkSecrets } from './settings/check.ts'

const CHECKS: readonly (readonly [area: string, check: Check])[] = [
  ['Machine', checkMachine],
  ['Database', checkDatabase],
  ['Key', checkSecrets],
  ['Files', checkFiles],
  ['Bus', checkBus],
  ['Processes', checkProcesses],
  ['Addresses', checkAddresses],
  ['Mail', checkMail],
  ['Calls', checkCalls],
  ['Traces', checkTraces],
]
/** A check that takes longer is given up (ms). */
const WITHIN = 20_000

type Found = readonly [area: string, findings: readonly Finding[]]

async function examine(): Promise<Found[]> {
  const withDeadline = makeDeadline(realClock, WITHIN, () => new Error('no answer in time'))
  let examined: Examined
  try {
    examined = { config: readConfig(process.env), clock: realClock, ids: realIds }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [['Settings', [fault(error.message)]]]
  }
  const found: Found[] = [['Settings', [ok(`Deskbell ${version}; the settings can be read.`)]]]
  // One after the other, so that what one measures is not the work of another.
  for (const [area, check] of CHECKS)
    found.push([
      area,
      await withDeadline(check(examined)).catch((error: unknown) => [fault(`Not checked: ${sentenceOf(error)}`)]),
    ])
  return found
}

const MARK: Readonly<Record<Finding['state'], string>> = { ok: '✓', left: '·', warning: '!', fault: '✗' }

function toText(found: readonly Found[]): string {
  const lines = found.flatMap(([area, findings]) =>
    findings.length === 0
      ? []
      : [
          area,
          ...findings.flatMap(({ state, says, todo }) => [
            `  ${MARK[state]} ${says}`,
            ...(todo === undefined ? [] : [`    → ${todo}`]),
          ]),
        ],
  )
  const count = (state: Finding['state']) => found.flatMap(([, all]) => all).filter((one) => one.state === state).length
  const [faults, warnings] = [count('fault'), count('warning')]
  const sum =
    faults + warnings === 0
      ? 'Nothing is wrong.'
      : `${faults} ${faults === 1 ? 'thing does' : 'things do'} not work; ${warnings} ${warnings === 1 ? 'thing needs' : 'things need'} care.`
  return [...lines, '', sum].join('\n')
}

// A check may wait for something that would not keep the process.
const awake = setInterval(() => {}, 1000)
const found = await examine()
clearInterval(awake)
const asJson = process.argv.includes('--json')
const json = found.flatMap(([area, findings]) => findings.map((one) => ({ area, ...one })))
process.stdout.write(`${asJson ? JSON.stringify(json, null, 2) : toText(found)}\n`)
// What a check that was given up has opened would keep the process.
process.exit(json.some(({ state }) => state === 'fault') ? 1 : 0)
