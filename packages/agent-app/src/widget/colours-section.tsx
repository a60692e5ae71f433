import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import { Choice } from '../ui/choice.tsx'
import { Field, INPUT, TextField } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { isColour, isOffset } from './look.ts'

const w = words.widget
const THEMES = ['auto', 'light', 'dark'] as const
const CORNERS = ['right', 'left'] as const

export type EditProps = { settings: WidgetSettings; set: (change: Partial<WidgetSettings>) => void }

/** Colour, theme and position. */
export function ColoursSection({ settings, set }: EditProps) {
  const { colour, theme, position, offset } = settings
  const [side = 0, bottom = 0] = offset
  const pixels = (label: string, value: number, put: (value: number) => void) => (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={3}
      autoComplete="off"
      value={Number.isNaN(value) ? '' : String(value)}
      problem={isOffset(value) ? null : w.offsetWrong}
      onChange={({ target }) => put(target.value === '' ? NaN : Number(target.value.replace(/\D/g, '')))}
    />
  )
  return (
    <Section title={w.colours}>
      <div className="flex flex-col gap-4">
        <Field label={w.colour} help={w.colourHelp} problem={isColour(colour) ? null : w.colourWrong}>
          {({ id, describedBy, invalid }) => (
            <span className="flex gap-2">
              <input
                type="color"
                aria-label={w.colourPick}
                value={isColour(colour) ? colour : '#000000'}
                onChange={(event) => set({ colour: event.target.value })}
                className="h-9 w-12 shrink-0 cursor-pointer rounded-lg border border-edge bg-panel p-1"
              />
              <input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={colour}
                dir="ltr"
                maxLength={7}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className={cx(INPUT, 'h-9 max-w-32 font-mono text-sm')}
                onChange={(event) => set({ colour: event.target.value.trim() })}
              />
            </span>
          )}
        </Field>
        <Choice
          label={w.theme}
          value={theme}
          options={THEMES.map((one) => [one, w.themes[one]] as const)}
          onChange={(chosen) => set({ theme: chosen })}
        />
        <Choice
          label={w.position}
          value={position}
          options={CORNERS.map((one) => [one, w.positions[one]] as const)}
          onChange={(chosen) => set({ position: chosen })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {pixels(w.side, side, (value) => set({ offset: [value, bottom] }))}
          {pixels(w.bottom, bottom, (value) => set({ offset: [side, value] }))}
        </div>
      </div>
    </Section>
  )
}
