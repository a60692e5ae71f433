import type { ErrorBody } from '../shapes.ts'

/**
 * A6: every error code of the channel interface. `message` is sent when there is no more exact text; `advice` is for
 * developers of clients. A 5xx always means "not stored, send again".
 */
export const CHANNEL_ERRORS = {
  sender_id_required: {
    status: 400,
    message: 'sender.id is required: a non-empty string or an integer',
    advice: 'Send your own identifier of the visitor, the same in every message.',
  },
  message_required: {
    status: 400,
    message: 'message is required: an object with type and text',
    advice: 'Put type and text into an object `message`.',
  },
  type_required: {
    status: 400,
    message: 'message.type is required: "text", a media type, "typein" or "typeout"',
    advice: 'Send `"type":"text"` for a text.',
  },
  text_required: {
    status: 400,
    message: 'message.text is required for type "text": a string that is not blank',
    advice: 'Do not send empty messages.',
  },
  file_required: {
    status: 400,
    message: 'a field that this media type requires is missing',
    advice:
      'Media needs `file`, an http(s) URL of at most 2048 characters (with strict media also `file_name` and `file_size`); a location needs `latitude` and `longitude`. `field` says which.',
  },
  invalid_json: {
    status: 400,
    /** When the body is not JSON, and its Content-Type says so too. */
    otherStatus: 415,
    message: 'The body must be a JSON object in UTF-8',
    advice:
      'Send one JSON object, nested at most 32 deep, of at most 2000 keys. A JSON object is accepted whatever Content-Type says; the status is 415 when the body is not JSON and Content-Type names a type other than JSON.',
  },
  invalid_field: {
    status: 400,
    message: 'A field has a value that cannot be used',
    advice: '`field` is a JSON pointer to it; the message says what would be right.',
  },
  too_large: { status: 413, message: 'The body is over 64 KiB', advice: 'Send files by their URL, not in the body.' },
  channel_not_found: {
    status: 404,
    message: 'There is no channel at this address',
    advice: 'Copy the channel address again from the channel screen; it may have been rotated.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not accept this method',
    advice: 'The header `Allow` names the methods it accepts.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests',
    advice: 'Send the same request again after `Retry-After` seconds.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This idempotency key was used with another body',
    advice: 'Use a new `Idempotency-Key` for each message, and the same one only to send the same message again.',
  },
  unavailable: {
    status: 503,
    message: 'The message was not stored; send it again',
    advice: 'Send the same request again after `Retry-After` seconds, best with an `Idempotency-Key`.',
  },
} as const
export type ChannelErrorCode = keyof typeof CHANNEL_ERRORS

/** The body of a refusal. `field` is a JSON pointer. */
export function channelError(code: ChannelErrorCode, message?: string, field?: string): ErrorBody {
  const error: ErrorBody['error'] = { code, message: message ?? CHANNEL_ERRORS[code].message }
  if (field !== undefined) error.field = field
  return { error }
}

/**
 * A6: a body that is not JSON is refused with 400, or with 415 when its Content-Type names another format. A missing or
 * wrong Content-Type with a JSON body is not an error: call this only after parsing failed.
 */
export function invalidJsonStatus(contentType: string | undefined): 400 | 415 {
  const { status, otherStatus } = CHANNEL_ERRORS.invalid_json
  return contentType === undefined || contentType.trim() === '' || /json/iu.test(contentType) ? status : otherStatus
}

/** The table of docs/errors.md. */
export function channelErrorTable(): string {
  const rows = Object.entries(CHANNEL_ERRORS).map(([code, { status, message, advice, ...more }]) => {
    const statuses = 'otherStatus' in more ? `${status}, ${more.otherStatus}` : status
    return `| \`${code}\` | ${statuses} | ${message} | ${advice} |`
  })
  return ['| code | status | message | what to do |', '|---|---|---|---|', ...rows].join('\n')
}
