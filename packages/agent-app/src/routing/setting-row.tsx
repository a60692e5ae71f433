import { RowMenu } from '../ui/row-menu.tsx'
import { routingWords as w } from './words.ts'

type Props = {
  name: string
  /** What is set for it. */
  says: string
  onChange: () => void
  removal: { title: string; help: string; remove: () => Promise<unknown> }
}

/** One item of a list of the routing, which can be changed and removed. */
export const SettingRow = ({ name, says, onChange, removal }: Props) => (
  <li className="flex items-center gap-3 py-2.5">
    <span className="min-w-0 flex-1">
      <bdi className="block font-medium breakable">{name}</bdi>
      <span className="block text-sm text-muted text-pretty">{says}</span>
    </span>
    <RowMenu
      label={w.actions(name)}
      actions={[{ label: w.change, run: onChange }]}
      removal={{ label: w.remove, ...removal }}
    />
  </li>
)
