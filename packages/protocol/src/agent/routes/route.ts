import type { Static, TObject, TSchema } from 'typebox'
import type { Permission } from '../permissions.ts'

/** Every path of the agent API begins with this. */
export const API_PREFIX = '/api'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call a route: any caller, any signed-in agent, or an agent with the permission. Where a permission depends on
 * the object of the request, such as a chat that the agent holds, the handler checks it after it has read the object.
 */
export type May = 'open' | 'signed-in' | Permission

/** The fields of a multipart form: a file, and a text beside it. */
export interface Form {
  readonly file: true
  readonly text?: true
}

/** An answer that is not JSON. */
export interface TextAnswer {
  readonly mediaType: 'text/csv'
  readonly description: string
}

/** One operation of the agent API. The server's checks, the document and the client's types are made of it. */
export interface Route {
  readonly method: Method
  /** The path after {@link API_PREFIX}; `:name` is a parameter. */
  readonly path: `/${string}`
  /** The section of the document that contains it. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly may: May
  /**
   * It gives access to the account, always or with some bodies: it then needs a session in which the password was given a
   * moment ago, which an API token is not (T50).
   */
  readonly password?: 'always' | 'sometimes'
  readonly params?: TObject
  readonly query?: TObject
  readonly headers?: TObject
  /** A JSON object. */
  readonly body?: TSchema
  readonly form?: Form
  /** By status. null: an answer without a body. */
  readonly answers: Readonly<Record<number, TSchema | TextAnswer | null>>
}

/** Declares a route, with the literal types of its method and path. */
export const route = <const R extends Route>(declared: R): R => declared

/** The type of one part of a request; undefined: the route takes none. */
export type PartOf<R extends Route, Part extends 'params' | 'query' | 'headers' | 'body'> = R extends {
  readonly [P in Part]: infer Schema extends TSchema
}
  ? Static<Schema>
  : undefined

/** The body of an answer as it is declared. `Text` is the type of an answer that is not JSON. */
export type BodyOf<Answer, Text> = Answer extends null
  ? void
  : Answer extends TextAnswer
    ? Text
    : Answer extends TSchema
      ? Static<Answer>
      : never
