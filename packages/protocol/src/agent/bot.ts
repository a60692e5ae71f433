import { Type, type Static } from 'typebox'
import { BOT_ATTEMPTS, BOT_SECRET_MIN, BOT_SILENCE, URL_MAX } from '../limits.ts'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

/** OAuth client credentials, the same pair in both directions (B15). */
export const BotAuthorization = Strict({
  tokenUrl: Type.String({ minLength: 1, maxLength: URL_MAX, description: 'where we fetch an access token' }),
  clientId: Type.String({ minLength: 1, maxLength: 256, pattern: TEXT_FORMS.client_id }),
  secret: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: `at least ${BOT_SECRET_MIN} characters; kept encrypted; read back as dots`,
  }),
  inBody: Type.Optional(
    Type.Boolean({ description: 'send the pair in the body of the token request, not by HTTP Basic' }),
  ),
})
export type BotAuthorization = Static<typeof BotAuthorization>

/** What an operator sets of a bot. */
export const BotSettings = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'the name that visitors and agents see' }),
  providerId: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: TEXT_FORMS.provider_id,
    description: 'part of the address that the provider posts to',
  }),
  providerUrl: Type.String({
    minLength: 1,
    maxLength: URL_MAX,
    description: 'events are posted to this address, followed by the token',
  }),
  token: Type.String({
    minLength: 1,
    maxLength: 1024,
    pattern: TEXT_FORMS.bot_token,
    description: `at least ${BOT_SECRET_MIN} characters, issued by the provider; the last segment of both addresses; read back as dots and its end`,
  }),
  channels: Type.Array(Id, {
    maxItems: 1000,
    uniqueItems: true,
    description: 'channels on which the bot answers; a channel has at most one bot',
  }),
  enabled: Type.Boolean({ description: 'false: new chats go to agents at once' }),
  answersFirst: Type.Boolean({
    default: true,
    description: 'new chats go to the bot first; false: it gets only chats that overflow to it (see `/routing`)',
  }),
  attempts: Type.Integer({
    minimum: 1,
    maximum: 3,
    default: BOT_ATTEMPTS,
    description: 'attempts to send a message to the bot before the chat goes to agents (B8)',
  }),
  silenceLimit: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: BOT_SILENCE,
    description: 'seconds that a visitor waits for an answer before the chat goes to agents (B10)',
  }),
  answerInBody: Type.Boolean({ description: 'an event in the answer to CLIENT_MESSAGE counts as posted (B11)' }),
  nativeMedia: Type.Boolean({
    description: 'media are sent as PHOTO, DOCUMENT, … and not as a text with a link (B17)',
  }),
  extraFields: Type.Boolean({
    description: 'CLIENT_MESSAGE carries site_id, agents_online, sender and channel too (B21)',
  }),
  authorization: Nullable(BotAuthorization),
}
const { name, providerId, providerUrl, token, ...others } = BotSettings
type Others = typeof others
export const NewBot = Strict({
  name,
  providerId,
  providerUrl,
  token,
  ...(Object.fromEntries(Object.entries(others).map(([key, schema]) => [key, Type.Optional(schema)])) as {
    [K in keyof Others]: ReturnType<typeof Type.Optional<Others[K]>>
  }),
})
export type NewBot = Static<typeof NewBot>
/** How a token is read back. A request that contains the token in this form leaves it unchanged. */
const MaskedToken = Type.String({ pattern: '^•{8}.{0,4}$' })
export const BotChange = Type.Partial(
  Strict({ ...NewBot.properties, token: Type.Union([BotSettings.token, MaskedToken]) }),
  { additionalProperties: false },
)
export type BotChange = Static<typeof BotChange>

export const Bot = Strict({
  id: Id,
  ...BotSettings,
  token: Type.String({ description: 'dots and its end' }),
  address: Type.String({ description: 'where the provider posts its events' }),
  tokenAddress: Nullable(
    Type.String({ description: 'where the provider fetches an access token, with authorization' }),
  ),
  shortSecrets: Type.Array(Type.Union([Type.Literal('token'), Type.Literal('secret')]), {
    description: `set before ${BOT_SECRET_MIN} characters were required: ask the provider for longer ones`,
  }),
  failing: Nullable(
    Strict({
      since: Time,
      reason: Type.String({ description: 'in words' }),
      probeAt: Nullable(
        Type.Integer({ description: 'when one chat is sent to the bot again as a probe; milliseconds' }),
      ),
    }),
  ),
  contact: Strict(
    {
      state: Type.Union(
        [
          Type.Literal('never_contacted', {
            description:
              'no request was sent to the bot since it was attached or its address, token or authorization changed, or none within the 30 days that deliveries are kept',
          }),
          Type.Literal('working', { description: 'the provider accepted the newest request' }),
          Type.Literal('refusing', {
            description: 'the provider answered the newest request with a status other than 2xx',
          }),
          Type.Literal('failing', {
            description: 'the provider did not answer the newest request, or the bot is skipped: see `failing`',
          }),
        ],
        { description: 'whether the bot works, as the newest request of a delivery or a sandbox shows' },
      ),
      at: Nullable(Type.Integer({ description: 'when the newest request was sent; milliseconds' })),
      reason: Nullable(Type.String({ description: 'why the bot is not working, in words' })),
    },
    { description: 'the provider of the bot' },
  ),
  createdAt: Time,
})
export type Bot = Static<typeof Bot>
export const Bots = Strict({ bots: Type.Array(Bot) })

/**
 * One request of a sandbox and its answer: `out` from us to the provider, `in` from the provider to us. A request of
 * the provider that was refused is listed as well, with `ok` false, the status of the answer, and the reason as
 * verdict.
 */
export const SandboxLine = Strict({
  direction: Type.Union([Type.Literal('out'), Type.Literal('in')]),
  at: Time,
  ms: Type.Integer(),
  event: Type.String({ description: 'the event in the request; empty when it contains none that can be read' }),
  ok: Type.Boolean(),
  verdict: Type.String({ description: 'what the answer means, in a sentence' }),
  url: Type.String(),
  status: Nullable(Type.Integer()),
  request: Strict({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() }),
  response: Nullable(Strict({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
})
export type SandboxLine = Static<typeof SandboxLine>
export const Sandbox = Strict({
  id: ChatId,
  client: Type.String({ description: 'client_id of the sandbox' }),
  lines: Type.Array(SandboxLine),
})
export type Sandbox = Static<typeof Sandbox>
/** The next step of a sandbox: a visitor's text, a chosen button, or an event that Deskbell sends to a provider. */
export const SandboxStep = Type.Union([
  Strict({
    event: Type.Literal('CLIENT_MESSAGE'),
    text: Type.String({ minLength: 1, maxLength: 1000 }),
    button: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  Strict({ event: Type.Literal('AGENT_JOINED') }),
  Strict({ event: Type.Literal('AGENT_UNAVAILABLE') }),
])
export type SandboxStep = Static<typeof SandboxStep>
