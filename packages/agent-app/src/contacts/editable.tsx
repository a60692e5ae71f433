import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { AT_FACT, FACT } from '../chat/facts.tsx'
import { useAct } from '../ui/act.ts'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { words } from '../words/index.ts'
import { contactWords } from './words.ts'

const w = contactWords

type Props = {
  label: string
  value: string | null
  type?: 'text' | 'email' | 'tel'
  maxLength: number
  copy?: boolean
  /** Beside the label. */
  mark?: ReactNode
  /** Below the value. */
  below?: ReactNode
  onSave: (value: string | null) => Promise<unknown>
  /** It is edited from the start, because there is no value yet. */
  startsEditing?: boolean
  /** Called when the editing begins. */
  onBegin?: () => void
  /** Called when the editing has ended. */
  onEnd?: () => void
}

/** A fact that is edited in its place: Enter saves, Escape leaves it as it was. An empty value removes it. */
export function Editable({
  label,
  value,
  type = 'text',
  maxLength,
  copy = false,
  mark,
  below,
  onSave,
  startsEditing = false,
  onBegin,
  onEnd,
}: Props) {
  const [editing, setEditing] = useState(startsEditing)
  const end = () => {
    setEditing(false)
    onEnd?.()
  }
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return (
    <div className={FACT}>
      <dt className="text-muted">
        <span className="block breakable">{label}</span>
        {mark}
      </dt>
      <dd className={cx('min-w-0 breakable', copy && !editing && 'pointer-coarse:pe-6')}>
        {editing ? (
          <Editing label={label} value={value} type={type} maxLength={maxLength} onSave={onSave} onEnd={end} />
        ) : (
          <button
            ref={button}
            type="button"
            aria-label={value ? w.change(label, value) : w.add(label)}
            onClick={() => {
              setEditing(true)
              onBegin?.()
            }}
            className="group/edit relative -mx-1.5 -my-0.5 inline-block max-w-[calc(100%+0.75rem)] rounded-md px-1.5 py-0.5 text-start transition-colors hover:bg-well"
          >
            {value ? (
              <bdi className="breakable">{type === 'email' ? <MailAddress of={value} /> : value}</bdi>
            ) : (
              <span className="text-muted">{w.add(label)}</span>
            )}
            <Pencil
              aria-hidden="true"
              className="absolute -end-5 top-1 size-3 text-muted opacity-0 group-hover/edit:opacity-100 group-focus-visible/edit:opacity-100"
            />
          </button>
        )}
        {!editing && below}
        {copy && value && !editing && (
          <span className={AT_FACT}>
            <CopyButton text={value} label={`${words.common.copy}: ${label}`} />
          </span>
        )}
      </dd>
    </div>
  )
}

/** A long address breaks after its @, not within its host. */
function MailAddress({ of }: { of: string }) {
  const at = of.lastIndexOf('@') + 1
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  )
}

type EditingProps = Required<Pick<Props, 'label' | 'value' | 'type' | 'maxLength' | 'onSave'>> & { onEnd: () => void }

function Editing({ label, value, type, maxLength, onSave, onEnd }: EditingProps) {
  const { busy, problem, run } = useAct()
  const [typed, setTyped] = useState(value ?? '')
  const [before] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const next = typed.trim() === '' ? null : typed.trim()
    if (next === value) return onEnd()
    void run(() => onSave(next)).then((saved) => saved && onEnd())
  }
  return (
    <form onSubmit={save} className="-my-1 flex flex-col gap-1" noValidate>
      <span className="flex items-center gap-0.5">
        <input
          ref={field}
          autoFocus
          type={type === 'email' ? 'text' : type}
          inputMode={type}
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          value={typed}
          maxLength={maxLength}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            onEnd()
          }}
          className={cx(INPUT, 'h-7 min-w-0 px-2 text-sm')}
        />
        <IconButton type="submit" label={words.common.save} aria-disabled={busy || undefined} className="size-7">
          <Check className="size-4 text-accent" />
        </IconButton>
        <IconButton label={words.common.cancel} onClick={onEnd} className="size-7">
          <X className="size-4" />
        </IconButton>
      </span>
      {value !== before && (
        <p role="status" className="text-xs text-warm breakable">
          {w.changedMeanwhile(value ?? w.nothing)}
        </p>
      )}
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {problem.text}
        </p>
      )}
    </form>
  )
}

/** Says below a label that an agent edited the value. */
export const EditedMark = ({ title }: { title?: string }) => (
  <span className="block text-xs text-accent" title={title}>
    {w.edited}
  </span>
)
