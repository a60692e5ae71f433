import type { Tag } from '@deskbell/protocol/agent/tag'
import { TAG_COLOURS, type TagColour } from '@deskbell/protocol/agent/tag-colours'
import { TAG_NAME_MAX } from '@deskbell/protocol/limits'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { tagsQuery } from '../api/queries.ts'
import { cx } from '../ui/cx.ts'
import { NamedForm } from '../ui/named-form.tsx'
import { tagWords } from './words.ts'
import { dotStyle } from './colours.ts'

const w = tagWords

type Props = { tag: Tag | null; open: boolean; onOpenChange: (open: boolean) => void }

/** Creates a tag, or changes its name and colour. */
export function TagDialog({ tag, ...dialog }: Props) {
  const [colour, setColour] = useState<TagColour>(tag?.colour ?? 'grey')
  return (
    <NamedForm
      words={w}
      item={tag}
      maxLength={TAG_NAME_MAX}
      queryKey={tagsQuery.queryKey}
      save={(name) => {
        const body = { name, colour }
        return tag ? call('PATCH /tags/:tag', { params: { tag: tag.id }, body }) : call('POST /tags', { body })
      }}
      {...dialog}
    >
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
    </NamedForm>
  )
}
