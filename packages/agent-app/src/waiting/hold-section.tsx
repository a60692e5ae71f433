import { useCell, useSession } from '../live/react.ts'
import { cx } from '../ui/cx.ts'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { chooseHold, holdOf, HOLDS } from './hold.ts'

const w = words.waiting

/** The choice of how long sent messages can be taken back. */
export function HoldSection() {
  const { who } = useSession()
  const chosen = useCell(holdOf(who))
  return (
    <Section title={w.hold} help={w.holdHelp}>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{w.hold}</legend>
        {HOLDS.map((seconds) => (
          <label
            key={seconds}
            className={cx(
              'cursor-pointer rounded-lg border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
              chosen === seconds ? 'border-tint-edge bg-tint font-medium' : 'border-line hover:border-edge',
            )}
          >
            <input
              type="radio"
              name="hold"
              className="sr-only"
              checked={chosen === seconds}
              onChange={() => chooseHold(who, seconds)}
            />
            {seconds === 0 ? w.holdNone : w.holdSeconds(seconds)}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
