import { Department, DepartmentChange, Departments, NewDepartment } from '@deskbell/protocol/agent/department'
import type { DepartmentRecord } from '../settings/directory.ts'
import { changeDepartment, createDepartment, removeDepartment } from '../settings/departments.ts'
import { notFound } from '../settings/change.ts'
import { allow, type Action } from '../identity/permissions.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { DepartmentPath, Nothing } from './shapes.ts'
import type { SignedIn } from './signed-in.ts'

/** The departments that visitors may choose between. */
export function departmentRoutes(app: Api, services: AgentServices): void {
  const { directory } = services

  /** The department that somebody may do this with. */
  function find({ account, agent }: SignedIn, id: number, action: Action): DepartmentRecord {
    // An agent hears that their role does not allow it, whether the department is there or not (T17).
    allow(agent, action)
    const department = directory.department(account, id)
    if (!department) throw notFound('department')
    return department
  }

  app.get(
    '/departments',
    {
      schema: {
        tags: ['Departments'],
        summary: 'List departments',
        description: 'A widget offers those with a member who is assigned to it.',
        response: { 200: Departments },
      },
    },
    (request) => {
      const { account, agent } = whoAsks(request)
      allow(agent, 'department.see')
      return { departments: directory.departments(account).map(toDepartment) }
    },
  )

  app.post(
    '/departments',
    {
      schema: {
        tags: ['Departments'],
        summary: 'Add a department',
        description: 'Owners and admins.',
        body: NewDepartment,
        response: { 201: Department },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      allow(who.agent, 'department.create')
      const { name, agents = [] } = request.body
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createDepartment(tx, who.account, { name, agents }),
      )
      return reply.code(201).send(toDepartment(find(who, id, 'department.see')))
    },
  )

  app.patch(
    '/departments/:department',
    {
      schema: {
        tags: ['Departments'],
        summary: 'Change a department',
        description: 'What is left out stays as it is. Chats in which it was chosen keep the name that it had.',
        params: DepartmentPath,
        body: DepartmentChange,
        response: { 200: Department },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.department, 'department.change')
      await changeAndRefresh(services, who.account, (tx) => changeDepartment(tx, who.account, id, request.body))
      return toDepartment(find(who, id, 'department.see'))
    },
  )

  app.delete(
    '/departments/:department',
    {
      schema: {
        tags: ['Departments'],
        summary: 'Remove a department',
        description:
          'Visitors can no longer choose it. Chats in which it was chosen keep its name and alert everybody.',
        params: DepartmentPath,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.department, 'department.remove')
      await changeAndRefresh(services, who.account, (tx) => removeDepartment(tx, who.account, id))
      return reply.code(204).send(null)
    },
  )
}

const toDepartment = ({ id, name, agents }: DepartmentRecord): Department => ({ id, name, agents: [...agents] })
