import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Tag } from '@deskbell/protocol/agent/tag'
import { TAG_COLOURS } from '@deskbell/protocol/agent/tag-colours'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { call, saying } from '../api/client.ts'
import { tagsQuery } from '../api/queries.ts'
import { storeChat } from '../live/inbox.ts'
import { useCell, useSession } from '../live/react.ts'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { tagWords } from './words.ts'
import { dotStyle } from './colours.ts'
import { foundTags, isTaken } from './found.ts'

const w = tagWords
const LIST = 'tag-list'
const NO_TAGS: readonly Tag[] = []

type Props = {
  chat: ChatForMe
  typed: string
  field: (props: ComponentProps<'input'>) => ReactNode
  onTyped: (text: string) => void
}

/** The tags that fit what was typed; Enter adds or removes the highlighted one, or makes a new tag. */
export function PickerList({ chat, typed, field, onTyped }: Props) {
  const { live } = useSession()
  const mayCreate = useCell(live.me).role !== 'agent'
  const queries = useQueryClient()
  const { data: tags = NO_TAGS, error } = useQuery(tagsQuery)
  const [active, setActive] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const found = foundTags(tags, typed)
  const isNew = mayCreate && typed.trim() !== '' && !isTaken(tags, typed)
  const count = found.length + (isNew ? 1 : 0)
  const at = Math.min(active, count - 1)
  const has = new Set(chat.tags)

  const run = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null)
    try {
      await work()
    } catch (failed) {
      setProblem(saying(failed))
    }
  }
  const change = async (body: { add?: number[]; remove?: number[] }) =>
    storeChat(live, await call('POST /chats/:chat/tags', { params: { chat: chat.id }, body }))
  const toggle = (tag: Tag) => run(() => change(has.has(tag.id) ? { remove: [tag.id] } : { add: [tag.id] }))
  const create = () =>
    run(async () => {
      const body = { name: typed.trim(), colour: TAG_COLOURS[tags.length % TAG_COLOURS.length]! }
      const { id } = await call('POST /tags', { body })
      await queries.invalidateQueries({ queryKey: tagsQuery.queryKey })
      onTyped('')
      await change({ add: [id] })
    })
  const choose = (index: number): void => {
    const tag = found[index]
    if (tag) void toggle(tag)
    else if (isNew) void create()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown') setActive(count === 0 ? 0 : (at + 1) % count)
    else if (event.key === 'ArrowUp') setActive(count === 0 ? 0 : (at + count - 1) % count)
    else if (event.key === 'Enter') choose(at)
    else return
    event.preventDefault()
  }
  const optionOf = (index: number) => `${LIST}-${index}`

  return (
    <>
      {field({
        onKeyDown,
        onInput: () => setActive(0),
        role: 'combobox',
        'aria-expanded': count > 0,
        'aria-controls': LIST,
        'aria-autocomplete': 'list',
        'aria-activedescendant': count > 0 ? optionOf(at) : undefined,
      })}
      <ul
        id={LIST}
        role="listbox"
        aria-label={words.tags.ofChat}
        aria-multiselectable
        className="max-h-72 overflow-y-auto"
      >
        {found.map((tag, index) => (
          <Option
            key={tag.id}
            id={optionOf(index)}
            isActive={index === at}
            isSelected={has.has(tag.id)}
            onChoose={() => choose(index)}
          >
            <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full" style={dotStyle(tag.colour)} />
            <bdi className="min-w-0 flex-1 truncate">{tag.name}</bdi>
            {has.has(tag.id) && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
          </Option>
        ))}
        {isNew && (
          <Option
            id={optionOf(found.length)}
            isActive={at === found.length}
            isSelected={false}
            onChoose={() => choose(found.length)}
          >
            <Plus aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <bdi dir={words.dir} className="min-w-0 flex-1 truncate">
              {w.create(typed.trim())}
            </bdi>
          </Option>
        )}
      </ul>
      {count === 0 && (
        <p className="px-2.5 py-2 text-sm text-muted">{error ? saying(error) : typed === '' ? w.noneYet : w.none}</p>
      )}
      {problem && <Notice className="mt-1">{problem}</Notice>}
    </>
  )
}

type OptionProps = { id: string; isActive: boolean; isSelected: boolean; onChoose: () => void; children: ReactNode }

/** The focus stays in the field, so that typing goes on. */
const Option = ({ id, isActive, isSelected, onChoose, children }: OptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={isSelected}
    ref={isActive ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
    className={cx('flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 hover:bg-hover', isActive && 'bg-well')}
  >
    {children}
  </li>
)
