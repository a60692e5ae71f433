import { oneKey, switchOneKey } from '../commands/one-key.ts'
import { showSheet } from '../commands/open.ts'
import { useCell } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { commandWords } from '../commands/words.ts'

const w = commandWords.setting

export function KeyboardSection() {
  const on = useCell(oneKey)
  return (
    <Section
      title={w.title}
      action={
        <Button size="sm" onClick={showSheet}>
          {w.show}
        </Button>
      }
    >
      <SwitchRow label={w.label} help={w.help} checked={on} disabled={false} onChange={switchOneKey} />
    </Section>
  )
}
