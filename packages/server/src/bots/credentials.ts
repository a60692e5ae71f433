import type { BotRefusal } from '@deskbell/protocol/bot/errors'
import type { FastifyRequest } from 'fastify'
import type { BotRecord } from '../settings/directory.ts'
import type { BotServices } from './services.ts'

export type Authentication = { readonly bot: BotRecord } | { readonly refused: BotRefusal; readonly message?: string }

interface Path {
  readonly providerId: string
  readonly token: string
}

/** The bot whose provider sends the request (B14, B16). `plain`: the path without authorization. */
export function authenticate(
  { directory, access }: BotServices,
  request: FastifyRequest,
  path: Path,
  plain: boolean,
): Authentication {
  const bot = directory.botByToken(path.providerId, path.token)
  if (!bot) return { refused: 'token' }
  const headers = authorizationsOf(request)
  const query = request.query as Record<string, unknown>
  const several = headers.length > 1 || 'access_token' in query || (plain && headers.length > 0)
  if (several)
    return {
      refused: 'invalid',
      message: plain
        ? 'Several credentials are present: this path takes the token in the address and no Authorization header'
        : 'Several credentials are present: send one Authorization header and nothing else',
    }
  if (plain && bot.authorization)
    return {
      refused: 'authorization',
      message: 'Authorization is switched on for this bot: post to /bot/providers/ with an access token',
    }
  if (plain) return { bot }
  const token = /^Bearer +(\S+) *$/i.exec(headers[0] ?? '')?.[1]
  return token !== undefined && access.admits(token, bot) ? { bot } : { refused: 'authorization' }
}

/** Every Authorization header of the request. Node keeps only the first of several. */
export function authorizationsOf({ raw }: FastifyRequest): string[] {
  const values: string[] = []
  for (let i = 0; i < raw.rawHeaders.length; i += 2)
    if (raw.rawHeaders[i]?.toLowerCase() === 'authorization') values.push(raw.rawHeaders[i + 1] ?? '')
  return values
}
