import { Menu } from '@base-ui/react/menu'
import type { Department } from '@deskbell/protocol/agent/department'
import type { Agent } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { departmentsQuery } from '../api/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { cx } from '../ui/cx.ts'
import { ROW } from '../ui/list.ts'
import { words } from '../words/index.ts'

const w = words.departments
const ITEM = 'flex h-9 cursor-pointer items-center rounded-md px-2.5 outline-none select-none data-highlighted:bg-well'

type Props = { department: Department; agents: readonly Agent[]; mayChange: boolean; onEdit: () => void }

export function DepartmentRow({ department, agents, mayChange, onEdit }: Props) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [place, setPlace] = useState<HTMLElement | null>(null)
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
      <div ref={setPlace} className="w-8">
        {mayChange && (
          <Menu.Root>
            <Menu.Trigger
              render={
                <IconButton label={w.actions(department.name)}>
                  <Ellipsis className="size-4.5" />
                </IconButton>
              }
            />
            <Menu.Portal container={place}>
              <Menu.Positioner sideOffset={4} align="end" className="z-50">
                <Menu.Popup className="popup w-52 p-1.5">
                  <Menu.Item className={ITEM} onClick={onEdit}>
                    {w.change}
                  </Menu.Item>
                  <Menu.Item className={`${ITEM} text-bad`} onClick={() => setAsking(true)}>
                    {w.remove}
                  </Menu.Item>
                </Menu.Popup>
              </Menu.Positioner>
            </Menu.Portal>
          </Menu.Root>
        )}
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(department.name)}
        action={w.remove}
        danger
        onConfirm={remove}
      >
        {w.removeHelp}
      </Confirm>
    </li>
  )
}
