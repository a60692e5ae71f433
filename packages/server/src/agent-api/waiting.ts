import { SCHEDULED_ROUTES, WAITING_ROUTES } from '@deskbell/protocol/agent/routes/waiting'
import type { AgentSchedule } from '@deskbell/rules'
import { findUploads, sentUploads, toMedia } from '../files/uploads.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { findChat } from './access.ts'
import type { Api } from './add-routes.ts'
import { acting } from './chats.ts'
import {
  attaching,
  checkSaid,
  nameAndSize,
  numberOf,
  onceOf,
  personOf,
  sentOf,
  toSaid,
  uploaderOf,
} from './messages.ts'
import type { SentAnswer } from './messages.ts'
import { findColleague, findDepartment } from './receivers.ts'
import { serve } from './serve.ts'

/** How far ahead a message may be scheduled or a chat snoozed. */
const AHEAD_DAYS = 90
const DAY = 24 * 3600 * 1000

/** Messages and chats that wait for a time, and chats that are handed to a colleague or a department. */
export function waitingRoutes(
  app: Api,
  services: Pick<Services, 'clock' | 'commit' | 'db' | 'directory' | 'ids' | 'links'>,
): void {
  const { clock, commit, directory, ids } = services
  const { act, personFor } = acting(services)

  function checkTime(field: string, time: number): number {
    const now = clock.now()
    if (time <= now) throw new Invalid(field, { reason: 'in_past' })
    if (time > now + AHEAD_DAYS * DAY) throw new Invalid(field, { reason: 'too_far', days: AHEAD_DAYS })
    return time
  }

  function toWhen({ at, hold }: { at?: number; hold?: number }): AgentSchedule['when'] {
    if (hold !== undefined && at !== undefined) throw new Invalid('/hold', { reason: 'not_beside', field: 'at' })
    if (hold !== undefined) return { hold }
    if (at === undefined) throw new Invalid('/at', { reason: 'required' })
    return { due: checkTime('/at', at) }
  }

  serve(app, SCHEDULED_ROUTES, {
    async scheduleMessage({ who, params, headers, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const { text: given = '', attachments = [], formatted = false } = body
      const text = checkSaid(given, attachments)
      const when = toWhen(body)
      const uploads = await findUploads(services, uploaderOf(who, chat), attachments)
      const said = { ...toSaid(text, formatted), ...attaching(uploads.map(toMedia), ids) }
      const command = { type: 'agent.schedule' as const, agent: personOf(who), id: ids.uuid(), ...said, when }
      const once = onceOf(
        who,
        headers['idempotency-key'],
        // A file that is uploaded again has another id.
        [
          'later',
          chat.id,
          text,
          body.at,
          body.hold,
          ...(formatted ? ['formatted'] : []),
          ...uploads.flatMap(nameAndSize),
        ],
        command.id,
      )
      const attached = uploads.length > 0 && { attached: [sentUploads.with(true)] }
      const brought = { ...(once && { once }), ...attached }
      const done = await commit({ account: who.account, target: { chat: chat.id }, command, ...brought })
      return { n: numberOf(done.kind === 'done' ? sentOf(done, command.id) : (done.answer as SentAnswer)) }
    },
    async unscheduleMessage({ who, params: { chat: number, message: id }, may }) {
      const chat = await findChat(services, who, number, may)
      return act(who, chat, { type: 'agent.unschedule', ...personFor(who), id })
    },
    async sendNow({ who, params: { chat: number, message: id }, may }) {
      const chat = await findChat(services, who, number, may)
      return act(who, chat, { type: 'agent.send-now', agent: personOf(who), id })
    },
  })

  serve(app, WAITING_ROUTES, {
    async handOver({ who, params, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const { to, department, comment } = body
      if (to !== undefined && comment !== undefined)
        throw new Invalid('/comment', { reason: 'not_beside', field: 'to' })
      if (to !== undefined && department !== undefined)
        throw new Invalid('/department', { reason: 'not_beside', field: 'to' })
      if (department !== undefined) {
        const chosen = findDepartment(directory, who, { number: department, field: '/department' })
        const said = comment === undefined ? {} : { comment }
        return act(who, chat, { type: 'agent.route', ...personFor(who), department: chosen, ...said })
      }
      if (to === undefined) throw new Invalid('/to', { reason: 'required' })
      const colleague = findColleague(directory, who, { number: to, channel: chat.channel.id, field: '/to' })
      return act(who, chat, { type: 'agent.hand-over', ...personFor(who), to: colleague })
    },
    async snoozeChat({ who, params, body: { until }, may }) {
      const chat = await findChat(services, who, params.chat, may)
      if (until !== null) checkTime('/until', until)
      return act(who, chat, { type: 'agent.snooze', agent: personOf(who), until })
    },
    async wakeChat({ who, params, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.wake', ...personFor(who) })
    },
  })
}
