import type { Hours } from '@deskbell/rules'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import { hasForm } from '../has-form.ts'

/** Who may get chats of which channel and team, as plain data that a thread can be given. */
export interface Company {
  readonly agents: readonly {
    readonly id: number
    readonly role: 'owner' | 'admin' | 'agent'
    readonly hours: Hours | null
  }[]
  readonly channels: readonly {
    readonly id: number
    readonly kind: string
    readonly agents: readonly number[]
    /** Its bot can take chats that wait. One that answers first has had them. */
    readonly bot: boolean
    /** Its visitors can be asked to leave a message. */
    readonly form: boolean
  }[]
  readonly teams: readonly {
    readonly id: number
    readonly name: string
    readonly agents: readonly number[]
    readonly hours: Hours | null
  }[]
}

export const companyOf = (directory: Directory, account: number): Company => ({
  agents: directory.agents(account).map(({ id, role }) => ({ id, role, hours: directory.hoursOf(account, id) })),
  channels: directory.channels(account).map((channel) => ({
    ...{ id: channel.id, kind: channel.kind, agents: [...channel.agents] },
    ...{ bot: hasBot(channel, directory), form: hasForm(channel) },
  })),
  teams: directory.departments(account).map(({ id, name, agents, workingHours: hours }) => ({
    ...{ id, name, hours },
    agents: [...agents],
  })),
})

function hasBot({ accountId, id }: ChannelRecord, directory: Directory): boolean {
  const bot = directory.botOf(accountId, id)
  return bot !== undefined && bot.enabled && !bot.answersFirst
}
