import type { Department } from '@deskbell/protocol/agent/department'
import type { Agent } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { departmentsQuery } from '../api/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { ROW } from '../ui/list.ts'
import { RowMenu } from '../ui/row-menu.tsx'
import { words } from '../words/index.ts'

const w = words.departments

type Props = { department: Department; agents: readonly Agent[]; mayChange: boolean; onEdit: () => void }

export function DepartmentRow({ department, agents, mayChange, onEdit }: Props) {
  const queries = useQueryClient()
  const members = agents.filter(({ id }) => department.agents.includes(id))
  const remove = async () => {
    await call('DELETE /departments/:department', { params: { department: department.id } })
    await queries.invalidateQueries({ queryKey: departmentsQuery.queryKey })
  }
  return (
    <li className={cx(ROW, 'flex min-h-14 items-center gap-3 py-2')}>
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <bdi className="breakable">{department.name}</bdi>
        </p>
        {department.agents.length === 0 ? (
          <p className="text-sm text-warm">{w.noMembers}</p>
        ) : (
          <ul aria-label={w.members} className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
            {members.map(({ id, name, photo }) => (
              <li key={id} className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
                <Avatar name={name} id={id} photo={photo} size="xs" />
                <bdi className="truncate">{name}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
      {mayChange && (
        <RowMenu
          label={w.actions(department.name)}
          actions={[{ label: w.change, run: onEdit }]}
          removal={{ label: w.remove, title: w.removeTitle(department.name), help: w.removeHelp, remove }}
        />
      )}
    </li>
  )
}
