import { FRAME_MAY } from '@deskbell/protocol/agent/frame-may'
import { ROUTES } from '@deskbell/protocol/agent/routes'
import { API_PREFIX, type May, type Route } from '@deskbell/protocol/agent/routes/route'
import { dependsOnStanding, isAllowed, type Standing } from './permissions.ts'

/**
 * Who calls: a caller without a session (also with the token of a bot, a channel or a visitor, which the agent API does not
 * know), and agents by their relation to the object. An API token acts as its agent, except where a password is needed.
 */
export const CALLERS = ['none', 'agent', 'assigned', 'holder', 'admin', 'owner'] as const
export type Caller = (typeof CALLERS)[number]

/**
 * `own`: only objects that the caller may see, which are those of their channels and the chats that they hold. The others are
 * left out or answered as if they did not exist.
 */
export type Access = 'yes' | 'no' | 'own'

/** A route or a frame of the agent API, and who may use it. */
export interface MatrixRow {
  /** `POST /api/chats/:chat/accept`, or `frame follow`. */
  readonly what: string
  readonly section: string
  readonly may: May
  readonly access: Readonly<Record<Caller, Access>>
  /** It needs a session in which the password was given a moment ago. */
  readonly password: 'always' | 'sometimes' | 'never'
}

/** Parameters that name a chat, directly or by an offline message or a page of a visitor. */
const NAMES_A_CHAT = /:(?:chat|message|visit)\b/

/** Every route of the agent API and every frame of its socket, from the declarations that the server checks. */
export function toMatrix(routes: readonly Route[] = Object.values(ROUTES)): MatrixRow[] {
  const ofRoutes = routes.map(({ method, path, tag, may, password }): MatrixRow => {
    const access = accessOf(may, NAMES_A_CHAT.test(path))
    return { what: `${method} ${API_PREFIX}${path}`, section: tag, may, access, password: password ?? 'never' }
  })
  const ofFrames = Object.entries(FRAME_MAY).map(([type, may]): MatrixRow => ({
    what: `frame ${type}`,
    section: 'Frames of the socket',
    may,
    access: accessOf(may, true),
    password: 'never',
  }))
  return [...ofRoutes, ...ofFrames]
}

function accessOf(may: May, namesChat: boolean): Record<Caller, Access> {
  const of = (caller: Exclude<Caller, 'none'>): Access => {
    if (may === 'open' || may === 'signed-in') return 'yes'
    if (isAllowed(caller satisfies Standing, may)) return 'yes'
    return dependsOnStanding(may) && !namesChat ? 'own' : 'no'
  }
  return {
    none: may === 'open' ? 'yes' : 'no',
    agent: of('agent'),
    assigned: of('assigned'),
    holder: of('holder'),
    admin: of('admin'),
    owner: of('owner'),
  }
}
