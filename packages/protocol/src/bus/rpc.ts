import { Type, type Static, type TSchema } from 'typebox'
import { OnSite } from '../agent/chat.ts'
import { VisitorRules } from '../agent/visitor-rules.ts'
import { ChatId, Id, Nullable, Strict } from '../shapes.ts'
import { FramesBody } from '../widget/frames.ts'
import { PageSignal } from './page-signal.ts'

/**
 * Requests between the processes of one installation, about what only one of them has in memory. They are rows of the
 * database; messages of the bus say that there is one. They may be lost, with their answers, when a process or the
 * database ends.
 */

/** The visitors on the site whom one process lists at most. */
export const LISTED_MAX = 1000
/** So many signals of calls are passed on at a time. */
export const SIGNALS_MAX = 100

const Visit = { account: Id, visit: Type.String({ maxLength: 64, description: 'the handle of a page' }) }
const Agent = Strict({ id: Id, name: Type.String() })

/** A method has one shape of its request and one of its answer. A process without an answer gives null. */
interface Shape {
  readonly request: TSchema
  readonly answer: TSchema
}

const method = <Request extends TSchema, Answer extends TSchema>(request: Request, answer: Answer) => ({
  request,
  answer: Nullable(answer),
})

export const RPC_METHODS = {
  /** The newest visitors who have a page open at the process. */
  list_pages: method(Strict({ account: Id }), Strict({ visitors: Type.Array(OnSite, { maxItems: LISTED_MAX }) })),
  /** Where the page is that has this handle, and since when (ms). Null: not at this process. */
  find_page: method(Strict(Visit), Strict({ channel: Id, since: Type.Integer() })),
  /** An agent starts a chat with a visitor on the site. Null: the page is gone. */
  start_chat: method(
    Strict({ ...Visit, agent: Agent, text: Type.String() }),
    Type.Union([Strict({ chat: ChatId }), Strict({ refused: Type.Enum(['taken', 'closed']) })]),
  ),
  /** What a page says of its trigger rules. Null: the page is gone. */
  read_rules: method(Strict(Visit), VisitorRules),
  /** Frames of a page without a socket, whose session is at the process. Null: it is not. */
  exchange_frames: method(
    Strict({
      channel: Strict({ account: Id, id: Id }),
      body: FramesBody,
      from: Strict({ address: Type.String(), userAgent: Type.String() }),
    }),
    Type.Union([
      Strict({ json: Type.String({ description: 'a FramesAnswer' }) }),
      Strict({ refused: Type.Record(Type.String(), Type.String(), { description: 'the headers of the answer 429' }) }),
    ]),
  ),
  /** What pages of calls tell pages at other processes, while the bus may lose it. */
  pass_signals: method(Strict({ signals: Type.Array(PageSignal, { maxItems: SIGNALS_MAX }) }), Strict({})),
} satisfies Record<string, Shape>

export type RpcMethod = keyof typeof RPC_METHODS
export type RpcRequest<M extends RpcMethod> = Static<(typeof RPC_METHODS)[M]['request']>
export type RpcAnswer<M extends RpcMethod> = NonNullable<Static<(typeof RPC_METHODS)[M]['answer']>>
