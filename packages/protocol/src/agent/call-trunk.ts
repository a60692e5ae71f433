import { Type, type Static } from 'typebox'
import { HOST_MAX } from '../host.ts'
import { Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

const Word = (most: number, description: string) => Type.String({ minLength: 1, maxLength: most, description })

const fields = {
  kind: Type.Enum(['udp', 'tcp', 'tls']),
  host: Word(HOST_MAX, 'name or address of the telephone company or of your exchange'),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  user: Word(100, 'the user name, or the number of the extension'),
  domain: Type.Optional(Word(HOST_MAX, 'of the numbers that are called; absent: host and port')),
  registers: Type.Boolean({
    description: 'an extension registers, and so does a trunk that sends calls to where it is',
  }),
  callerId: Type.Optional(
    Type.String({ pattern: TEXT_FORMS.caller_id, description: 'the number that clients see; the trunk must allow it' }),
  ),
  ca: Type.Optional(
    Type.String({ maxLength: 20_000, description: 'for TLS: certificates in PEM that are trusted, too' }),
  ),
}

/** The trunk over which calls go to telephones. */
export const Trunk = Strict(fields)
export type Trunk = Static<typeof Trunk>

/** `password`: absent where it stays as it is. */
export const TrunkBody = Strict({ ...fields, password: Type.Optional(Word(200, 'stored encrypted, and never shown')) })
export type TrunkBody = Static<typeof TrunkBody>

export const TRUNK_STATES = ['connecting', 'ready', 'refused', 'lost'] as const
export type TrunkState = (typeof TRUNK_STATES)[number]

/** What calls to telephones need, and whether it is there. */
export const TrunkStatus = Strict({
  trunk: Nullable(Trunk),
  state: Nullable(
    Type.Enum([...TRUNK_STATES], {
      description: 'ready: it takes calls. refused: it does not accept the user or the password',
    }),
  ),
  why: Nullable(Type.String({ description: 'what the trunk said' })),
  since: Nullable(Time),
  next: Nullable(Type.Integer({ ...Time, description: 'lost: when the server connects again' })),
  engine: Strict(
    {
      state: Type.Enum(['off', 'running', 'missing', 'failed'], {
        description: 'off: nothing needs it. missing: the program is not installed',
      }),
      why: Nullable(Type.String()),
    },
    { description: 'rtpengine, which carries the sound, as the process that answers sees it' },
  ),
})
export type TrunkStatus = Static<typeof TrunkStatus>
