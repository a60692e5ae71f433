import type { Keys } from '../platform/crypto.ts'

/** The sealing context of files that are to be fetched. Addresses are stored sealed, since they may hold secrets (A19). */
const SOURCE_PLACE = 'media source'

/** A visitor's file that is to be fetched: its address, or what the connector finds the address by (`findFile`). */
export interface Source {
  readonly file: string
  /** The address of a small picture. */
  readonly thumb?: string
}

export function sealSource(keys: Keys, source: Source): string {
  return keys.seal(JSON.stringify(source), SOURCE_PLACE).toString('base64')
}

export function openSource(keys: Keys, sealed: string): Source {
  return JSON.parse(keys.open(Buffer.from(sealed, 'base64'), SOURCE_PLACE)) as Source
}
