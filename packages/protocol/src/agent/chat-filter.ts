import { Type, type Static } from 'typebox'
import { Id, Strict } from '../shapes.ts'

/** The longest wait that can be asked for: a week, in minutes. */
export const WAITED_MAX = 7 * 24 * 60

/** Conditions on open chats, all of which must hold. */
export const chatConditions = {
  channel: Type.Optional(Id),
  department: Type.Optional(Type.Integer({ ...Id, description: 'the department that the visitor chose' })),
  agent: Type.Optional(
    Type.Integer({ ...Id, minimum: 0, description: 'the agent who holds the chat; 0: no agent holds it' }),
  ),
  tag: Type.Optional(Id),
  unread: Type.Optional(Type.Enum(['true'], { description: 'only chats with something that you have not read' })),
  waited: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: WAITED_MAX,
      description: 'waiting for an agent for so many minutes or longer',
    }),
  ),
}
export const ChatFilter = Strict(chatConditions)
export type ChatFilter = Static<typeof ChatFilter>
