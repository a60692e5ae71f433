import { open } from 'node:fs/promises'
import { Reader, type Response } from 'mmdb-lib'
import { parseMetadata } from 'mmdb-lib/lib/metadata.js'
import { ConfigError } from '../platform/config.ts'
import type { PublicAddress } from './address.ts'

/** What describes an MMDB file stands at its end, within so many bytes. */
const TAIL = 128 * 1024
/** Between the tree and the records (bytes). */
const SEPARATOR = 16

/** A table of places by address. */
export interface Table {
  /** The record of an address as it is written; null when there is none. Throws where the file is damaged. */
  get(address: PublicAddress): unknown
}

/** `file`: all bytes of an MMDB file. */
export function toTable(file: Buffer): Table {
  const reader = new Reader<Response>(file)
  // A tree of IPv4 addresses takes the first half of any other for one of its own.
  const holds = ({ family }: PublicAddress) => family === 4 || reader.metadata.ipVersion === 6
  return { get: (address) => (holds(address) ? reader.get(address.text) : null) }
}

/**
 * Throws a ConfigError, in a sentence for the operator, when the file of GEOIP_DB cannot be read or is none. Looks at its
 * end alone: the whole of it is read when the first visitor comes.
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
    throw refuse('is no MMDB file: give one in the format of MaxMind or DB-IP')
  }
  if (!(needed <= size)) throw refuse('is damaged: it is shorter than it says')
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'Deskbell may not read',
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
