import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { Field, INPUT } from '../ui/field.tsx'
import { type Country, findCountries } from './countries.ts'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.countries
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

type Props = { chosen: readonly string[]; problem: string | null; onToggle: (code: string) => void }

/** Searches among all countries; Enter or a click adds one, or removes it again. */
export function CountryBox({ chosen, problem, onToggle }: Props) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [told, setTold] = useState('')
  const found = isOpen ? findCountries(typed) : []
  const at = Math.min(active, found.length - 1)

  const toggle = ({ code, name }: Country) => {
    setTold(chosen.includes(code) ? w.removed(name) : w.added(name))
    onToggle(code)
    setTyped('')
    setActive(typed === '' ? at : 0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    const country = found[at]
    if (step !== undefined) {
      setOpen(true)
      if (isOpen) setActive(Math.max(0, Math.min(found.length - 1, at + step)))
    } else if (event.key === 'Enter' && country) toggle(country)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    // Enter does not save the form while a country is searched.
    else if (event.key !== 'Enter' || typed === '') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative">
      <Field label={w.add} problem={problem}>
        {({ id, describedBy, invalid }) => (
          <span className="relative block">
            <Search aria-hidden="true" className="pointer-events-none absolute start-3 top-2.5 size-4 text-muted" />
            <input
              id={id}
              role="combobox"
              aria-expanded={found.length > 0}
              aria-controls={found.length > 0 ? list : undefined}
              aria-autocomplete="list"
              aria-activedescendant={found.length > 0 ? `${list}-${found[at]?.code}` : undefined}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              dir="auto"
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              placeholder={w.search}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setActive(0)
                setOpen(true)
              }}
              onClick={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={onKeyDown}
              className={cx(INPUT, 'h-9 ps-9')}
            />
          </span>
        )}
      </Field>
      <p role="status" className="sr-only">
        {told}
      </p>
      {found.length > 0 && (
        <ul
          id={list}
          role="listbox"
          aria-label={w.title}
          aria-multiselectable
          className="popup absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto p-1.5"
        >
          {found.map((country, index) => (
            <Option
              key={country.code}
              id={`${list}-${country.code}`}
              country={country}
              isActive={index === at}
              isChosen={chosen.includes(country.code)}
              onChoose={() => toggle(country)}
            />
          ))}
        </ul>
      )}
      {isOpen && found.length === 0 && (
        <p className="popup absolute inset-x-0 top-full z-20 mt-1 px-4 py-3 text-sm text-muted">{w.nothing}</p>
      )}
    </div>
  )
}

type OptionProps = { id: string; country: Country; isActive: boolean; isChosen: boolean; onChoose: () => void }

/** The focus stays in the field, so that typing goes on. */
const Option = ({ id, country: { name, calling }, isActive, isChosen, onChoose }: OptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={isChosen}
    ref={isActive ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
    className={cx(
      'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 hover:bg-hover',
      isActive && 'bg-well',
    )}
  >
    <bdi className="min-w-0 flex-1 breakable">{name}</bdi>
    <bdi dir="ltr" className="shrink-0 text-sm text-muted tabular-nums">
      +{calling}
    </bdi>
    <span className="size-4 shrink-0">{isChosen && <Check aria-hidden="true" className="size-4 text-accent" />}</span>
  </li>
)
