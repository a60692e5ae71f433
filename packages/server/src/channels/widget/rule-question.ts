import { cleanText } from '@deskbell/protocol/text'
import type { ConditionReport, RuleReport, RuleReports } from '@deskbell/protocol/widget/rule-report'
import type { Services } from '../../services.ts'

/** How long a page may take to report its rules (ms). */
const WITHIN = 2000

/** Asks one page for the state of its trigger rules (W19). Concurrent calls share one question. */
export interface RuleQuestion {
  /** Resolves with the page's report; with undefined when it does not answer in time. */
  requestReports(): Promise<RuleReports | undefined>
  /** The page's answer to the question `of`; ignored when that question is not open. */
  answer(of: string, reports: RuleReports): void
}

export function makeRuleQuestion(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  send: (id: string) => void,
): RuleQuestion {
  let open:
    | { id: string; answer: (reports: RuleReports) => void; answered: Promise<RuleReports | undefined> }
    | undefined
  return {
    requestReports() {
      if (open) return open.answered
      const id = ids.letters(22)
      const { promise, resolve } = Promise.withResolvers<RuleReports | undefined>()
      const cancel = clock.after(WITHIN, () => resolve(undefined))
      const answered = promise.finally(() => {
        cancel()
        open = undefined
      })
      open = { id, answer: resolve, answered }
      send(id)
      return answered
    },
    answer(of, reports) {
      if (open?.id === of) open.answer(toClean(reports))
    },
  }
}

const toClean = ({ rules, left }: RuleReports): RuleReports => ({ rules: rules.map(toCleanReport), left })

function toCleanReport({ name, state, obstacles, type, conditions, commands }: RuleReport): RuleReport {
  return { name: cleanText(name), state, obstacles, type, conditions: conditions.map(toCleanCondition), commands }
}

const toCleanCondition = (one: ConditionReport): ConditionReport =>
  one.condition === 'page_url' ? { ...one, value: cleanText(one.value) } : one
