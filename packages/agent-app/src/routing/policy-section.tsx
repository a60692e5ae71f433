import type { Routing } from '@deskbell/protocol/agent/routing'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { useChange } from './use-change.ts'
import { routingWords as w } from './words.ts'

/** The policy of the account. Each change takes effect at once. */
export function PolicySection({ routing }: { routing: Routing }) {
  const { problem, change } = useChange()
  return (
    <Section title={w.policy} help={w.policyHelp}>
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <PolicyFields
        policy={routing.policy}
        onChange={(part) => void change(({ policy }) => ({ policy: { ...policy, ...part } }))}
      />
    </Section>
  )
}
