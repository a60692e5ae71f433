/**
 * Sentences for the results of checking a channel's server URL. The server uses the English ones; the agent application
 * shows them in the agent's language. This file has no imports, because the agent application bundles it.
 */

export const CHECK_FINDINGS = [
  'delivered',
  'taken_by_switch',
  'not_supported',
  'customer_unknown',
  'refused',
  'try_later',
  'no_result',
  'not_found',
  'wrong_method',
  'not_allowed',
  'redirected',
  'chunked_refused',
  'server_failed',
  'not_accepted',
  'no_answer',
] as const
export type CheckFinding = (typeof CHECK_FINDINGS)[number]

/** Whether a message would be delivered. `unclear`: the server answered, but not whether it accepts messages. */
export type CheckOutcome = 'good' | 'unclear' | 'bad'
export const OUTCOMES: Readonly<Record<CheckFinding, CheckOutcome>> = {
  delivered: 'good',
  taken_by_switch: 'good',
  not_supported: 'unclear',
  customer_unknown: 'unclear',
  refused: 'bad',
  try_later: 'bad',
  no_result: 'bad',
  not_found: 'bad',
  wrong_method: 'bad',
  not_allowed: 'bad',
  redirected: 'bad',
  chunked_refused: 'bad',
  server_failed: 'bad',
  not_accepted: 'bad',
  no_answer: 'bad',
}

/** The setting of the channel that solves the problem, by its name in the API. */
export const CHECK_SETTINGS = ['serverUrl', 'header', 'anySuccess', 'chunked'] as const
export type CheckSetting = (typeof CHECK_SETTINGS)[number]
export const HELPS: Readonly<Partial<Record<CheckFinding, CheckSetting>>> = {
  taken_by_switch: 'anySuccess',
  no_result: 'anySuccess',
  not_found: 'serverUrl',
  wrong_method: 'serverUrl',
  not_allowed: 'header',
  redirected: 'serverUrl',
  chunked_refused: 'chunked',
  no_answer: 'serverUrl',
}

/** Values in the sentences. Texts come from the other server and may be long. */
export interface CheckFacts {
  readonly url: string
  readonly publicId: string
  readonly recipient: string
  /** The recipient is a visitor of this channel, and not made up. */
  readonly isCustomer: boolean
  readonly status: number | null
  /** The error that the answer names; both are '' when it names none. */
  readonly code: string
  readonly text: string
  /** Why there was no answer, or why it is not valid: a clause. */
  readonly reason: string
}

export interface CheckWords {
  sent(facts: CheckFacts): string
  came(facts: CheckFacts): string
  meaning: Readonly<Record<CheckOutcome, string>>
  /** The likely cause, and how to solve the problem. */
  findings: Readonly<Record<CheckFinding, (facts: CheckFacts) => { cause: string; advice: string }>>
}

const OK = '{"result":"ok"}'

export const ENGLISH_CHECK: CheckWords = {
  sent: ({ url, publicId, recipient, isCustomer }) =>
    `A typing notification (typeout) for ${isCustomer ? `the visitor ${recipient}` : `the made-up visitor ${recipient}`} was posted to ${url}. ` +
    `The end of this address, ${publicId}, is the channel’s public id: it is added to the server URL.`,
  came: ({ status, code, text, reason }) => {
    if (status === null) return `No answer: ${reason}.`
    if (code === '' && text === '') return `Status ${status}.`
    const error = code === '' ? 'an error without a code' : `the error ${code}`
    return `Status ${status} with ${error}${text === '' ? '.' : `: “${text}”.`}`
  },
  meaning: {
    good: 'Messages that are answered like this count as delivered.',
    unclear: 'The server was reached, but its answer does not show whether messages arrive.',
    bad: 'Messages that are answered like this do not count as delivered.',
  },
  findings: {
    delivered: () => ({ cause: `The server answered ${OK}.`, advice: 'Nothing has to be changed.' }),
    taken_by_switch: () => ({
      cause: `The answer has no ${OK}. It counts because any 2xx answer counts as delivered on this channel.`,
      advice: `Answer ${OK} and switch this off, so that a failure that is answered with 200 is noticed.`,
    }),
    not_supported: () => ({
      cause: 'The server understood the request and does nothing with typing notifications.',
      advice: 'Nothing has to be changed. Write to a visitor to see that messages arrive.',
    }),
    customer_unknown: () => ({
      cause:
        'The server refused the request. No visitor of this channel can be named to this address yet: the test names a made-up one, whom the server probably does not know.',
      advice: 'Save the server URL, write one message as a visitor, then check again.',
    }),
    refused: () => ({
      cause: 'The server understood the request and refused it. A message that is refused like this is not sent again.',
      advice: `Look up the error in your server. If it refuses typing notifications only, let it answer ${OK} or the error typing_unsupported to them. No setting of the channel changes this.`,
    }),
    try_later: () => ({
      cause: 'The server asks to be tried later. A message is tried three times within 9 seconds.',
      advice: 'Check again. If the answer stays, raise the limit of requests in your server or gateway.',
    }),
    no_result: () => ({
      cause: `The answer has no ${OK}. What answers at this address may not be the receiver of messages: a login page or a front page answers like this too.`,
      advice: `Answer 200 with ${OK}. If you cannot change the answer, let any 2xx answer count as delivered.`,
    }),
    not_found: ({ publicId }) => ({
      cause: `There is nothing at this address. The public id ${publicId} was added to the server URL, and a server that knows the server URL alone answers so.`,
      advice:
        'Let your server take POST at the server URL with the public id behind it, or correct the server URL. No setting leaves the public id out.',
    }),
    wrong_method: ({ publicId }) => ({
      cause: `The address does not take POST. With the public id ${publicId} behind the server URL it may lead to another part of your server.`,
      advice:
        'Let your server take POST at the server URL with the public id behind it, or correct the server URL. No setting leaves the public id out.',
    }),
    not_allowed: () => ({
      cause: 'The server or a gateway before it asks for a key, or the server does not accept the signature.',
      advice:
        'Set the key as a header of your own. If your server verifies signatures, give it the signing secret of this channel, and check its clock.',
    }),
    redirected: () => ({
      cause: 'The server sends the request on to another address. Redirects are not followed.',
      advice: 'Enter the address at which the redirect ends as the server URL. Often only https or a slash is missing.',
    }),
    chunked_refused: () => ({
      cause: 'The request was sent in chunks, without Content-Length, and the server or gateway may not take that.',
      advice: 'Switch chunked transfer encoding off and check again.',
    }),
    server_failed: () => ({
      cause: 'The server failed while it handled the request, or a gateway could not reach it.',
      advice:
        'Look into the log of your server at this time; the request has the header webhook-id. No setting of the channel changes this.',
    }),
    not_accepted: () => ({
      cause: 'The server did not accept the request.',
      advice: `Let your server answer 200 with ${OK} to this request. No setting of the channel changes this.`,
    }),
    no_answer: ({ reason }) => ({
      cause: `No valid answer came within 3 seconds: ${reason}.`,
      advice:
        'Check the host and the port of the server URL, the certificate, and whether a firewall blocks requests from this server.',
    }),
  },
}
