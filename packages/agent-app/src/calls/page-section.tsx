import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import { SwitchSection } from '../ui/switch-section.tsx'
import { useChange } from './settings-query.ts'
import { callWords } from './words.ts'

const w = callWords.settings

/** Whether visitors can call from the page. */
export function PageSection({ settings }: { settings: CallSettings }) {
  const { problem, change } = useChange()
  return (
    <SwitchSection
      title={w.page}
      problem={problem}
      rows={[['fromPage', w.fromPage, w.fromPageHelp]]}
      isOn={settings}
      disabled={false}
      onChange={(key, on) => void change({ [key]: on })}
    />
  )
}
