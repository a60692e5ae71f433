import type { CallCountry, NumberFormat } from '@deskbell/protocol/widget/callback'
import {
  type CountryCode,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  Metadata,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'

/** What the library's types leave out of its metadata. */
interface Plan {
  formats(): readonly {
    pattern(): string
    format(): string
    leadingDigitsPatterns(): readonly string[]
    nationalPrefixFormattingRule(): string | 0 | undefined
  }[]
  nationalPrefix(): string | null
}

/** The countries of the settings that have a numbering plan, with an example of each. */
export function toCallCountries(countries: readonly string[]): CallCountry[] {
  return countries
    .filter((one): one is CountryCode => isSupportedCountry(one))
    .map((country) => ({
      country,
      code: getCountryCallingCode(country),
      example: getExampleNumber(country, examples)?.formatNational() ?? '',
    }))
}

/** How numbers of a country are written, and the prefix before them inside it. */
export function toFormats(country: string): { prefix: string; formats: NumberFormat[] } {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country as CountryCode)
  const plan = (metadata as unknown as { numberingPlan: Plan }).numberingPlan
  const prefix = plan.nationalPrefix() ?? ''
  const formats = plan.formats().map((one) => {
    const rule = one.nationalPrefixFormattingRule() || '$1'
    const inside = one.format().replace('$1', () => rule)
    // A rule without the prefix holds for every number: Brazil's puts brackets around the area.
    const needsPrefix = toDigits(rule).startsWith(prefix) && prefix !== ''
    return {
      // The last pattern is the most exact one.
      lead: one.leadingDigitsPatterns().at(-1) ?? '',
      pattern: one.pattern(),
      shape: needsPrefix ? one.format() : inside,
      ...(needsPrefix && { inside }),
    }
  })
  return { prefix, formats }
}

/** The digits of a rule such as `0$1`, without the names of groups. */
const toDigits = (rule: string): string => rule.replaceAll(/\$\d|\D/g, '')
