import { Select } from './select.tsx'

type Props = {
  label: string
  /** The choice of none. */
  any: string
  value: number | undefined
  all: readonly { id: number; name: string }[]
  /** The name of what is not, or no longer, among them. */
  gone: (label: string, id: number) => string
  onChange: (id: number | undefined) => void
}

/** A selection by number. One that is gone, or not loaded, stays selected, because old chats still refer to it. */
export function OneOf({ label, any, value, all, gone, onChange }: Props) {
  const isGone = value !== undefined && !all.some(({ id }) => id === value)
  return (
    <Select
      aria-label={label}
      compact
      value={value === undefined ? '' : String(value)}
      options={[
        ['', any],
        ...all.map(({ id, name }) => [String(id), name] as const),
        ...(isGone ? [[String(value), gone(label, value)] as const] : []),
      ]}
      onChange={(text) => onChange(text === '' ? undefined : Number(text))}
    />
  )
}
