import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { realIds } from '../../src/platform/ids.ts'
import type { DbKind, Place } from '../db.ts'

/** Code that is compiled already makes every start shorter, as it does for `npm start`. */
const COMPILED = process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
const COMMAND = fileURLToPath(new URL('../../src/backup.ts', import.meta.url))
/** A machine that is busy with other tests takes its time (ms). */
const WITHIN = 120_000

/** An empty place for a desk: a folder, and for a server a new database without tables. */
export async function makeEmpty(kind: DbKind): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-empty-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (kind === 'embedded') return { dataDir, drop: async () => removeFolder() }
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  const name = `deskbell_empty_${realIds.letters(12).toLowerCase()}`
  const administer = async (text: string) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  await administer(`create database ${name} encoding 'UTF8' template template0`)
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: databaseUrl.href,
    async drop() {
      await administer(`drop database if exists ${name} with (force)`)
      removeFolder()
    },
  }
}

/** Runs a command of the backups, as an operator does. */
export async function command(
  { dataDir, databaseUrl }: Omit<Place, 'drop'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: {
      ...{ PATH: process.env['PATH'], DATA_DIR: dataDir, SECRET_KEY: 'a key for tests alone' },
      ...COMPILED,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: WITHIN,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}
