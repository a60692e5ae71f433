import type { FastifyRequest } from 'fastify'

/** Whoever lists more is no reader. */
const MOST = 50

/** The languages of whoever asks, the dearest first: what the page asks for, then what their browser accepts. */
export function languagesOf({ query, headers }: FastifyRequest): string[] {
  const { lang = '' } = query as { lang?: string }
  return [String(lang), ...accepted(headers['accept-language'] ?? '')]
}

/** `de-DE,en;q=0.8` in the order of its weights, without what is refused. */
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
