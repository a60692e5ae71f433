import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { LoadingRows } from '../ui/states.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { isReady, Needs } from './needs.tsx'
import { useChange } from './settings-query.ts'
import { telephoneWords } from './telephone-words.ts'
import { useCarriers } from './use-carriers.ts'

const w = telephoneWords.callback

/** Whether visitors can ask to be called back, and what that needs. */
export function CallbackSection({ settings }: { settings: CallSettings }) {
  const { problem, change } = useChange()
  const { carriers, error } = useCarriers()
  return (
    <Section title={w.title} help={w.help}>
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <div className="-mt-3">
        <SwitchRow
          label={w.on}
          help={w.onHelp}
          checked={settings.callback}
          onChange={(callback) => void change({ callback })}
        />
      </div>
      {carriers ? (
        isReady(settings, carriers) ? (
          <Notice tone={settings.callback ? 'good' : 'info'} silent>
            {settings.callback ? w.works : w.off}
          </Notice>
        ) : (
          <Needs settings={settings} carriers={carriers} />
        )
      ) : error ? (
        <Notice>{telephoneWords.trunk.failedLoad}</Notice>
      ) : (
        <LoadingRows rows={1} className="h-24" />
      )}
      {carriers?.provider.provider && <p className="mt-2 text-sm text-muted text-pretty">{w.phones}</p>}
    </Section>
  )
}
