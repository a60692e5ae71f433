import type { Tag } from '@deskbell/protocol/agent/tag'
import { TAG_COLOURS, type TagColour } from '@deskbell/protocol/agent/tag-colours'
import { TAG_NAME_MAX } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { tagsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { cx } from '../ui/cx.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import { words } from '../words/index.ts'
import { tagWords } from './words.ts'
import { dotStyle } from './colours.ts'

const w = tagWords

type Props = { tag: Tag | null; open: boolean; onOpenChange: (open: boolean) => void }

/** Creates a tag, or changes its name and colour. */
export function TagDialog({ tag, open, onOpenChange }: Props) {
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [name, setName] = useState(tag?.name ?? '')
  const [colour, setColour] = useState<TagColour>(tag?.colour ?? 'grey')
  const submit = () => {
    const body = { name: name.trim(), colour }
    void run(async () => {
      if (tag) await call('PATCH /tags/:tag', { params: { tag: tag.id }, body })
      else await call('POST /tags', { body })
      await queries.invalidateQueries({ queryKey: tagsQuery.queryKey })
      onOpenChange(false)
    })
  }
  const close = (next: boolean) => {
    clear()
    onOpenChange(next)
  }
  return (
    <DialogForm
      title={tag ? w.edit(tag.name) : w.add}
      open={open}
      onOpenChange={close}
      onSubmit={submit}
      busy={busy}
      problem={problem?.text ?? null}
      blocked={name.trim() === ''}
      label={tag ? words.common.save : w.add}
    >
      <TextField
        label={w.name}
        value={name}
        help={w.nameHelp}
        required
        maxLength={TAG_NAME_MAX}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{w.colour}</legend>
        <div className="flex flex-wrap gap-2">
          {TAG_COLOURS.map((one) => (
            <label
              key={one}
              title={w.colours[one]}
              className={cx(
                'grid size-9 cursor-pointer place-items-center rounded-full border-2 has-focus-visible:outline-2 has-focus-visible:outline-accent',
                colour === one ? 'border-accent' : 'border-transparent hover:border-edge',
              )}
            >
              <input
                type="radio"
                name="colour"
                value={one}
                checked={colour === one}
                onChange={() => setColour(one)}
                className="sr-only"
              />
              <span aria-hidden="true" className="size-6 rounded-full" style={dotStyle(one)} />
              <span className="sr-only">{w.colours[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </DialogForm>
  )
}
