import { ContactTasks, NewTask, Task, TaskChange, TaskCount, TaskCountQuery, TasksPage, TasksQuery } from '../task.ts'
import { ContactPath, TaskPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Tasks'

/** What agents are to do for contacts. An agent sees the tasks of the contacts that they see. */
export const TASK_ROUTES = {
  listContactTasks: route({
    method: 'GET',
    path: '/contacts/:contact/tasks',
    tag,
    summary: 'List the tasks of a contact',
    may: 'contact.see',
    params: ContactPath,
    answers: { 200: ContactTasks },
  }),
  addTask: route({
    method: 'POST',
    path: '/contacts/:contact/tasks',
    tag,
    summary: 'Add a task to a contact',
    description:
      'The agent to whom it is assigned is alerted, unless it is you, and again when it is due. A contact has at most 200 open tasks, and 1000 in all.',
    may: 'contact.change',
    params: ContactPath,
    body: NewTask,
    answers: { 201: Task },
  }),
  listTasks: route({
    method: 'GET',
    path: '/tasks',
    tag,
    summary: 'List tasks',
    description: 'Open ones by due time, those without a date last; done ones with the newest first.',
    may: 'contact.see',
    query: TasksQuery,
    answers: { 200: TasksPage },
  }),
  countTasks: route({
    method: 'GET',
    path: '/tasks/count',
    tag,
    summary: 'Count your tasks that are due',
    may: 'contact.see',
    query: TaskCountQuery,
    answers: { 200: TaskCount },
  }),
  readTask: route({
    method: 'GET',
    path: '/tasks/:task',
    tag,
    summary: 'Read a task',
    may: 'contact.see',
    params: TaskPath,
    answers: { 200: Task },
  }),
  changeTask: route({
    method: 'PATCH',
    path: '/tasks/:task',
    tag,
    summary: 'Change a task, or mark it as done or open',
    description:
      'Fields that are left out stay unchanged. When two agents change the same field, the later change counts; changes of different fields both count. A task that is done stays with the agent who marked it first.',
    may: 'contact.change',
    params: TaskPath,
    body: TaskChange,
    answers: { 200: Task },
  }),
  removeTask: route({
    method: 'DELETE',
    path: '/tasks/:task',
    tag,
    summary: 'Remove a task',
    description: 'Allowed to the agent who made it, and to owners and admins.',
    may: 'contact.change',
    params: TaskPath,
    answers: { 204: null },
  }),
}
