import { Type, type Static } from 'typebox'
import { Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

export const Country = Type.String({ pattern: TEXT_FORMS.country, description: 'ISO 3166-1 alpha-2' })

/** A country whose numbers may be called. */
export const CallCountry = Strict({
  country: Country,
  code: Type.String({ description: 'its calling code, without +' }),
  example: Type.String({ description: 'a number as it is written in the country' }),
})
export type CallCountry = Static<typeof CallCountry>

/** How numbers of a country are written. Those that match no `lead` are written without spaces. */
export const NumberFormat = Strict({
  lead: Type.String({ description: 'regular expression of the first digits, without the prefix; empty: any' }),
  pattern: Type.String({ description: 'regular expression of a whole number, such as (\\d{2})(\\d{3,13})' }),
  shape: Type.String({ description: 'the number; $1 stands for the first group' }),
  inside: Type.Optional(Type.String({ description: 'the same with the prefix before it' })),
})
export type NumberFormat = Static<typeof NumberFormat>

/** What the form for a call-back needs. */
export const CallbackForm = Strict({
  countries: Type.Array(CallCountry),
  country: Country,
  prefix: Type.String({ description: 'dialled before a number inside `country`; empty: none' }),
  formats: Type.Array(NumberFormat, { description: 'of `country`, the first that matches holds' }),
  records: Type.Boolean({ description: 'calls are recorded' }),
  isOpen: Type.Boolean({ description: 'it is within the working hours of the channel' }),
  until: Nullable(Type.Integer({ ...Time, description: 'when that changes, ms since the epoch; null: not in a year' })),
  usual: Nullable(
    Type.Integer({
      minimum: 1,
      description: 'seconds: an agent took four of five earlier calls so soon; null: not known',
    }),
  ),
})
export type CallbackForm = Static<typeof CallbackForm>

/** Why the visitor cannot be called, so that the page can say what helps. */
export const NoCallWhy = Type.Enum([
  'off',
  'closed',
  'in_call',
  'too_many',
  'number_too_many',
  'no_number',
  'too_short',
  'too_long',
  'other_country',
  'special_number',
])
export type NoCallWhy = Static<typeof NoCallWhy>
