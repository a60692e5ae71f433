import { cx } from '../ui/cx.ts'

type Props = {
  legend: string
  help?: string
  options: readonly { readonly id: number; readonly name: string }[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Selects some of the channels or departments. */
export function CheckList({ legend, help, options, chosen, onChange }: Props) {
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="text-sm font-medium">{legend}</legend>
      {help && <p className="mt-0.5 text-xs text-muted text-pretty">{help}</p>}
      <ul className="mt-1.5 grid max-h-44 gap-1 overflow-y-auto" tabIndex={-1}>
        {options.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <label
              className={cx(
                'flex cursor-pointer items-center gap-3 rounded-lg border px-2.5 py-1.5 transition-colors hover:border-edge',
                chosen.has(id) ? 'border-tint-edge bg-tint' : 'border-line',
              )}
            >
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                className="size-4 shrink-0 accent-accent"
              />
              <bdi className="truncate">{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
