import type { FastifyRequest } from 'fastify'

/** Longer lists are cut; no browser sends one. */
const MOST = 50

/** The languages of a request in order of preference: that of the page, then those that the browser accepts. */
export function languagesOf({ query, headers }: FastifyRequest): string[] {
  const { lang = '' } = query as { lang?: string }
  return [String(lang), ...accepted(headers['accept-language'] ?? '')]
}

/** The tags of `de-DE,en;q=0.8` by weight, without those of weight 0. */
function accepted(header: string): string[] {
  const ranges = header.split(',', MOST).map((range) => {
    const [tag = '', weight] = range.split(';', 2).map((part) => part.trim())
    return { tag, weight: weight === undefined ? 1 : Number(/^q=([\d.]+)$/i.exec(weight)?.[1]) }
  })
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
