import { Select } from '../ui/select.tsx'

const NUMBERS = [...Array.from({ length: 21 }, (_, i) => i), 25, 30, 40, 50, 75, 100, 150, 200]

type Props = {
  id: string
  value: number | undefined
  onChange: (value: number) => void
  /** The choice of no number. */
  none?: { label: string; onChoose: () => void }
}

/** How many chats. */
export function NumberSelect({ id, value, onChange, none }: Props) {
  const numbers =
    value === undefined || NUMBERS.includes(value) ? NUMBERS : [...NUMBERS, value].toSorted((a, b) => a - b)
  return (
    <Select
      id={id}
      value={value === undefined ? '' : String(value)}
      options={[...(none ? [['', none.label] as const] : []), ...numbers.map((n) => [String(n), String(n)] as const)]}
      onChange={(text) => (text === '' ? none?.onChoose() : onChange(Number(text)))}
    />
  )
}
