import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import { NUMBER_KINDS, type NumberKind } from '@deskbell/protocol/agent/number-kinds'
import { SwitchSection } from '../ui/switch-section.tsx'
import { useChange } from './settings-query.ts'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.kinds

/** The kinds of numbers that may be called. At least one of them is. */
export function KindsSection({ settings: { kinds } }: { settings: CallSettings }) {
  const { problem, change } = useChange()
  const isOnly = (kind: NumberKind) => kinds.length === 1 && kinds[0] === kind
  return (
    <SwitchSection
      title={w.title}
      problem={problem}
      rows={NUMBER_KINDS.map((kind) => [kind, w.names[kind], isOnly(kind) ? w.only : w.help[kind]] as const)}
      isOn={{
        mobile: kinds.includes('mobile'),
        landline: kinds.includes('landline'),
        free: kinds.includes('free'),
        internet: kinds.includes('internet'),
      }}
      disabled={isOnly}
      onChange={(kind, on) =>
        void change({ kinds: NUMBER_KINDS.filter((one) => (one === kind ? on : kinds.includes(one))) })
      }
    />
  )
}
