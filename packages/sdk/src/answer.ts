import { DeskError } from './error.ts'

type Json = Readonly<Record<string, unknown>>

/** The answer, when this is one; undefined otherwise. */
export type Fits<Answer> = (answer: Json) => Answer | undefined

/** What the desk said to a request of ours, or why that is no success. */
export async function readAnswer<Answer>(response: Response, fits: Fits<Answer>): Promise<Answer | DeskError> {
  const text = await response.text().catch(toFault)
  if (text instanceof DeskError) return text
  const json = toObject(text)
  if (!response.ok) return toProblem(response.status, json)
  // A page of somebody else's may say 200 to anything.
  return (json && fits(json)) ?? new DeskError('This is not the address of a desk', { status: response.status })
}

/** A refusal. A proxy before the desk may use words of its own. */
export function toProblem(status: number, json: Json | undefined): DeskError {
  const error = json?.['error']
  // OAuth has the code alone, and its words beside it (B15).
  const { code, message, field } = isObject(error) ? error : { code: error, message: json?.['error_description'] }
  return new DeskError(toText(message) ?? `The desk answered ${status}`, {
    status,
    ...(toText(code) !== undefined && { code: toText(code)! }),
    ...(toText(field) !== undefined && { field: toText(field)! }),
  })
}

export function toFault(cause: unknown): DeskError {
  return new DeskError('The desk gives no answer', { cause })
}

export function toObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
