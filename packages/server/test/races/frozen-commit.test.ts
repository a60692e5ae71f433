import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { soon } from '../channels/widget/soon.ts'
import type { Edit } from '../checker/edits.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePort } from '../free-port.ts'
import { ANN, tokenOf } from '../test-server.ts'

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'

/** Where the process freezes: with a conversation locked, and with the counters of the account locked as well. */
const POINTS: Record<string, Edit> = {
  'with a conversation locked': freezeAt('  const deciding = new Deciding(read, now, readFacts)\n'),
  'with the counters of the account locked': freezeAt('  // The writes may take no longer than the senders wait.'),
}

function freezeAt(find: string): Edit {
  const put = `  if (JSON.stringify(inputs).includes('freeze now')) process.kill(process.pid, 'SIGSTOP')\n${find}`
  return { file: 'conversation/commit/batch.ts', find, put }
}

const isStopped = (pid: number) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

for (const [where, edit] of Object.entries(POINTS))
  test(
    `R19 a process that freezes in a commit, ${where}, stops no other one: each answers 200`,
    { skip },
    async (t) => {
      const place = await makePlace('server')
      const options = { place, serverUrl: 'http://127.0.0.1:1' }
      const frozen = new ServerProcess({ ...options, edits: [edit] }, await freePort())
      const other = new ServerProcess(options, await freePort())
      t.after(async () => {
        await Promise.all([frozen.close(), other.close()])
        await place.drop()
      })
      await frozen.start()
      await other.start()
      const write = async ({ channelUrl }: ServerProcess, id: string, text: string) => {
        const body = JSON.stringify({ sender: { id }, message: { type: 'text', text } })
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(channelUrl, { method: 'POST', headers, body })
        await answer.text()
        return answer.status
      }
      assert.equal(await write(other, 'known', 'hello'), 200)

      const last = write(frozen, 'new', 'freeze now')
      await soon(() => isStopped(frozen.pid), 20_000)
      const statuses = await Promise.all(
        ['new', 'known', ...Array.from({ length: 8 }, (_, i) => `visitor ${i}`)].map((id) =>
          write(other, id, `of ${id}`),
        ),
      )
      assert.deepEqual([...new Set(statuses)], [200])

      frozen.signal('SIGCONT')
      const status = await last
      const listed = await fetch(`${other.url}/api/chats?limit=200`, {
        headers: { authorization: `Bearer ${tokenOf(ANN)}` },
      })
      const text = await listed.text()
      assert.equal(text.includes('of new'), true)
      const entries = await Promise.all(
        (JSON.parse(text) as { chats: { id: number }[] }).chats.map(async ({ id }) => {
          const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
          return (await fetch(`${other.url}/api/chats/${id}/entries?after=0&limit=500`, { headers })).text()
        }),
      )
      assert.equal(
        entries.some((one) => one.includes('freeze now')),
        status === 200,
        `it was answered ${status}`,
      )
    },
  )
