import { parseCompletion, readCompletion, type Completion } from './completion.ts'
import type { ModelConfig } from './config.ts'
import { HAND_OVER, toSystem } from './prompt.ts'

/** One turn of one side. */
export interface Turn {
  role: 'user' | 'assistant'
  content: string
}

export type Model = ReturnType<typeof openModel>

/** Maximum bytes of a response: a stream has some hundred for every word. */
const ANSWER_MOST = 4 * 1024 * 1024

/** A client of any server with OpenAI's chat completions API. */
export function openModel({ url, name, key, stream, prompt }: ModelConfig) {
  const system = { role: 'system', content: toSystem(prompt) }
  let knowsTools = true

  const post = (turns: Turn[], tools: boolean, signal: AbortSignal) =>
    fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model: name, messages: [system, ...turns], stream, ...(tools && { tools: [HAND_OVER] }) }),
      redirect: 'error',
      signal,
    })

  /** The model's answer to a conversation. Throws when there is none that can be parsed, or when `signal` aborts. */
  async function ask(turns: Turn[], signal: AbortSignal): Promise<Completion> {
    const answer = await post(turns, knowsTools, signal)
    if (answer.ok) return read(answer)
    const problem = await readText(answer)
    // A server whose model has no tools refuses in its own words, with any status. The marker replaces the tool.
    if (!knowsTools || !/tool|function/i.test(problem)) throw new Refusal(answer.status, problem)
    const second = await post(turns, false, signal)
    if (!second.ok) throw new Refusal(second.status, await readText(second))
    knowsTools = false
    return read(second)
  }

  return { ask }
}

class Refusal extends Error {
  constructor(status: number, problem: string) {
    super(`The model's server answered ${status}: ${problem.slice(0, 300)}`)
  }
}

/** By the actual type, not by the requested one: some servers never stream, or only for some models. */
async function read(answer: Response): Promise<Completion> {
  const isStream = answer.headers.get('content-type')?.includes('text/event-stream')
  return isStream ? readCompletion(bytesOf(answer)) : parseCompletion(await readText(answer))
}

async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytesOf(answer)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

async function* bytesOf(answer: Response): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > ANSWER_MOST) throw new Error('The answer of the model has no end.')
    yield chunk
  }
}
