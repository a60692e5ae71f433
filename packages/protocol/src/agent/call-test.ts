import { Type, type Static } from 'typebox'
import { Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { TEST_FAILURES, TEST_STEPS } from './call-test-steps.ts'

const Step = Type.Enum([...TEST_STEPS])
const said = Nullable(
  Type.String({ description: 'the address of the host, the key, who hung up, or what the trunk answered' }),
)

/** A call over the trunk to a telephone beside the owner. */
export const TrunkTest = Strict({
  number: Type.String({ description: 'as it is dialled' }),
  state: Type.Enum(['waiting', 'running', 'passed', 'failed', 'stopped'], {
    description: 'waiting: no server has begun it. stopped: it was ended before the telephone was answered',
  }),
  started: Time,
  ended: Nullable(Time),
  steps: Type.Array(Strict({ step: Step, at: Time, said }), { description: 'what is done, in the order of time' }),
  failure: Nullable(
    Strict({ step: Step, why: Type.Enum([...TEST_FAILURES]), said }, { description: 'the step that failed' }),
  ),
})
export type TrunkTest = Static<typeof TrunkTest>

export const TrunkTestBody = Strict({
  number: Type.String({
    pattern: TEXT_FORMS.phone,
    description:
      'with its country, or an extension of the exchange; without + it is of the first country of the settings',
  }),
})
export type TrunkTestBody = Static<typeof TrunkTestBody>

export const TrunkTestFound = Strict({ test: Nullable(TrunkTest) })
export type TrunkTestFound = Static<typeof TrunkTestFound>
