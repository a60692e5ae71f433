import type { CannedFile } from '@deskbell/protocol/agent/canned'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { fillVariables, findMissing } from '@deskbell/protocol/agent/variables'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import { Workflow } from 'lucide-react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { useNames } from '../macros/describe.ts'
import { macrosQuery } from '../macros/query.ts'
import { StepPreview } from '../macros/step-preview.tsx'
import { useRunMacro } from '../macros/use-run.ts'
import { places } from '../places.ts'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { cannedWords } from './words.ts'
import { FileMark, FileNames } from './file-mark.tsx'
import { findAnswers } from './find.ts'
import { type Listed, toListed } from './listed.ts'
import { CANNED_LIST, cannedOption } from './option.ts'
import { cannedQuery } from './query.ts'
import { valuesOf } from './values.ts'
import { inList } from '../text/when.ts'
import { Link } from '../ui/link.tsx'

const w = cannedWords

/** Returns whether the key was for the list. */
export type TakeKey = (event: KeyboardEvent) => boolean
type Props = {
  chat: ChatForMe
  /** What was typed after `/`. */
  query: string
  keys: RefObject<TakeKey | null>
  onActive: (option: string | undefined) => void
  /** `now`: it is sent at once. */
  onChoose: (text: string, chosen: { now: boolean; files: readonly CannedFile[] }) => void
  onClose: () => void
}

/** The canned answers and macros that fit what was typed after `/`, with the filled text or the steps of the chosen one. */
export default function Picker({ chat, query, keys, onActive, onChoose, onClose }: Props) {
  const me = useCell(useSession().live.me)
  const queries = useQueryClient()
  const { data: answers, error } = useQuery(cannedQuery)
  const { data: macros } = useQuery(macrosQuery)
  const names = useNames()
  const runMacro = useRunMacro()
  const [place, setPlace] = useState({ query, at: 0 })
  const found = answers && macros ? findAnswers(query, toListed(answers, macros)) : []
  // Another query begins at the top.
  const at = place.query === query ? Math.min(place.at, found.length - 1) : 0
  const chosen = found[at]
  const values = valuesOf(chat, me)
  const option = chosen && cannedOption(chosen.id)
  useEffect(() => {
    onActive(option)
    if (option) document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
    return () => onActive(undefined)
  }, [option, onActive])

  const choose = ({ answer, macro }: Listed, now: boolean) => {
    if (macro) {
      onChoose('', { now: false, files: [] })
      return runMacro(macro)
    }
    onChoose(fillVariables(answer.text, values), { now, files: answer.files })
    // The order of the list is all that depends on it. It is read at once, so that the next list does not move.
    const params = { canned: answer.id }
    call('POST /canned-answers/:canned/use', { params }).then(
      () => queries.invalidateQueries({ queryKey: cannedQuery.queryKey, refetchType: 'all' }),
      () => {},
    )
  }
  const takeKey: TakeKey = (event) => {
    if (isComposing(event.nativeEvent)) return false
    if (event.key === 'Escape') onClose()
    else if (chosen && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey)
      choose(chosen, event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    else if (chosen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : found.length - 1
      setPlace({ query, at: (at + step) % found.length })
    } else return event.key === 'Enter' && !(answers && macros) && !error
    return true
  }
  useImperativeHandle(keys, () => takeKey)

  const missing = chosen?.answer ? findMissing(chosen.text, values) : []
  return (
    <section
      aria-label={w.pick}
      className="popup absolute inset-x-4 bottom-full z-40 mb-1 flex max-h-[min(22rem,50dvh)] flex-col overflow-hidden md:inset-x-6"
    >
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        {found.length > 0 ? (
          <ul id={CANNED_LIST} role="listbox" aria-label={w.pick} className="min-w-0 flex-1 overflow-y-auto p-1.5">
            {found.map((one, index) => (
              <li
                key={one.id}
                id={cannedOption(one.id)}
                role="option"
                aria-selected={index === at}
                // The field must keep the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(one, false)}
                className={cx(
                  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1',
                  index === at && 'bg-well',
                )}
              >
                {one.macro && <Workflow aria-label={w.macro} className="size-4 shrink-0 text-muted" />}
                <bdi className="min-w-0 flex-1 truncate">{one.title}</bdi>
                {one.answer && <FileMark files={one.answer.files} />}
                {one.shortcut !== null && <bdi className="shrink-0 text-sm text-muted">/{one.shortcut}</bdi>}
              </li>
            ))}
          </ul>
        ) : (
          <p role="status" className="flex-1 px-4 py-5 text-center text-sm text-muted">
            {error
              ? w.failedLoad
              : !(answers && macros)
                ? words.common.loading
                : answers.length + macros.length === 0
                  ? w.empty
                  : w.none}
          </p>
        )}
        {chosen && (
          <div className="min-w-0 flex-1 overflow-y-auto border-line p-3 max-sm:hidden sm:border-s">
            {chosen.macro ? (
              <StepPreview steps={chosen.macro.steps} names={names} values={values} />
            ) : (
              <>
                <p dir="auto" className="text-sm whitespace-pre-wrap breakable">
                  {fillVariables(chosen.text, values)}
                </p>
                <FileNames files={chosen.answer.files} />
              </>
            )}
            {missing.length > 0 && (
              <p className="mt-2 text-xs text-warm">{w.missing(inList(missing.map((one) => w.variables[one])))}</p>
            )}
          </div>
        )}
      </div>
      <div className="flex shrink-0 justify-between gap-4 border-t border-line px-3 py-1.5 text-xs text-muted">
        <span className="max-sm:hidden">{chosen?.macro ? w.pickHelpMacro : w.pickHelp}</span>
        <span className="flex gap-3">
          <Link href={places.macros} className="text-accent hover:underline">
            {w.manageMacros}
          </Link>
          <Link href={places.canned} className="text-accent hover:underline">
            {w.manage}
          </Link>
        </span>
      </div>
    </section>
  )
}
