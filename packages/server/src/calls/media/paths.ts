import { parseAddress } from '../../platform/address-ranges.ts'
import { toPath } from '../recording/rtp.ts'
import type { EngineAnswer } from './ng.ts'

/** What rtpengine answers to "query", as far as it is read here. */
interface Queried {
  readonly medias?: readonly { readonly streams?: readonly Stream[] }[]
}
interface Stream {
  readonly 'local port'?: number
  /** Where the side sends from: what it has told, until a packet has come. */
  readonly endpoint?: { readonly address?: string; readonly port?: number }
  /** What has come from there. */
  readonly stats?: { readonly packets?: number }
}

interface Totals {
  readonly RTP?: { readonly errors?: number }
}

/** How many packets with sound were refused, since others than the sides of the call sent them. */
export const refusedIn = (answer: EngineAnswer | undefined): number =>
  (answer?.['totals'] as Totals | undefined)?.RTP?.errors ?? 0

function streamsIn(answer: EngineAnswer): Stream[] {
  const sides = Object.values((answer['tags'] ?? {}) as Record<string, Queried>)
  return sides.flatMap(({ medias = [] }) => medias.flatMap((media) => media.streams ?? []))
}

/** The ports at which sound has come to the engine. */
export const heardPortsIn = (answer: EngineAnswer): number[] =>
  streamsIn(answer).flatMap(({ 'local port': port, stats }) =>
    port !== undefined && (stats?.packets ?? 0) > 0 ? [port] : [],
  )

/** The ways on which the engine hears the sides of a call now (`toPath`). */
export function pathsIn(answer: EngineAnswer): string[] {
  return streamsIn(answer).flatMap(({ 'local port': to, endpoint: { address = '', port = 0 } = {} }) => {
    const parsed = parseAddress(address)
    return parsed && to !== undefined ? [toPath(parsed.toByteArray(), port, to)] : []
  })
}
