import { Volume2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { alertWords } from '../words/alerts.ts'
import type { Settings } from './queries.ts'
import { play, type Tone, TONES } from './tones.ts'

const w = alertWords

/** The choice of a sound, which plays when it is chosen. */
export function SoundSection({ tone, onChange }: { tone: Tone; onChange: (changed: Partial<Settings>) => void }) {
  const [silent, setSilent] = useState(false)
  const listen = (one: Tone) => void play(one).then((played) => setSilent(!played))
  return (
    <Section
      title={w.tone}
      action={
        <Button size="sm" onClick={() => listen(tone)}>
          <Volume2 aria-hidden="true" className="size-4" /> {w.play}
        </Button>
      }
    >
      <Choice
        bare
        label={w.tone}
        value={tone}
        options={TONES.map((one) => [one, w.tones[one]] as const)}
        onChange={(one) => {
          listen(one)
          onChange({ tone: one })
        }}
      />
      {silent && (
        <Notice tone="warm" className="mt-3">
          {w.silent}
        </Notice>
      )}
    </Section>
  )
}
