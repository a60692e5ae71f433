import { DeskError } from './error.ts'

type Json = Readonly<Record<string, unknown>>

/** Returns the body when it is the expected answer, otherwise undefined. */
export type ParseAnswer<Answer> = (answer: Json) => Answer | undefined

/** The server's answer to a request, or the error. */
export async function readAnswer<Answer>(response: Response, parse: ParseAnswer<Answer>): Promise<Answer | DeskError> {
  const text = await response.text().catch(toFault)
  if (text instanceof DeskError) return text
  const json = toObject(text)
  if (!response.ok) return toProblem(response.status, json)
  // Another server may answer 200 to any request.
  return (
    (json && parse(json)) ?? new DeskError('This is not the address of a Deskbell server', { status: response.status })
  )
}

/** The error in a refusal. A proxy in front of the server may use a format of its own. */
export function toProblem(status: number, json: Json | undefined): DeskError {
  const error = json?.['error']
  // OAuth has the code as a string, and the text beside it (B15).
  const { code, message, field } = isObject(error) ? error : { code: error, message: json?.['error_description'] }
  return new DeskError(toText(message) ?? `The server answered ${status}`, {
    status,
    ...(toText(code) !== undefined && { code: toText(code)! }),
    ...(toText(field) !== undefined && { field: toText(field)! }),
  })
}

export function toFault(cause: unknown): DeskError {
  return new DeskError('The server does not answer', { cause })
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
