import { Type, type Static } from 'typebox'
import { Strict } from '../shapes.ts'
import { RuleReports } from '../widget/rule-report.ts'

/** Why no rule has fired on a page. The page reports all of it; none of it is verified (W15). */
export const VisitorRules = Strict({
  answer: Type.Enum(['given', 'no_rules', 'silent'], {
    description:
      'no_rules: the page did not answer, and its widget has no rules; silent: the page did not answer, and its widget has rules',
  }),
  ...RuleReports.properties,
})
export type VisitorRules = Static<typeof VisitorRules>
