import type { WebhookUtm } from './shapes.ts'

/** The five UTM parameters, in the order of the text form. */
export const UTM_NAMES = ['source', 'campaign', 'content', 'medium', 'term'] as const satisfies (keyof WebhookUtm)[]

/**
 * C9: the deprecated text form: `source=google|medium=cpc`, '' when nothing is known. The two signs that divide it are
 * percent-encoded in values, and so is the percent sign, so that parsing gives utm_json again.
 */
export function toUtmText(utm: WebhookUtm): string {
  return UTM_NAMES.flatMap((name) => {
    const value = utm[name]
    return value === undefined ? [] : `${name}=${value.replace(/[%|=]/g, (sign) => ENCODED[sign]!)}`
  }).join('|')
}

const ENCODED: Record<string, string> = { '%': '%25', '|': '%7C', '=': '%3D' }

/** Parses the output of toUtmText. Unknown names and parts without `=` are ignored. */
export function parseUtmText(text: string): WebhookUtm {
  const utm: WebhookUtm = {}
  for (const piece of text.split('|')) {
    const at = piece.indexOf('=')
    const name = UTM_NAMES.find((known) => known === piece.slice(0, at))
    const value = piece.slice(at + 1).replace(/%(25|7C|3D)/gi, (escape) => decodeURIComponent(escape))
    if (name && value !== '') utm[name] = value
  }
  return utm
}
