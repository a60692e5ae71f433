import { ClientFrame } from '@deskbell/protocol/agent/socket'
import { AGENT_API_HEADER, WIRE_VERSIONS } from '@deskbell/protocol/versions'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './add-routes.ts'

const toNumbers = (version: string) => version.split('.').map(Number)
const [MAJOR, MINOR = 0] = toNumbers(WIRE_VERSIONS.agent)

/** Whether a client was made with a later minor version of the agent API than this process. */
export function isNewer(version: string): boolean {
  const [major, minor = 0] = toNumbers(version)
  return major === MAJOR && minor > MINOR
}

/**
 * While processes are replaced, a page of the next version sends requests to a process of this one. What that version has added is
 * passed over: a minor version only adds, and a client works without it. Other clients get an error for a name that is not known.
 */
export function passOverAdditions(api: Api): void {
  api.addHook('preValidation', async (request) => {
    const version = request.headers[AGENT_API_HEADER]
    if (typeof version !== 'string' || !isNewer(version)) return
    const { body, querystring } = request.routeOptions.schema ?? {}
    if (body) request.body = Value.Clean(body as TSchema, request.body)
    if (querystring) request.query = Value.Clean(querystring as TSchema, request.query)
  })
}

const FRAMES: ReadonlyMap<unknown, TSchema> = new Map(ClientFrame.anyOf.map((one) => [one.properties.type.const, one]))

/** The same for a frame of a socket: without what the next version has added to it. Undefined: the next version has added its type. */
export function toKnownFrame(frame: unknown): unknown {
  if (typeof frame !== 'object' || frame === null || !('type' in frame)) return frame
  const schema = FRAMES.get(frame.type)
  return schema && Value.Clean(schema, frame)
}
