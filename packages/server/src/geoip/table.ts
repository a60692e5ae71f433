import { open } from 'node:fs/promises'
import { Reader, type Response } from 'mmdb-lib'
import { parseMetadata } from 'mmdb-lib/lib/metadata.js'
import { ConfigError } from '../platform/config.ts'
import type { PublicAddress } from './address.ts'

/** The metadata of an MMDB file is within this many bytes of its end. */
const TAIL = 128 * 1024
/** Bytes between the tree and the records. */
const SEPARATOR = 16

/** Locations by address. */
export interface Table {
  /** The raw record of an address; null when there is none. Throws when the file is damaged. */
  get(address: PublicAddress): unknown
}

/** `file`: all bytes of an MMDB file. */
export function toTable(file: Buffer): Table {
  const reader = new Reader<Response>(file)
  // An IPv4 tree would take the first half of an IPv6 address for an IPv4 address.
  const holds = ({ family }: PublicAddress) => family === 4 || reader.metadata.ipVersion === 6
  return { get: (address) => (holds(address) ? reader.get(address.text) : null) }
}

/**
 * Throws a ConfigError with a sentence for the operator when the file of GEOIP_DB cannot be read or is not an MMDB
 * file. Reads only its end: the whole file is read when the first visitor connects.
 */
export async function checkTable(path: string): Promise<void> {
  const refuse = (why: string) => new ConfigError(`GEOIP_DB is ${path}, which ${why}.`)
  const { tail, size } = await readTail(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw refuse(WHY[code] ?? `cannot be read (${code || String(error)})`)
  })
  let needed: number
  try {
    needed = parseMetadata(tail).searchTreeSize + SEPARATOR
  } catch {
    throw refuse('is not an MMDB file: use one in the format of MaxMind or DB-IP')
  }
  if (!(needed <= size)) throw refuse('is damaged: it is incomplete')
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by Deskbell',
  EISDIR: 'is a folder: name a file in it',
}

async function readTail(path: string): Promise<{ tail: Buffer; size: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const tail = Buffer.alloc(Math.min(TAIL, size))
    await file.read(tail, 0, tail.length, size - tail.length)
    return { tail, size }
  } finally {
    await file.close()
  }
}
