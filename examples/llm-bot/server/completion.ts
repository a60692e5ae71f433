import { isObject, parseObject } from './http.ts'
import { readEvents } from './stream.ts'

/** The whole answer of the model: its text, and the names of the called tools, by number of the call. */
export interface Completion {
  text: string
  tools: Map<number, string>
}

/** The response of a server without streaming. */
export function parseCompletion(json: string): Completion {
  const completion = { text: '', tools: new Map<number, string>() }
  if (!add(completion, toChoice(json)?.['message'])) throw new Error('The answer of the model is no completion.')
  return completion
}

/** The same from a stream: every event has a piece of the text, or of a call. */
export async function readCompletion(bytes: AsyncIterable<Uint8Array>): Promise<Completion> {
  const completion = { text: '', tools: new Map<number, string>() }
  let ended = false
  for await (const data of readEvents(bytes)) {
    const choice: Record<string, unknown> | undefined =
      data.trim() === '[DONE]' ? { finish_reason: 'stop' } : toChoice(data)
    // Some events have no choice: the first or the last one, with usage data.
    add(completion, choice?.['delta'])
    ended = typeof choice?.['finish_reason'] === 'string'
    if (ended) break
  }
  if (!ended) throw new Error('The stream of the model broke off.')
  return completion
}

function toChoice(json: string): Record<string, unknown> | undefined {
  const body = parseObject(json)
  if (!body) throw new Error('The answer of the model is no JSON object.')
  // In a stream, the status was sent before the error.
  if (body['error']) throw new Error(`The model failed: ${JSON.stringify(body['error']).slice(0, 300)}`)
  const choice: unknown = Array.isArray(body['choices']) ? body['choices'][0] : undefined
  return isObject(choice) ? choice : undefined
}

/** Adds a message, or a piece of one. False: it is neither. */
function add(completion: Completion, message: unknown): boolean {
  if (!isObject(message)) return false
  const { content, tool_calls: calls } = message
  if (typeof content === 'string') completion.text += content
  for (const [i, call] of (Array.isArray(calls) ? (calls as unknown[]) : []).entries()) {
    if (!isObject(call) || !isObject(call['function'])) continue
    // The pieces of a call have its number. Its name may be divided too; its arguments are not needed.
    const index = typeof call['index'] === 'number' ? call['index'] : i
    const { name } = call['function']
    if (typeof name === 'string') completion.tools.set(index, (completion.tools.get(index) ?? '') + name)
  }
  return true
}
