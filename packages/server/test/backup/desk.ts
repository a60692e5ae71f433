import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../src/db/open.ts'
import { realClock } from '../../src/platform/clock.ts'
import { makePlace, quietLog, type DbKind, type Place } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, startTestServer, tokenOf } from '../test-server.ts'
import { command } from './places.ts'

/** A desk that runs, with chats and a file, and a folder for its backups. */
export async function startDesk(kind: DbKind) {
  const integrator = await startIntegratorServer()
  integrator.answers()
  const place = await makePlace(kind)
  if (kind === 'server') place.dataDir = mkdtempSync(join(tmpdir(), 'deskbell-backup-'))
  const server = await startTestServer({ kind, place, channel: { serverUrl: `${integrator.url}/chat` } })
  for (let i = 0; i < 20; i++)
    await server.visitor(`visitor ${i}`, { name: `Carl ${i}\t\\N “x”` }).writes(`hello\n${i}`)
  const [chat] = await server.agent().chats()
  assert.ok(chat)
  await server.agent().accepts(chat.id)
  const form = new FormData()
  form.set('file', new Blob(['the words of a file']), 'words.txt')
  const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
  const sent = await server.ask(`/api/chats/${chat.id}/files`, { method: 'POST', body: form, headers })
  assert.equal(sent.status, 200, sent.text)
  await server.settled()
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-backups-'))
  const { dataDir } = server.services.config
  return {
    server,
    integrator,
    dataDir,
    /** A path for a backup. */
    pathOf: (name: string) => join(folder, name),
    /** Runs a command of the backups with the settings of the desk. */
    command: (args: readonly string[], env: Record<string, string> = {}) => command({ ...place, dataDir }, args, env),
    async close() {
      await server.close()
      await integrator.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type Desk = Awaited<ReturnType<typeof startDesk>>

export const openPlace = (place: Pick<Place, 'dataDir' | 'databaseUrl'>) =>
  openDb({ ...place, clock: realClock, log: quietLog, onFatal: assert.fail })
