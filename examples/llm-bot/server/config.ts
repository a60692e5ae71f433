import { readFileSync } from 'node:fs'
import { PROMPT } from './prompt.ts'

export interface Config {
  port: number
  host: string
  /** The bot's address: {bot_url}/webhooks/{provider_id}/{token} (B1). It is a secret. */
  deskbellUrl: string
  token: string
  model: ModelConfig
}

export interface ModelConfig {
  /** With the version, as in http://localhost:11434/v1. */
  url: string
  name: string
  key?: string
  stream: boolean
  /** The time limit of one answer of the model. Milliseconds. */
  deadline: number
  prompt: string
}

/** Reads the environment; throws a sentence for an invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty setting counts as not set.
  const get = (name: string, otherwise = '') => env[name] || otherwise
  const must = (fits: boolean, problem: string) => {
    if (!fits) throw new Error(problem)
  }
  const number = (name: string, otherwise: number, least: number, most: number) => {
    const value = Number(get(name, String(otherwise)))
    must(Number.isInteger(value) && value >= least && value <= most, `${name} is a number from ${least} to ${most}.`)
    return value
  }
  const url = (name: string, otherwise: string) => {
    const value = get(name, otherwise).replace(/\/+$/, '')
    must(URL.canParse(value) && /^https?:/.test(value), `${name} is an http or https address.`)
    return value
  }

  const token = get('TOKEN')
  must(/^[\w-]{16,}$/.test(token), 'TOKEN is 16 or more of A-Z, a-z, 0-9, _ and -: for example openssl rand -hex 24.')
  const stream = get('LLM_STREAM', 'on')
  must(stream === 'on' || stream === 'off', 'LLM_STREAM is on or off.')
  must(get('LLM_MODEL') !== '', 'LLM_MODEL is not set: the name of a model that the server at LLM_URL has.')
  must(!env['SYSTEM_PROMPT'] || !env['PROMPT_FILE'], 'Set SYSTEM_PROMPT or PROMPT_FILE, not both.')

  return {
    port: number('PORT', 5001, 0, 65_535),
    host: get('HOST', '127.0.0.1'),
    deskbellUrl: `${url('BOT_URL', 'http://localhost:4000/bot')}/webhooks/${encodeURIComponent(get('PROVIDER_ID', 'assistant'))}/${token}`,
    token,
    model: {
      url: url('LLM_URL', 'http://localhost:11434/v1'),
      name: get('LLM_MODEL'),
      ...(env['LLM_KEY'] && { key: env['LLM_KEY'] }),
      stream: stream === 'on',
      deadline: number('LLM_SECONDS', 30, 1, 280) * 1000,
      prompt: env['PROMPT_FILE'] ? readFileSync(env['PROMPT_FILE'], 'utf8') : get('SYSTEM_PROMPT', PROMPT),
    },
  }
}
