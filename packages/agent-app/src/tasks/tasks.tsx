import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { agentsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { Missing } from '../missing.tsx'
import type { ScreenProps } from '../nav/rooms.ts'
import { places } from '../places.ts'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { words } from '../words/index.ts'
import { type TaskState, tasksQuery } from './query.ts'
import { SectionedTasks } from './sectioned-tasks.tsx'
import { TaskRows } from './task-rows.tsx'
import { TickingState } from './ticking-state.tsx'
import { useEditing } from './use-editing.ts'
import { useTicking } from './use-ticking.ts'
import { taskWords as w } from './words.ts'

/** The tasks of this agent, or of others. Whose they are is in the address. */
export default function Tasks({ rest: [state, ...more] }: ScreenProps) {
  if (more.length > 0 || (state !== undefined && state !== 'done')) return <Missing />
  return <TaskScreen key={state ?? 'open'} state={state ?? 'open'} />
}

function TaskScreen({ state }: { state: TaskState }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('of')
  const of = asked !== null && /^(all|nobody|[1-9]\d{0,8})$/.test(asked) ? asked : 'me'
  const query = useInfiniteQuery(tasksQuery(of === 'all' ? null : of, state))
  const { data, error, isFetchNextPageError, isPlaceholderData } = query
  const ticking = useTicking()
  const editing = useEditing()
  const loaded = data?.pages.flatMap((page) => page.tasks)
  const tasks = loaded && (state === 'open' ? editing.with(ticking.with(loaded)) : loaded)
  const tabs = [
    { name: w.open, href: places.tasks, isHere: state === 'open' },
    { name: w.done, href: places.doneTasks, isHere: state === 'done' },
  ]
  const kept = search.size > 0 ? `?${search.toString()}` : ''
  return (
    <Page
      title={w.title}
      help={w.help}
      tabs={{ label: w.states, all: tabs.map((tab) => ({ ...tab, href: tab.href + kept })) }}
    >
      <div className="mb-3 w-52 max-w-full">
        <Whose of={of} onChange={(value) => setSearch(value === 'me' ? {} : { of: value }, { replace: true })} />
      </div>
      <TickingState {...ticking} />
      {error && tasks && !isFetchNextPageError && (
        <Notice tone="warm" className="mb-3">
          {words.offline.stopped}
        </Notice>
      )}
      {error && !tasks ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void query.refetch()} />
      ) : !tasks ? (
        <LoadingRows rows={4} />
      ) : tasks.length === 0 ? (
        <Empty icon={ListTodo} title={w.empty[state]}>
          {state === 'open' && w.emptyHelp}
        </Empty>
      ) : (
        <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {state === 'open' ? (
            <SectionedTasks tasks={tasks} editing={editing} onMark={ticking.mark} />
          ) : (
            <TaskRows label={w.done} tasks={tasks} editing={editing} onMark={ticking.mark} ofContact />
          )}
        </div>
      )}
      <ListEnd query={query} end={words.offline.end} />
    </Page>
  )
}

/** Whose tasks are shown. */
function Whose({ of, onChange }: { of: string; onChange: (of: string) => void }) {
  const me = useCell(useSession().live.me).id
  const { data: agents = [] } = useQuery(agentsQuery)
  const colleagues = agents.filter(({ id }) => id !== me).toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Select
      aria-label={w.whose}
      compact
      value={of}
      options={[
        ['me', w.mine],
        ['nobody', w.nobodys],
        ['all', w.everyones],
        ...colleagues.map(({ id, name }) => [String(id), name] as const),
      ]}
      onChange={onChange}
    />
  )
}
