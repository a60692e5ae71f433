import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import { getCountries } from 'libphonenumber-js/max'
import { EXTENSION, toDialled, toFieldReason } from '../dialled.ts'

/**
 * The number of a test call as it is dialled, of any country, or an extension; or why it is not called. A number without + is of
 * the first country of the settings.
 */
export function toTested(
  given: string,
  countries: readonly string[],
): { readonly number: string } | { readonly number?: undefined; readonly why: FieldReason } {
  const number = given.trim()
  if (EXTENSION.test(number)) return { number }
  if (!number.startsWith('+') && countries.length === 0) return { why: { reason: 'wrong_form', form: 'phone' } }
  const all = [...countries, ...getCountries()]
  const dialled = toDialled(number, { countries: all })
  return dialled.why === undefined ? dialled : { why: toFieldReason(dialled, all) }
}
