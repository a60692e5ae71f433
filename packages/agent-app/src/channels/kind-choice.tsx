import type { Channel } from '@deskbell/protocol/agent/channel'
import { AppWindow, Braces } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

const w = words.channels
export type Kind = Channel['kind']
const KINDS = [
  ['widget', AppWindow],
  ['api', Braces],
] as const

/** The channel kinds, each with a description. */
export const KindChoice = ({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) => (
  <fieldset className="flex min-w-0 flex-col gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">{w.kind}</legend>
    {KINDS.map(([kind, Icon]) => (
      <label
        key={kind}
        className={cx(
          'relative flex cursor-pointer items-start gap-3 rounded-lg border px-3 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
          kind === value ? 'border-tint-edge bg-tint' : 'border-line hover:border-edge',
        )}
      >
        <input
          type="radio"
          name="kind"
          value={kind}
          className="sr-only"
          checked={kind === value}
          aria-labelledby={`kind-${kind}`}
          aria-describedby={`kind-${kind}-help`}
          onChange={() => onChange(kind)}
        />
        <Icon
          aria-hidden="true"
          className={cx('mt-0.5 size-5 shrink-0', kind === value ? 'text-accent' : 'text-muted')}
        />
        <span className="min-w-0">
          <span id={`kind-${kind}`} className="block font-medium">
            {w.kinds[kind]}
          </span>
          <span id={`kind-${kind}-help`} className="block text-sm text-muted text-pretty">
            {w.kindsHelp[kind]}
          </span>
        </span>
      </label>
    ))}
  </fieldset>
)
