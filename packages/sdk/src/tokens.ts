import { DeskError } from './error.ts'
import type { HttpClient } from './http-client.ts'

/** Credentials that the agent application shows where authorization is switched on for a bot. */
export interface BotAuthorization {
  readonly clientId: string
  readonly secret: string
}

/** OAuth's default lifetime when the answer names none, and how long before its end a token is renewed, in seconds. */
const LIFETIME = 3600
const EARLY = 60

/**
 * Access tokens by client credentials (B15). A token is kept until a minute before its end, and concurrent callers
 * share one request for it. `now` in milliseconds. DeskError: the server issued no token.
 */
export function openTokens(url: string, { clientId, secret }: BotAuthorization, http: HttpClient, now: () => number) {
  let kept: { token: string; until: number } | undefined
  let coming: Promise<string> | undefined

  async function fetchToken(): Promise<string> {
    const basic = btoa([clientId, secret].map(encodeURIComponent).join(':'))
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
      body: 'grant_type=client_credentials',
    }
    const { access_token: token, expires_in: lifetime } = await http.send(url, init, (answer) =>
      typeof answer['access_token'] === 'string'
        ? { access_token: answer['access_token'], expires_in: answer['expires_in'] }
        : undefined,
    )
    kept = { token, until: now() + (Number(lifetime ?? LIFETIME) - EARLY) * 1000 }
    return token
  }

  function current(): Promise<string> {
    if (kept && now() < kept.until) return Promise.resolve(kept.token)
    coming ??= fetchToken().finally(() => (coming = undefined))
    return coming
  }

  /** Calls `act` with a token, and once more with a new token when the first was refused. */
  async function use<Result>(act: (token: string) => Promise<Result>): Promise<Result> {
    const token = await current()
    try {
      return await act(token)
    } catch (error) {
      if (!(error instanceof DeskError) || error.status !== 401) throw error
      if (kept?.token === token) kept = undefined
      return act(await current())
    }
  }

  return { use }
}
