import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseDensity, DENSITIES, density } from '../inbox/density.ts'
import { useCell } from '../live/react.ts'
import { Choice } from '../ui/choice.tsx'
import { cx } from '../ui/cx.ts'
import { Section } from '../ui/section.tsx'
import { chooseTheme, theme, THEMES } from '../ui/theme.ts'
import { words } from '../words/index.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

export function AppearanceSection() {
  const chosen = useCell(theme)
  const rows = useCell(density)
  return (
    <Section title={words.me.appearance} help={words.me.appearanceHelp}>
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">{words.me.appearance}</legend>
        {THEMES.map((name) => {
          const Icon = ICONS[name]
          return (
            <label
              key={name}
              className={cx(
                'flex cursor-pointer items-center gap-2.5 rounded-lg border px-3 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
                chosen === name ? 'border-tint-edge bg-tint font-medium' : 'border-line hover:border-edge',
              )}
            >
              <input
                type="radio"
                name="theme"
                className="sr-only"
                checked={chosen === name}
                onChange={() => chooseTheme(name)}
              />
              <Icon aria-hidden="true" className="size-4 text-muted" />
              {words.nav.themes[name]}
            </label>
          )
        })}
      </fieldset>
      <div className="mt-4 sm:max-w-[20rem]">
        <Choice
          label={words.list.density}
          value={rows}
          options={DENSITIES.map((one) => [one, words.list.densities[one]] as const)}
          onChange={chooseDensity}
        />
      </div>
    </Section>
  )
}
