import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { COMMENT_MAX } from '@deskbell/protocol/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { saying } from '../api/client.ts'
import { agentsQuery, departmentsQuery } from '../api/queries.ts'
import { leaveChat } from '../chat/acts.ts'
import { askColleague, offerChat } from '../chat/offer-acts.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { INPUT, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { handOver } from './acts.ts'
import { type Receiver, receiversOf, startingWith } from './receivers.ts'

const w = words.offers
const LIST = 'receivers'

type Props = { chat: ChatForMe; open: boolean; onOpenChange: (open: boolean) => void }

/** Hands a chat over: to a colleague, who accepts or joins it, to a department, or to the queue. */
export const HandOver = ({ chat, open, onOpenChange }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={words.waiting.handOver}>
    <HandOverForm chat={chat} onDone={() => onOpenChange(false)} />
  </Dialog>
)

/** Typing finds a receiver, arrows choose another one, Enter hands the chat over. */
function HandOverForm({ chat, onDone }: { chat: ChatForMe; onDone: () => void }) {
  const { live } = useSession()
  const me = useCell(live.me).id
  const { data: agents, error } = useQuery(agentsQuery)
  const { data: departments = [], isPending } = useQuery(departmentsQuery)
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState<Pick<Receiver, 'kind' | 'id'> | null>(null)
  const [comment, setComment] = useState('')
  const { busy, problem, run } = useAct()
  // Not before the colleagues and departments are there: the queue must not be chosen in their place.
  const all = agents && !isPending ? receiversOf(chat, { me, agents, departments }) : []
  const shown = startingWith(all, query)
  // The first one at first. The list may be read again and sorted anew, and the choice does not change with it.
  if (!picked && shown[0]) setPicked(shown[0])
  const place = shown.findIndex(({ kind, id }) => kind === picked?.kind && id === picked.id)
  const chosen = shown[place]

  const act = async (how: typeof offerChat) => {
    if (!chosen) return
    const said = comment.trim() === '' ? {} : { comment: comment.trim() }
    const done = await run(() => {
      if (chosen.kind === 'queue') return leaveChat(live, chat.id)
      if (chosen.kind === 'department') return handOver(live, chat.id, { department: chosen.id, ...said })
      return how(live, chat.id, { to: chosen.id, ...said })
    })
    if (done) onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act(offerChat)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || isComposing(event.nativeEvent)) return
    event.preventDefault()
    setPicked(shown[Math.max(0, Math.min(shown.length - 1, place + step))] ?? null)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <input
        role="combobox"
        value={query}
        placeholder={w.to}
        aria-label={w.to}
        aria-expanded={shown.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${LIST}-${place}` : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setQuery(event.target.value)
          setPicked(null)
        }}
        onKeyDown={onKeyDown}
        className={cx(INPUT, 'h-10')}
      />
      {shown.length > 0 ? (
        <ul id={LIST} role="listbox" aria-label={w.to} className="-mx-2 max-h-56 overflow-y-auto">
          {shown.map((one, index) => (
            <li
              key={`${one.kind}${one.id}`}
              id={`${LIST}-${index}`}
              role="option"
              aria-selected={index === place}
              ref={index === place ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setPicked(one)}
              className={cx(
                'flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-md px-2.5 py-1.5 select-none',
                index === place ? 'bg-tint' : 'hover:bg-well',
              )}
            >
              <bdi className="truncate">{one.name}</bdi>
              {one.note && <span className="shrink-0 text-xs text-muted">{one.note}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className="text-sm text-muted">
          {error ? saying(error) : agents && w.notFound}
        </p>
      )}
      {chosen && chosen.kind !== 'queue' && (
        <TextField
          label={w.comment}
          help={chosen.kind === 'colleague' ? w.stays : w.returns}
          value={comment}
          maxLength={COMMENT_MAX}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
      {problem && <Notice>{problem.text}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        {chosen?.kind === 'colleague' && chat.agent && (
          <Button type="button" busy={busy} onClick={() => void act(askColleague)}>
            {w.ask}
          </Button>
        )}
        <Button type="submit" kind="primary" busy={busy} disabled={!chosen}>
          {chosen?.kind === 'colleague' ? w.offer : words.waiting.handOver}
        </Button>
      </div>
    </form>
  )
}
