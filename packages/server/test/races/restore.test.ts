import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { CannotOpen } from '../../src/db/errors.ts'
import { mendSecondWall } from '../../src/db/second-wall.ts'
import { readAccess } from '../../src/db/schema.ts'
import { openDb } from '../../src/db/open.ts'
import { realClock } from '../../src/platform/clock.ts'
import { addAccount } from '../agent-api/servers.ts'
import { freePort } from '../free-port.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { quietLog, type Place } from '../db.ts'
import { ANN, startTestServer, tokenOf } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { findBinaries, startOwnPostgres } from './own-postgres.ts'
import { follow, recipesUnder } from './recipe.ts'

const FILE = 'the words of a file'
const PASSWORD = 'correct horse battery'
/** The key is in DATA_DIR, as after `npm start`. */
const KEY_IN_FOLDER = { SECRET_KEY: '' }
const bin = findBinaries()

/** Creates an installation with two accounts, a chat, a file and a secret.key. */
async function fill(place: Place): Promise<number> {
  mkdirSync(place.dataDir, { mode: 0o700 })
  const testServer = await startTestServer({
    kind: place.databaseUrl ? 'server' : 'embedded',
    place,
    env: KEY_IN_FOLDER,
  })
  try {
    await testServer.visitor('c1', { name: 'Carl' }).writes('before the backup')
    const [chat] = await testServer.agent().chats()
    assert.ok(chat)
    await testServer.agent().accepts(chat.id)
    const form = new FormData()
    form.set('file', new Blob([FILE]), 'words.txt')
    const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
    const sent = await testServer.ask(`/api/chats/${chat.id}/files`, { method: 'POST', body: form, headers })
    assert.equal(sent.status, 200, sent.text)
    await addAccount(testServer, { chats: 1 })
    await testServer.settled()
    return chat.id
  } finally {
    await testServer.stop()
  }
}

