import type { ChatRead, Scope } from '../conversation/read/chat-row.ts'
import { readChats } from '../conversation/read/chats.ts'
import { holderOf } from '../conversation/read/to-chat.ts'
import type { ChatState } from '@deskbell/rules'
import type { Linked } from '../files/links.ts'
import type { AgentRecord, Directory } from '../settings/directory.ts'
import { notFound } from '../settings/change.ts'
import { allow, isAllowed, standingOf, type About, type Action } from '../identity/permissions.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from './signed-in.ts'

/** The parts of a chat that decide which agents may see it. */
export interface ChatAccess {
  readonly channel: number
  readonly holder: number | null
}

export const chatAccessOf = (channel: number, state: ChatState): ChatAccess => ({
  channel,
  holder: holderOf(state)?.id ?? null,
})

/** The facts about a chat that permissions depend on: its holder, and the agents assigned to its channel. */
export function aboutChat(directory: Directory, account: number, { channel, holder }: ChatAccess): About {
  const assigned = directory.channel(account, channel)?.agents
  return { holder, ...(assigned && { assigned }) }
}

/** Whether an agent may see a chat. Lists, pages and frames all use this check (T18, T21). */
export function maySee(directory: Directory, agent: AgentRecord, chat: ChatAccess): boolean {
  return isAllowed(standingOf(agent, aboutChat(directory, agent.accountId, chat)), 'chat.see')
}

/** Whether an agent may see a contact with visitors on these channels: owners and admins see all. */
export function maySeeContact(directory: Directory, agent: AgentRecord, channels: readonly number[]): boolean {
  const seen = scopeOf(directory, agent).channels
  return seen === null || channels.some((channel) => seen.includes(channel))
}

/** Whether an agent may see a call: they see its channel, or were asked to take it (T18, T21). */
export function maySeeCall(
  directory: Directory,
  agent: AgentRecord,
  { call, asked }: { readonly call: { readonly channel: { readonly id: number } }; readonly asked: readonly number[] },
): boolean {
  const { channels } = scopeOf(directory, agent)
  return channels === null || channels.includes(call.channel.id) || asked.includes(agent.id)
}

/** The chats that an agent's lists may contain. */
export function scopeOf(directory: Directory, agent: AgentRecord): Scope {
  const seesAll = isAllowed(standingOf(agent), 'chat.see')
  const assigned = directory.channels(agent.accountId).filter(({ agents }) => agents.has(agent.id))
  return { account: agent.accountId, agent: agent.id, channels: seesAll ? null : assigned.map(({ id }) => id) }
}

/**
 * Finds a chat that an agent wants to act on. A chat that the agent may not see gets the same refusal as a missing one
 * (T17). A chat that the agent may see but not act on is refused as forbidden.
 */
export async function findChat(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  { account, agent }: SignedIn,
  id: number,
  action: Action,
): Promise<ChatRead> {
  const [chat] = await db.asAccount(account, (tx) => readChats(tx, { account, agent: agent.id }, [id]))
  if (!chat) throw notFound('chat')
  const access = chatAccessOf(chat.channel.id, chat.state)
  if (!maySee(directory, agent, access)) throw notFound('chat') // guard T18
  allow(agent, action, aboutChat(directory, account, access))
  return chat
}

/** Whether the reader of a file link still exists and may still see the chat that the file belongs to (T12). */
export async function mayRead(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  { account, chat, reader }: Linked,
): Promise<boolean> {
  if (!reader.startsWith('agent:')) return true
  const agent = directory.agent(account, Number(reader.slice('agent:'.length)))
  if (!agent) return false
  if (chat === undefined) return true
  const [found] = await db.asAccount(account, (tx) => readChats(tx, { account, agent: agent.id }, [chat]))
  return found !== undefined && maySee(directory, agent, chatAccessOf(found.channel.id, found.state))
}
