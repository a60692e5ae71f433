import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { ROUTES } from '@deskbell/protocol/agent/routes'
import { API_PREFIX, type Route } from '@deskbell/protocol/agent/routes/route'
import { CustomerMessage, CustomerTyping } from '@deskbell/protocol/channel/shapes'
import { FramesBody } from '@deskbell/protocol/widget/frames'
import { secretOf } from '../channels/widget/page.ts'
import { bodyOf, mutation } from './mutations.ts'
import { valuesOf } from './values.ts'

/** What the inputs are for: an account of their own. */
export interface World {
  readonly account: number
  /** Of its owner. */
  readonly token: string
  /** The path of its channel of the kind `api`. */
  readonly channel: string
  /** The public id of its widget. */
  readonly widget: string
}

/** A request. */
export interface Input {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A place of the server that reads JSON. */
export interface Door {
  readonly name: string
  /** Half of them as the schema says, the others changed. */
  readonly inputs: (world: World) => fc.Arbitrary<Input>
  /** A code that it answers with 503 by intent: what the input names is at no process. */
  readonly away?: string
}

type Fields = Readonly<Record<string, unknown>>

const JSON_TYPE = { 'content-type': 'application/json' }
const changes = fc.oneof(fc.constant([]), fc.array(mutation, { minLength: 1, maxLength: 2 }))

/** Bodies of a schema as texts. `fix`: fields that keep to what the world has. */
const bodiesOf = (schema: TSchema, fix: (body: object) => object = (body) => body): fc.Arbitrary<string> =>
  fc.tuple(valuesOf(schema), changes).map(([body, mutations]) => bodyOf(fix(body as object), mutations))

const fieldsOf = (schema: TSchema | undefined): fc.Arbitrary<Fields> =>
  schema ? (valuesOf(schema) as fc.Arbitrary<Fields>) : fc.constant({})

/** Parameters of paths and queries: fitting ones, and any texts. */
const textsOf = (schema: TSchema | undefined): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc
    .tuple(fieldsOf(schema), fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { freq: 9 }), fc.nat())
    .map(([fields, odd, at]) => {
      const texts = Object.entries(fields).map(([name, value]) => [name, String(value).toWellFormed()] as const)
      return Object.fromEntries(
        texts.map(([name, text], i) => [name, odd !== null && i === at % texts.length ? odd.toWellFormed() : text]),
      )
    })

const operation = ([name, { method, path, params, query, body }]: [string, Route]): Door => ({
  name,
  inputs: ({ token }) =>
    fc
      .record({ params: textsOf(params), query: textsOf(query), body: body ? bodiesOf(body) : fc.constant(undefined) })
      .map((made) => ({
        method,
        path:
          API_PREFIX +
          path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(made.params[key] ?? '')) +
          (query ? `?${new URLSearchParams(made.query).toString()}` : ''),
        headers: { authorization: `Bearer ${token}`, ...(body && JSON_TYPE) },
        ...(made.body !== undefined && { body: made.body }),
      })),
})

/** The pages of one visitor, who has said hello. They wait for nothing. */
function toPage(body: object): object {
  const { frames } = body as { frames: readonly { t: string }[] }
  const visitor = secretOf('fuzz')
  const hello = { t: 'hello', visitor, visit: 'visit-fuzz', url: 'https://shop.test/', title: 'Shop' }
  return { after: 0, session: secretOf('page'), wait: 0, frames: [hello, ...frames.filter(({ t }) => t !== 'hello')] }
}

const OTHERS: readonly Door[] = [
  {
    name: 'the channel interface',
    inputs: ({ channel }) =>
      bodiesOf(Type.Union([CustomerMessage, CustomerTyping])).map((body) => ({
        ...{ method: 'POST', path: channel, headers: JSON_TYPE, body },
      })),
  },
  {
    name: 'frames of pages without a socket',
    away: 'unavailable',
    inputs: ({ widget }) =>
      bodiesOf(FramesBody, toPage).map((body) => ({
        ...{ method: 'POST', path: `/widget/${widget}/frames`, headers: JSON_TYPE, body },
      })),
  },
]

/** What asks the server to end the world of the inputs, and is tested alone. */
const ENDS = new Set<string>(['signOut', 'endToken', 'removeAgent', 'endAgentToken'])

export const DOORS: readonly Door[] = [
  ...Object.entries(ROUTES as Readonly<Record<string, Route>>)
    .filter(([name, { body, query, params }]) => !ENDS.has(name) && (body ?? query ?? params))
    .map(operation),
  ...OTHERS,
]
