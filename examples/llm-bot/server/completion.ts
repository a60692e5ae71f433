import { isObject, parseObject } from './http.ts'
import { readEvents } from './stream.ts'

/** What the model said in all: its text, and the names of the tools that it called, by number of the call. */
export interface Completion {
  text: string
  tools: Map<number, string>
}

/** The answer of a server that does not stream. */
export function parseCompletion(json: string): Completion {
  const completion = { text: '', tools: new Map<number, string>() }
  if (!add(completion, toChoice(json)?.['message'])) throw new Error('The answer of the model is no completion.')
  return completion
}

/** The same from a stream: every event brings a piece of the text, or of a call. */
export async function readCompletion(bytes: AsyncIterable<Uint8Array>): Promise<Completion> {
  const completion = { text: '', tools: new Map<number, string>() }
  let ended = false
  for await (const data of readEvents(bytes)) {
    const choice: Record<string, unknown> | undefined =
      data.trim() === '[DONE]' ? { finish_reason: 'stop' } : toChoice(data)
    // Some events have no choice: the first one or the last, with figures.
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
  // With a stream under way, the status was 200 long ago.
  if (body['error']) throw new Error(`The model failed: ${JSON.stringify(body['error']).slice(0, 300)}`)
  const choice: unknown = Array.isArray(body['choices']) ? body['choices'][0] : undefined
  return isObject(choice) ? choice : undefined
}

/** Adds a message, or a piece of one. False: it is none. */
function add(completion: Completion, message: unknown): boolean {
  if (!isObject(message)) return false
  const { content, tool_calls: calls } = message
  if (typeof content === 'string') completion.text += content
  for (const [i, call] of (Array.isArray(calls) ? (calls as unknown[]) : []).entries()) {
    if (!isObject(call) || !isObject(call['function'])) continue
    // The pieces of a call have its number. Its name may come in pieces too; what it was called with is not of interest.
    const index = typeof call['index'] === 'number' ? call['index'] : i
    const { name } = call['function']
    if (typeof name === 'string') completion.tools.set(index, (completion.tools.get(index) ?? '') + name)
  }
  return true
}
