import { Type, type Static } from 'typebox'
import { CONTACT_TASKS_MAX, TASK_TEXT_MAX } from '../limits.ts'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { AgentRef } from './entry.ts'

const Text = Type.String({ minLength: 1, description: `plain text, at most ${TASK_TEXT_MAX} characters` })
const Assignee = Nullable(
  Type.Integer({ ...Id, description: 'the agent who is to do it, who may see the contact; null: nobody yet' }),
)
const Due = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: Date.UTC(9999, 0),
    description: 'milliseconds since the epoch, at most ten years ahead; null: without a date',
  }),
)

/** The contact of a task. */
export const TaskContact = Strict({
  id: Id,
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  visitor: Nullable(Type.String({ description: 'number of its first visitor that you may see' })),
})
export type TaskContact = Static<typeof TaskContact>

/** Something that an agent is to do for a contact. */
export const Task = Strict({
  id: Id,
  contact: TaskContact,
  text: Type.String(),
  assignee: Nullable(AgentRef),
  due: Nullable(Time),
  chat: Nullable(Type.Integer({ ...ChatId, description: 'the chat in which it was made, if you may see it' })),
  made: Strict({ by: AgentRef, at: Time }),
  done: Nullable(Strict({ by: AgentRef, at: Time })),
})
export type Task = Static<typeof Task>

export const NewTask = Strict({
  text: Text,
  assignee: Type.Optional(Assignee),
  due: Type.Optional(Due),
  chat: Type.Optional(Type.Integer({ ...ChatId, description: 'the chat of this contact in which the task was made' })),
})
export type NewTask = Static<typeof NewTask>

export const TaskChange = Strict({
  text: Type.Optional(Text),
  assignee: Type.Optional(Assignee),
  due: Type.Optional(Due),
  done: Type.Optional(Type.Boolean()),
})
export type TaskChange = Static<typeof TaskChange>

export const ContactTasks = Strict({
  open: Type.Array(Task, {
    description: `by due time, those without a date last; at most ${CONTACT_TASKS_MAX} can be added`,
  }),
  done: Type.Array(Task, { description: 'newest first, at most 50; `GET /tasks` has all' }),
})
export type ContactTasks = Static<typeof ContactTasks>

export const TasksQuery = Strict({
  assignee: Type.Optional(
    Type.String({
      pattern: TEXT_FORMS.task_assignee,
      description: '`me`, `nobody`, or the number of an agent; absent: all tasks',
    }),
  ),
  contact: Type.Optional(Id),
  state: Type.Optional(Type.Enum(['open', 'done'], { default: 'open' })),
  after: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
})
export type TasksQuery = Static<typeof TasksQuery>
export const TasksPage = Strict({ tasks: Type.Array(Task), next: Nullable(Type.String()) })
export type TasksPage = Static<typeof TasksPage>

export const TaskCountQuery = Strict({
  until: Type.Integer({
    minimum: 0,
    maximum: Date.UTC(9999, 0),
    description: 'milliseconds since the epoch, such as the end of your day',
  }),
})
export const TaskCount = Strict({
  due: Type.Integer({ description: 'your open tasks that are due before `until`; counted up to 1000' }),
})
export type TaskCount = Static<typeof TaskCount>
