import type { Agent } from '@deskbell/protocol/agent/people'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { MENTION_LIST, mentionOption } from './mention-ids.ts'
import { words } from '../words/index.ts'

type Props = { found: readonly Agent[]; at: number; onChoose: (name: string) => void }

/** The colleagues whose names fit what was typed after `@`. The focus stays in the field. */
const MentionList = ({ found, at, onChoose }: Props) => (
  <ul
    id={MENTION_LIST}
    role="listbox"
    aria-label={words.notes.whom}
    className="popup absolute start-3 bottom-full z-40 mb-1 w-72 max-w-[calc(100%-1.5rem)] p-1.5"
  >
    {found.map((agent, index) => (
      <li
        key={agent.id}
        id={mentionOption(agent.id)}
        role="option"
        aria-selected={index === at}
        // The field would lose the focus, and with it the caret.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(agent.name)}
        className={cx('flex min-h-9 items-center gap-2.5 rounded-md px-2 py-1', index === at && 'bg-well')}
      >
        <Avatar name={agent.name} id={agent.id} photo={agent.photo} size="sm" />
        <bdi className="min-w-0 flex-1 truncate">{agent.name}</bdi>
        <span className="shrink-0 text-xs text-muted">{words.team.presence[agent.presence]}</span>
      </li>
    ))}
  </ul>
)

export default MentionList
