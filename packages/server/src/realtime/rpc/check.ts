import { RPC_METHODS, type RpcAnswer, type RpcMethod, type RpcRequest } from '@deskbell/protocol/bus/rpc'
import { Compile } from 'typebox/compile'

/** Compiled when they are first needed: an installation with one process needs none. */
const made = new Map<string, (value: unknown) => boolean>()

function has(method: RpcMethod, part: 'request' | 'answer', value: unknown): boolean {
  const name = `${method} ${part}`
  let check = made.get(name)
  if (!check) {
    const compiled = Compile(RPC_METHODS[method][part])
    made.set(name, (check = (one) => compiled.Check(one)))
  }
  return check(value)
}

/** A process of another version may know other methods. */
export const isMethod = (name: string): name is RpcMethod => Object.hasOwn(RPC_METHODS, name)

export const isRequest = <M extends RpcMethod>(method: M, value: unknown): value is RpcRequest<M> =>
  has(method, 'request', value)

export const isAnswer = <M extends RpcMethod>(method: M, value: unknown): value is RpcAnswer<M> | null =>
  has(method, 'answer', value)
