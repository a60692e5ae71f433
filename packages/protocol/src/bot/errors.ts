import type { ErrorBody } from '../shapes.ts'

/**
 * Refusals of a provider's requests. Status and code are from the interface document, `message` is sent when there is
 * no more exact text, `advice` is for developers of providers.
 */
export const BOT_REFUSALS = {
  invalid: {
    status: 400,
    code: 'invalid_request',
    message: 'The event does not have the format of the interface',
    advice: 'The message says which field, `field` is a JSON pointer to it. Sending the same again does not help.',
  },
  token: {
    status: 401,
    code: 'invalid_client',
    message: 'There is no bot with this provider id and token',
    advice: 'Compare the provider id and the token with what the operator has entered on the bot screen.',
  },
  authorization: {
    status: 401,
    code: 'unauthorized_client',
    message: 'The Authorization header holds no valid access token',
    advice: 'Fetch an access token at `/bot/oauth/token` and send `Authorization: Bearer …`; fetch a new one on a 401.',
  },
  too_late: {
    status: 403,
    code: 'invalid_request',
    message: 'An agent is in this chat',
    advice:
      'Stop writing in this chat: an agent joined, the bot failed or was silent for too long, or the chat is closed. The visitor does not see the message; the agent can read it.',
  },
  paused: {
    status: 403,
    code: 'invalid_request',
    message: 'The bot is paused in this chat: it writes the same again and again, or too fast',
    advice: 'The chat was handed over to agents. Check whether two bots answer each other.',
  },
  not_its_chat: {
    status: 403,
    code: 'invalid_request',
    message: 'This token has no such chat',
    advice: 'Send back `chat_id` as it came in CLIENT_MESSAGE. A chat that was erased is answered the same.',
  },
  not_found: {
    status: 404,
    code: 'invalid_request',
    message: 'There is no such address of the bot interface',
    advice: 'Post to `/bot/webhooks/{provider_id}/{token}`, or `/bot/providers/…` with authorization.',
  },
  method: {
    status: 405,
    code: 'invalid_request',
    message: 'This address accepts POST only',
    advice: 'The header `Allow` names the method.',
  },
  event: {
    status: 405,
    code: 'invalid_request',
    message: 'This event is not accepted here: BOT_MESSAGE and INVITE_AGENT are',
    advice: 'A provider can send only these two events.',
  },
  rate: {
    status: 429,
    code: 'invalid_request',
    message: 'Too many requests',
    advice:
      'Send the same request again after `Retry-After` seconds. After many wrong tokens or client secrets it is also the answer to a right one.',
  },
  fault: {
    status: 500,
    code: 'invalid_request',
    message: 'The request failed inside the server; it is in its log',
    advice: 'Nothing was stored. Tell the operator of the server.',
  },
  away: {
    status: 502,
    code: 'invalid_request',
    message: 'The database cannot be reached; nothing was stored, send it again',
    advice: 'Send the same request again after `Retry-After` seconds.',
  },
  busy: {
    status: 503,
    code: 'invalid_request',
    message: 'The server is overloaded; nothing was stored, send it again',
    advice: 'Send the same request again after `Retry-After` seconds.',
  },
  slow: {
    status: 504,
    code: 'invalid_request',
    message: 'The database did not answer in time; send it again',
    advice: 'Send the same request again: an equal one within ten seconds is recognized and not shown twice.',
  },
} as const
export type BotRefusal = keyof typeof BOT_REFUSALS

/** The body of a refusal. `field` is a JSON pointer. */
export function botError(why: BotRefusal, message?: string, field?: string): ErrorBody {
  const { code, message: usual } = BOT_REFUSALS[why]
  return { error: { code, message: message ?? usual, ...(field !== undefined && { field }) } }
}

/** The table of docs/errors.md. */
export function botErrorTable(): string {
  const rows = Object.values(BOT_REFUSALS).map(
    ({ status, code, message, advice }) => `| ${status} | \`${code}\` | ${message} | ${advice} |`,
  )
  return ['| status | code | message | what to do |', '|---|---|---|---|', ...rows].join('\n')
}