/** Uses the installation as an agent does, through the real program. */
async function use(place: Place, chat: number): Promise<void> {
  const integrator = await startIntegratorServer()
  integrator.behaves((_request, response) => void response.end('{"result":"ok"}'))
  const server = new ServerProcess({ place, serverUrl: integrator.url, env: KEY_IN_FOLDER }, await freePort())
  try {
    await server.start()
    const signedIn = await fetch(`${server.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://localhost:${server.port}` },
      body: JSON.stringify({ email: ANN, password: PASSWORD }),
    })
    assert.equal(signedIn.status, 200, await signedIn.text())
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { cookie, origin: `http://localhost:${server.port}`, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/api${path}`, { headers, ...init })
      const text = await answer.text()
      assert.ok(answer.ok, `${path}: ${answer.status} ${text}`)
      return text
    }
    assert.match(await ask('/chats'), /Carl/)
    const entries = await ask(`/chats/${chat}/entries?after=0&limit=100`)
    assert.match(entries, /before the backup/)
    const link = /"url":"([^"]+words[^"]*)"/.exec(entries)?.[1] ?? ''
    const { pathname, search } = new URL(link)
    assert.equal(await (await fetch(server.url + pathname + search)).text(), FILE)
    await ask(`/chats/${chat}/messages`, { method: 'POST', body: JSON.stringify({ text: 'after the restore' }) })
    assert.match(await ask(`/chats/${chat}/entries?after=0&limit=100`), /after the restore/)
  } finally {
    await server.close()
    await integrator.close()
  }
}

/** Checks that row-level security is in place and shows agents of one account nothing of the other. */
async function assertKeptApart({ databaseUrl, dataDir }: Place): Promise<void> {
  const onFatal = (error: Error) => {
    throw error
  }
  const db = await openDb({ dataDir, clock: realClock, log: quietLog, onFatal, ...(databaseUrl && { databaseUrl }) })
  try {
    const access = await db.administer(readAccess)
    assert.ok(access.filter(({ kind }) => kind === 'policy').length >= 25)
    for (const table of ['account', 'chat', 'visitor']) {
      const column = table === 'account' ? 'id' : 'account_id'
      const seen = { name: `test_${table}`, text: `select distinct ${column} as account from ${table} order by 1` }
      assert.deepEqual(await db.query(seen, []), [{ account: 1 }, { account: 2 }])
      for (const account of [1, 2])
        assert.deepEqual(await db.asAccount(account, (tx) => tx.query(seen, [])), [{ account }])
    }
  } finally {
    await db.close()
  }
}

describe('a backup that is restored as docs/operate.md says', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-restore-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const env = (more: Record<string, string>) => ({ PATH: process.env['PATH'] ?? '', ...more })

  test('T54 embedded: a restored folder is the same installation', async () => {
    const [backUp = '', restore = '', ...rest] = recipesUnder('### Embedded')
    assert.deepEqual(rest, [])
    const first: Place = { dataDir: join(folder, 'embedded-1'), drop: async () => {} }
    const second: Place = { dataDir: join(folder, 'embedded-2'), drop: async () => {} }
    const BACKUP = join(folder, 'embedded-backup')
    const chat = await fill(first)
    await follow(backUp, env({ DATA_DIR: first.dataDir, BACKUP }))
    rmSync(first.dataDir, { recursive: true })
    await follow(restore, env({ DATA_DIR: second.dataDir, BACKUP }))
    await use(second, chat)
    await assertKeptApart(second)
  })

  describe('on Postgres', { skip: bin === undefined && 'there is no Postgres server on this machine' }, () => {
    const tools = `${bin}:${process.env['PATH']}`
    const [backUp = '', restore = '', ...rest] = recipesUnder('### On Postgres')
    const BACKUP = join(tmpdir(), `deskbell-restore-backup-${process.pid}`)
    let first: Awaited<ReturnType<typeof startOwnPostgres>>
    let second: Awaited<ReturnType<typeof startOwnPostgres>>
    let chat: number
    const firstFolder = () => join(folder, 'postgres-1')
    before(async () => {
      assert.deepEqual(rest, [])
      first = await startOwnPostgres(bin ?? '')
      second = await startOwnPostgres(bin ?? '')
      chat = await fill({ dataDir: firstFolder(), databaseUrl: first.databaseUrl, drop: async () => {} })
      await follow(backUp, { PATH: tools, DATABASE_URL: first.databaseUrl, DATA_DIR: firstFolder(), BACKUP })
    })
    after(async () => {
      await first.drop()
      await second.drop()
      rmSync(BACKUP, { recursive: true, force: true })
    })
    const sql = async (databaseUrl: string, text: string): Promise<void> => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      try {
        await client.query(text)
      } finally {
        await client.end()
      }
    }
    const urlOf = (database: string, user = 'postgres') => {
      const url = new URL(second.databaseUrl)
      url.pathname = database
      url.username = user
      return url.href
    }

    /** The first steps of a start. */
    async function starts(databaseUrl: string): Promise<number> {
      const onFatal = () => {}
      const db = await openDb({ databaseUrl, dataDir: '', clock: realClock, log: quietLog, onFatal })
      try {
        return await mendSecondWall(db, quietLog)
      } finally {
        await db.close()
      }
    }
    /** The statements that the error message tells the operator to run. */
    async function statementsOf(refused: Promise<unknown>): Promise<string> {
      const error = await refused.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      assert.ok(error instanceof CannotOpen, String(error))
      assert.match(error.message, /^The database lacks .* may not restore it\. Run this .*:\n\n/)
      return error.message.slice(error.message.indexOf('\n\n'))
    }
    /** An earlier version of the recipe: the role is missing, and pg_restore reports that and goes on. */
    async function restoresWithoutRole(databaseUrl: string): Promise<void> {
      for (const database of ['postgres', 'bare', 'limited']) {
        const forget = 'drop owned by deskbell_agent'
        await sql(urlOf(database), `do $$ begin ${forget}; exception when undefined_object then null; end $$`)
      }
      await sql(second.databaseUrl, 'drop role if exists deskbell_agent')
      const restore = 'pg_restore --no-owner --dbname="$DATABASE_URL" "$BACKUP/desk.dump"'
      await assert.rejects(follow(restore, { PATH: tools, DATABASE_URL: databaseUrl, BACKUP }), /deskbell_agent/)
      const client = new pg.Client(databaseUrl)
      await client.connect()
      const access = await readAccess(client)
      await client.end()
      assert.equal(access.filter(({ kind, roles }) => kind === 'policy' || roles.includes('deskbell_agent')).length, 0)
    }

    test('T54 a backup restored into an empty cluster is the same installation', async () => {
      const place = { dataDir: join(folder, 'postgres-2'), databaseUrl: second.databaseUrl, drop: async () => {} }
      await follow(restore, { PATH: tools, DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir, BACKUP })
      await use(place, chat)
      await assertKeptApart(place)
      // The start had nothing to restore.
      assert.equal(await starts(place.databaseUrl), 0)
    })

    test('T54 restored without the role, the server creates role, policies and grants again', async () => {
      const place = { dataDir: firstFolder(), databaseUrl: urlOf('bare'), drop: async () => {} }
      await sql(second.databaseUrl, 'create database bare')
      await sql(second.databaseUrl, 'create database limited')
      await restoresWithoutRole(place.databaseUrl)
      await use(place, chat)
      await assertKeptApart(place)
    })

    test('T54 a database user without the rights gets the statements to run, and the server starts after they were run', async () => {
      await sql(second.databaseUrl, 'create role "Desk 1" login')
      await sql(second.databaseUrl, 'alter database limited owner to "Desk 1"')
      const limited = urlOf('limited', 'Desk%201')
      await sql(urlOf('limited'), 'alter schema public owner to "Desk 1"')
      await restoresWithoutRole(limited)

      const role = await statementsOf(starts(limited))
      assert.equal(role, '\n\ncreate role deskbell_agent nologin;\ngrant deskbell_agent to "Desk 1";\n')
      await sql(urlOf('limited'), role)
      assert.ok((await starts(limited)) > 50)
      await assertKeptApart({ dataDir: '', databaseUrl: limited, drop: async () => {} })

      await sql(urlOf('limited'), 'revoke deskbell_agent from "Desk 1"')
      const membership = await statementsOf(starts(limited))
      assert.equal(membership, '\n\ngrant deskbell_agent to "Desk 1";\n')
      await sql(urlOf('limited'), membership)

      await sql(
        urlOf('limited'),
        'alter table chat owner to postgres; alter function chats_found(tsquery, tsquery, int) owner to postgres',
      )
      const owners = await statementsOf(starts(limited))
      await sql(urlOf('limited'), owners)
      assert.equal(await starts(limited), 0)
    })

    test('T54 without secret.key, or with another, the server refuses to start and makes no key', async () => {
      const dataDir = join(folder, 'without-key')
      const place = { dataDir, databaseUrl: urlOf('bare'), drop: async () => {} }
      mkdirSync(dataDir)
      const options = { place, serverUrl: 'http://127.0.0.1:1/', env: KEY_IN_FOLDER }
      const server = new ServerProcess(options, await freePort())
      try {
        await assert.rejects(server.start(), /secret\.key is missing\. Copy secret\.key .* or set SECRET_KEY/)
        assert.equal(existsSync(join(dataDir, 'secret.key')), false)
        writeFileSync(join(dataDir, 'secret.key'), 'another key than the one of before\n')
        await assert.rejects(server.start(), /another key than that of .*secret\.key .*Copy secret\.key .* SECRET_KEY/)
        cpSync(join(BACKUP, 'secret.key'), join(dataDir, 'secret.key'))
        await server.start()
      } finally {
        await server.close()
      }
    })
  })
})
