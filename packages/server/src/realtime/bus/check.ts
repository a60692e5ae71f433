import { BUS_MESSAGES, type BusMessage, type BusType } from '@deskbell/protocol/bus/messages'
import { Compile } from 'typebox/compile'

type Checker = ReturnType<typeof Compile<(typeof BUS_MESSAGES)[BusType]>>

// Compiled with the first message of each type: most installations have one process and need none.
const checkers = new Map<string, Checker>()

const isType = (type: unknown): type is BusType => typeof type === 'string' && Object.hasOwn(BUS_MESSAGES, type)

/**
 * The message; undefined when it does not match its schema. A newer version may send types that this one does not know.
 */
export function toMessage(text: string): BusMessage | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || !('type' in value) || !isType(value.type)) return undefined
  let checker = checkers.get(value.type)
  if (!checker) checkers.set(value.type, (checker = Compile(BUS_MESSAGES[value.type])))
  return checker.Check(value) ? (value as BusMessage) : undefined
}
