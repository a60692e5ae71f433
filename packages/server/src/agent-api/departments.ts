import type { Department } from '@deskbell/protocol/agent/department'
import { DEPARTMENT_ROUTES } from '@deskbell/protocol/agent/routes/departments'
import type { DepartmentRecord } from '../settings/directory.ts'
import { changeDepartment, createDepartment, removeDepartment } from '../settings/departments.ts'
import { notFound } from '../settings/change.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import type { SignedIn } from './signed-in.ts'

/** The departments that visitors may choose between. */
export function departmentRoutes(app: Api, services: Pick<Services, 'db' | 'directory'>): void {
  const { directory } = services

  function find({ account }: SignedIn, id: number): DepartmentRecord {
    const department = directory.department(account, id)
    if (!department) throw notFound('department')
    return department
  }

  serve(app, DEPARTMENT_ROUTES, {
    listDepartments: ({ who }) => ({ departments: directory.departments(who.account).map(toDepartment) }),
    async addDepartment({ who, body: { name, agents = [] } }) {
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createDepartment(tx, who.account, { name, agents }),
      )
      return toDepartment(find(who, id))
    },
    async changeDepartment({ who, params, body }) {
      const { id } = find(who, params.department)
      await changeAndRefresh(services, who.account, (tx) => changeDepartment(tx, who.account, id, body))
      return toDepartment(find(who, id))
    },
    async removeDepartment({ who, params }) {
      const { id } = find(who, params.department)
      await changeAndRefresh(services, who.account, (tx) => removeDepartment(tx, who.account, id))
    },
  })
}

const toDepartment = ({ id, name, agents }: DepartmentRecord): Department => ({ id, name, agents: [...agents] })
