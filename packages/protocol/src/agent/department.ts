import { Type, type Static } from 'typebox'
import { Id, Strict } from '../shapes.ts'

/** A group of agents that visitors may choose to write to. */
export const Department = Strict({
  id: Id,
  name: Type.String(),
  agents: Type.Array(Id, { description: 'its members' }),
})
export type Department = Static<typeof Department>
export const Departments = Strict({ departments: Type.Array(Department) })

export const NewDepartment = Strict({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'visitors read it; unique in the account' }),
  agents: Type.Optional(Type.Array(Id, { maxItems: 1000, uniqueItems: true })),
})
export type NewDepartment = Static<typeof NewDepartment>
export const DepartmentChange = Type.Partial(NewDepartment, { additionalProperties: false })
export type DepartmentChange = Static<typeof DepartmentChange>
