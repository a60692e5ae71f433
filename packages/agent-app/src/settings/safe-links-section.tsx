import type { Settings } from '@deskbell/protocol/agent/settings'
import { HostList } from '../ui/host-list.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.settings
const MOST = 100
const TEXTS = {
  none: w.safeNone,
  field: w.safeField,
  add: w.safeAdd,
  remove: w.safeRemove,
  wrong: w.safeWrong,
  there: w.safeThere,
  full: w.safeFull,
}

/** The hosts to which visitors' links open directly (C13). */
export function SafeLinksSection({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const { problem, change } = useChange()
  const { safeUrl } = settings
  return (
    <Section title={w.safe} help={w.safeHelp}>
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {safeUrl.length > 0 && <p className="mb-3 text-sm text-muted text-pretty">{w.safeSome}</p>}
      <HostList
        hosts={safeUrl}
        most={MOST}
        mayChange={mayChange}
        texts={TEXTS}
        onChange={(hosts) => change({ safeUrl: hosts })}
      />
    </Section>
  )
}
