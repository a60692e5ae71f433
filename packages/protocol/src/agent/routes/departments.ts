import { Department, DepartmentChange, Departments, NewDepartment } from '../department.ts'
import { DepartmentPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Departments'

/** The departments that visitors may choose. */
export const DEPARTMENT_ROUTES = {
  listDepartments: route({
    method: 'GET',
    path: '/departments',
    tag,
    summary: 'List departments',
    description: 'A widget offers the departments that have a member who is assigned to the widget.',
    may: 'department.see',
    answers: { 200: Departments },
  }),
  addDepartment: route({
    method: 'POST',
    path: '/departments',
    tag,
    summary: 'Add a department',
    description: 'Owners and admins.',
    may: 'department.create',
    body: NewDepartment,
    answers: { 201: Department },
  }),
  changeDepartment: route({
    method: 'PATCH',
    path: '/departments/:department',
    tag,
    summary: 'Change a department',
    description:
      'Fields that are left out stay unchanged. Chats in which a visitor chose the department keep its old name.',
    may: 'department.change',
    params: DepartmentPath,
    body: DepartmentChange,
    answers: { 200: Department },
  }),
  removeDepartment: route({
    method: 'DELETE',
    path: '/departments/:department',
    tag,
    summary: 'Remove a department',
    description:
      'Visitors can no longer choose it. Chats in which a visitor chose it keep its name and notify all agents.',
    may: 'department.remove',
    params: DepartmentPath,
    answers: { 204: null },
  }),
}
