import type { Settings } from '@deskbell/protocol/agent/settings'
import { HostList } from '../ui/host-list.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.settings
const MOST = 20
const TEXTS = {
  none: w.mailNone,
  field: w.mailField,
  add: w.mailAdd,
  remove: w.mailRemove,
  wrong: w.mailWrong,
  there: w.mailThere,
  full: w.mailFull,
}
const FIELD = { placeholder: 'ann@shop.example', inputMode: 'email' } as const

/** Parses one address as the API does (`MailLogTo`). */
const toAddress = (typed: string): string | null => {
  const address = typed.trim()
  return address.length <= 254 && /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address) ? address : null
}

/** The recipients of transcripts of closed chats. */
export function MailLogSection({ settings }: { settings: Settings }) {
  const { problem, change } = useChange()
  return (
    <Section title={w.mail} help={w.mailHelp}>
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {!settings.mail && (
        <Notice tone="warm" className="mb-3">
          {w.mailOff}
        </Notice>
      )}
      <HostList
        hosts={settings.mailLogTo}
        most={MOST}
        mayChange
        texts={TEXTS}
        read={toAddress}
        field={FIELD}
        onChange={(addresses) => change({ mailLogTo: addresses })}
      />
    </Section>
  )
}
