import type { ROUTES } from '../routes.ts'
import type { BodyOf, PartOf } from './route.ts'

/** The types of requests and answers, for a client that imports no schema. */

type Declared = (typeof ROUTES)[keyof typeof ROUTES]
type ByPath = { [R in Declared as `${R['method']} ${R['path']}`]: R }

/** Every route as it is written, such as `POST /chats/:chat/accept`. */
export type MethodAndPath = keyof ByPath

/** A part of a request under its name. The part is optional if all its fields are. */
type Part<T, Name extends string> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T }
/** A field that is undefined is not sent. */
type Query<T> = [T] extends [undefined] ? undefined : { readonly [K in keyof T]?: T[K] | undefined }
type Key<T> = [T] extends [undefined] ? unknown : { readonly key?: string }
type Form<R> = R extends { readonly form: object } ? { readonly form: FormData } : unknown

/** What a request contains. A request that is sent again with the same `key` takes effect once. */
export type RequestOf<Name extends MethodAndPath> = Part<PartOf<ByPath[Name], 'params'>, 'params'> &
  Part<Query<PartOf<ByPath[Name], 'query'>>, 'query'> &
  Part<PartOf<ByPath[Name], 'body'>, 'body'> &
  Key<PartOf<ByPath[Name], 'headers'>> &
  Form<ByPath[Name]>

/** The answer to a request that is not refused. */
export type AnswerOf<Name extends MethodAndPath> = BodyOf<
  ByPath[Name]['answers'][keyof ByPath[Name]['answers']],
  string
>
