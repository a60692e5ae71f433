import { HOLDS } from '@deskbell/protocol/limits'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'

const w = words.waiting
type Hold = (typeof HOLDS)[number]

/** The choice of how long sent messages can be taken back, on all devices of the agent. */
export function HoldSection() {
  const { live } = useSession()
  const { hold } = useCell(live.me)
  const { busy, problem, run } = useAct()
  const [picked, setPicked] = useState<Hold | null>(null)
  /** What was picked while an earlier choice is being saved, as the arrow keys do. */
  const next = useRef<Hold | null>(null)
  const choose = async (seconds: Hold) => {
    setPicked(seconds)
    next.current = seconds
    if (busy) return
    await run(async () => {
      for (let hold = next.current; hold !== null; hold = next.current) {
        next.current = null
        live.me.set(await call('PATCH /me', { body: { hold } }))
      }
    })
    next.current = null
    setPicked(null)
  }
  return (
    <Section title={w.hold} help={w.holdHelp}>
      <fieldset aria-busy={busy} className="flex flex-wrap gap-2">
        <legend className="sr-only">{w.hold}</legend>
        {HOLDS.map((seconds) => (
          <label
            key={seconds}
            className={cx(
              'cursor-pointer rounded-lg border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
              (picked ?? hold) === seconds ? 'border-tint-edge bg-tint font-medium' : 'border-line hover:border-edge',
            )}
          >
            <input
              type="radio"
              name="hold"
              className="sr-only"
              checked={(picked ?? hold) === seconds}
              onChange={() => void choose(seconds)}
            />
            {seconds === 0 ? w.holdNone : w.holdSeconds(seconds)}
          </label>
        ))}
      </fieldset>
      {problem && <Notice className="mt-2">{problem.text}</Notice>}
    </Section>
  )
}
