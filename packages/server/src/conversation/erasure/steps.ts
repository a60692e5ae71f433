import { removeDeliveries, removeOfChats, removeUndelivered } from '../../deliveries/removal.ts'
import type { PersonalData } from './personal-data.ts'
import { redactEntries } from './redact-entries.ts'
import type { Step } from './step.ts'

export const FIRST_STEP = 'undelivered'

/** The names of the steps that no module contributes. */
export const OWN_STEPS: ReadonlySet<string> = new Set([FIRST_STEP, 'deliveries', 'entries', 'end'])

/**
 * The steps in order: pending deliveries first, then data that others can still read, and last what readers already see
 * redacted. The data of the modules is removed in the reverse of their order in `compose.ts`, which is that of writing.
 */
export function toSteps(personalData: ReadonlyMap<string, PersonalData>): readonly Step[] {
  const ofModules = [...personalData].toReversed().flatMap(([name, { inSteps }]): Step[] => {
    if (!inSteps) return []
    return [
      { name, perform: (tx, { account_id: account, chats }, most) => inSteps.remove(tx, { account, chats }, most) },
    ]
  })
  return [
    undelivered,
    ...ofModules,
    deliveries,
    { name: 'entries', perform: redactEntries },
    end([deliveries, ...ofModules]),
  ]
}

const undelivered: Step = {
  name: FIRST_STEP,
  perform: (tx, { account_id, chats }, most) => removeDeliveries(tx, removeUndelivered, [account_id, chats, most]),
}
const deliveries: Step = {
  name: 'deliveries',
  perform: (tx, { account_id, chats }, most) => removeDeliveries(tx, removeOfChats, [account_id, chats, most]),
}

/**
 * Removes what was written since its step. A request that was copying a delivery held its row, so the copy exists by now.
 * An erasure that another version of the server began may also have stood behind a step that this one has.
 */
function end(removals: readonly Step[]): Step {
  return {
    name: 'end',
    async perform(tx, row, most) {
      let rows = 0
      const [files, lanes]: [string[], string[]] = [[], []]
      for (const { perform } of removals) {
        if (rows >= most) break
        const removed = await perform(tx, row, most - rows)
        rows += removed.rows
        files.push(...(removed.files ?? []))
        lanes.push(...(removed.lanes ?? []))
      }
      return { rows, files, lanes }
    },
  }
}
