import { Type, type Static, type TSchema } from 'typebox'
import { ErrorBody as PlainErrorBody, Strict } from '../shapes.ts'
import { TEXT_FORM_NAMES } from '../text-forms.ts'

const because = <R extends string, Values extends Record<string, TSchema>>(reason: R, values: Values) =>
  Strict({ reason: Type.Literal(reason), ...values })

export const FIELD_TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const

const nothing = {}
const text = Type.String()
const n = Type.Integer()

/** Why a field is refused, for programs: a reason and its values. `field-words.ts` has the sentences. */
export const FieldReason = Type.Union([
  // Reasons from the schema of the route.
  because('unknown_field', nothing),
  because('required', nothing),
  because('wrong_type', { type: Type.Enum([...FIELD_TYPES]) }),
  because('wrong_types', { types: Type.Array(Type.Enum([...FIELD_TYPES])) }),
  because('not_allowed', { allowed: Type.Array(text) }),
  because('wrong_form', { form: Type.Enum([...TEXT_FORM_NAMES]) }),
  because('empty', nothing),
  because('too_short', { least: n }),
  because('too_long', { most: n }),
  because('too_few', { least: n }),
  because('too_many', { most: n }),
  because('repeated', nothing),
  because('too_small', { least: n }),
  because('too_large', { most: n }),
  // Addresses that the server sends requests to.
  because('no_url', nothing),
  because('no_web_url', nothing),
  because('url_with_password', nothing),
  because('own_server', { host: text }),
  because('this_machine', { host: text }),
  because('not_public', { host: text }),
  because('closed_port', { port: n, host: text }),
  because('not_https', { host: text }),
  because('no_server_url', nothing),
  // Headers, secrets and tokens.
  because('header_name', nothing),
  because('header_of_connection', { name: text }),
  because('header_value', { name: text }),
  because('secret_dots', nothing),
  because('secret_missing', nothing),
  because('secret_elsewhere', nothing),
  because('given_elsewhere', nothing),
  because('secret_short', { least: n, given: n }),
  because('secret_no_base64', nothing),
  because('secret_size', { least: n, most: n, given: n }),
  because('token_taken', nothing),
  because('token_signs', nothing),
  because('token_dots', nothing),
  because('other_kind', { kind: text }),
  because('telegram_refused', { said: text }),
  because('telegram_unreachable', { said: text }),
  because('telegram_taken', { channel: text }),
  because('telegram_https', nothing),
  // Objects that a setting refers to.
  because('no_agent', { number: n }),
  because('is_you', nothing),
  // Numbers that are called.
  because('no_phone_known', nothing),
  because('no_country_called', nothing),
  because('country_not_called', { country: text, allowed: Type.Array(text) }),
  because('kind_not_called', nothing),
  because('no_tag', { number: n }),
  because('no_view', { number: n }),
  because('agent_not_here', { number: n }),
  because('agent_not_contact', { number: n }),
  because('no_channel', { number: n }),
  because('no_department', { number: n }),
  because('own_department', nothing),
  because('channel_has_bot', { channel: text }),
  because('not_of_kind', { kind: text }),
  because('no_host', { given: text }),
  because('site_no_host', { given: text }),
  because('site_spelling', { given: text, wanted: text }),
  because('no_time_zone', { given: text }),
  because('range_start', nothing),
  because('range_end', nothing),
  because('range_empty', nothing),
  because('webhook_without_url', nothing),
  because('no_name', nothing),
  because('in_future', nothing),
  because('in_past', nothing),
  because('too_far', { days: n }),
  because('not_beside', { field: text }),
  because('after_end', nothing),
  because('unknown_rule_part', { name: text }),
  because('no_cursor', nothing),
  because('unknown_variable', { name: text }),
  because('shortcut_taken', { title: text }),
  because('variable_missing', { name: text }),
  because('step_after', { step: text }),
  because('step_twice', { step: text }),
  because('limit_reached', { most: n }),
  // Messages and files.
  because('message_empty', nothing),
  because('no_file', nothing),
  because('no_upload', nothing),
  because('canned_file_gone', nothing),
  because('canned_files_large', { most: n }),
  because('file_empty', nothing),
  because('no_picture', nothing),
  because('file_elsewhere', nothing),
  because('several_files', nothing),
  because('form_too_large', nothing),
  because('form_incomplete', nothing),
])
export type FieldReason = Static<typeof FieldReason>

/** A refusal of the agent API. */
export const ErrorBody = Strict({
  error: Strict({ ...PlainErrorBody.properties.error.properties, why: Type.Optional(FieldReason) }),
})
export type ErrorBody = Static<typeof ErrorBody>
