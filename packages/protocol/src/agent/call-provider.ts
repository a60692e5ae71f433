import { Type, type Static } from 'typebox'
import { URL_MAX } from '../limits.ts'
import { Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

/** The address of Twilio's REST interface. */
export const TWILIO_URL = 'https://api.twilio.com'

const fields = {
  accountSid: Type.String({
    pattern: TEXT_FORMS.provider_account,
    description: 'names the account at the provider, such as AC and 32 digits and letters',
  }),
  number: Type.String({
    pattern: TEXT_FORMS.caller_id,
    description: 'the number that calls come from, and that clients call',
  }),
}
const url = Type.String({
  pattern: TEXT_FORMS.web_address,
  maxLength: URL_MAX,
  description: "of the provider's REST interface; absent: Twilio's",
})

/** The hosted provider over which calls go between telephones: one that speaks Twilio's REST interface. */
export const CallProvider = Strict({ ...fields, url })
export type CallProvider = Static<typeof CallProvider>

/** `token`: absent where it stays as it is. */
export const CallProviderBody = Strict({
  ...fields,
  url: Type.Optional(url),
  token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'the auth token; stored encrypted, and never shown' }),
  ),
})
export type CallProviderBody = Static<typeof CallProviderBody>

export const CALL_PROVIDER_STATES = ['ok', 'refused', 'unreachable'] as const
export type CallProviderState = (typeof CALL_PROVIDER_STATES)[number]

/** The hosted provider, and what it answered last. */
export const CallProviderStatus = Strict({
  provider: Nullable(CallProvider),
  state: Nullable(
    Type.Enum([...CALL_PROVIDER_STATES], {
      description: 'ok: it takes calls. refused: it does not accept the account or the token',
    }),
  ),
  why: Nullable(Type.String({ description: 'what the provider said' })),
  since: Nullable(Time),
  incomingUrl: Type.String({
    description: 'where the provider is to send calls that come in to the number, and what becomes of them',
  }),
})
export type CallProviderStatus = Static<typeof CallProviderStatus>
