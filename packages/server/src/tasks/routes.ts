import { TASK_ROUTES } from '@deskbell/protocol/agent/routes/tasks'
import type { Task } from '@deskbell/protocol/agent/task'
import { TASK_DAYS_MAX, TASK_TEXT_MAX } from '@deskbell/protocol/limits'
import { cleanText, countCodePoints } from '@deskbell/protocol/text'
import { findChat, scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Tx } from '../db/db.ts'
import { retrySerialization } from '../db/retry.ts'
import { allow } from '../identity/permissions.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { notFound } from '../settings/change.ts'
import { checkAssignee } from './assignee.ts'
import { findContact } from './contact.ts'
import { parsePosition, toPosition } from './cursor.ts'
import { countDue, readTask, readTasks, readTasksOf } from './read.ts'
import { addTask, changeTask, removeTask } from './write.ts'

type Needs = Pick<Services, 'agentAlerts' | 'clock' | 'contactChanges' | 'dataChanges' | 'db' | 'directory'>

const DAY = 24 * 3600 * 1000

/** Tasks of contacts. A task whose contact the agent may not see is refused like a missing one (T17). */
export function taskRoutes(app: Api, services: Needs): void {
  const { agentAlerts, clock, contactChanges, dataChanges, db, directory } = services
  const scope = ({ agent }: SignedIn) => scopeOf(directory, agent)
  const by = (who: SignedIn) => ({ account: who.account, agent: personOf(who) })

  async function findTask(tx: Tx, who: SignedIn, id: number): Promise<Task> {
    const found = await readTask(tx, scope(who), id)
    if (!found) throw notFound('task')
    return found
  }
  /** After the commit: open screens read the tasks anew, and new alerts go on their way at once. */
  function told({ account }: SignedIn, contact: number): void {
    dataChanges.changed({ account, what: 'tasks', ids: [contact] })
    agentAlerts.added()
  }
  function checkDue(due: number | null | undefined): void {
    if (typeof due === 'number' && due > clock.now() + TASK_DAYS_MAX * DAY)
      throw new Invalid('/due', { reason: 'too_far', days: TASK_DAYS_MAX })
  }

  serve(app, TASK_ROUTES, {
    listContactTasks: ({ who, params: { contact } }) =>
      db.asAccount(who.account, async (tx) => {
        await findContact(tx, scope(who), contact)
        return readTasksOf(tx, scope(who), contact)
      }),
    async addTask({ who, params: { contact }, body }) {
      const { account } = who
      const task = { ...body, text: checkText(body.text) }
      checkDue(body.due)
      await db.asAccount(account, (tx) => findContact(tx, scope(who), contact))
      if (body.chat !== undefined) {
        const chat = await findChat(services, who, body.chat, 'chat.see')
        if (chat.visitor.contact !== contact) throw notFound('chat')
      }
      const made = await contactChanges.withLocked(by(who), [contact], async ({ tx, tools: { now }, contacts }) => {
        // It was erased or merged meanwhile.
        if ((contacts.get(contact)?.active ?? null) === null) throw notFound('contact')
        if (typeof task.assignee === 'number') await checkAssignee(tx, directory, { account, contact }, task.assignee)
        const id = await addTask(tx, { ...by(who), now }, contact, task)
        return { result: await findTask(tx, who, id), written: [] }
      })
      told(who, contact)
      return made
    },
    async listTasks({ who, query: { assignee, contact, state = 'open', after, limit = 50 } }) {
      const asked = {
        state,
        limit,
        after: parsePosition(after),
        ...(assignee !== undefined && { assignee: toAssignee(assignee, who) }),
        ...(contact !== undefined && { contact }),
      }
      const { tasks, more } = await db.asAccount(who.account, (tx) => readTasks(tx, scope(who), asked))
      const last = more ? tasks.at(-1) : undefined
      return { tasks, next: last ? toPosition(last) : null }
    },
    countTasks: async ({ who, query: { until } }) => ({
      due: await db.asAccount(who.account, (tx) => countDue(tx, scope(who), until)),
    }),
    readTask: ({ who, params }) => db.asAccount(who.account, (tx) => findTask(tx, who, params.task)),
    async changeTask({ who, params: { task: id }, body }) {
      const { account } = who
      const change = { ...body, ...(body.text !== undefined && { text: checkText(body.text) }) }
      checkDue(body.due)
      const changed = await retrySerialization(() =>
        db.asAccount(account, async (tx) => {
          const before = await findTask(tx, who, id)
          // Before the task is locked: a removal of the agent locks the agent first, too.
          if (typeof body.assignee === 'number')
            await checkAssignee(tx, directory, { account, contact: before.contact.id }, body.assignee)
          await changeTask(tx, { ...by(who), now: clock.now() }, id, change)
          return findTask(tx, who, id)
        }),
      )
      told(who, changed.contact.id)
      return changed
    },
    async removeTask({ who, params: { task: id } }) {
      const contact = await retrySerialization(() =>
        db.asAccount(who.account, async (tx) => {
          const { made } = await findTask(tx, who, id)
          // Removing a task of another agent takes the role of those who manage contacts.
          if (made.by.id !== who.agent.id) allow(who.agent, 'contact.manage')
          return removeTask(tx, { ...by(who), now: clock.now() }, id)
        }),
      )
      told(who, contact)
    },
  })
}

/** Null: tasks that are nobody's. */
function toAssignee(given: string, { agent }: SignedIn): number | null {
  if (given === 'nobody') return null
  return given === 'me' ? agent.id : Number(given)
}

function checkText(given: string): string {
  const text = cleanText(given).trim()
  if (text === '') throw new Invalid('/text', { reason: 'empty' })
  if (countCodePoints(text) > TASK_TEXT_MAX) throw new Invalid('/text', { reason: 'too_long', most: TASK_TEXT_MAX })
  return text
}
