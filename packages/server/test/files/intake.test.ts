import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Refused } from '../../src/platform/errors.ts'
import { readFreeBytes } from '../../src/files/disk.ts'
import type { FileLimits } from '../../src/platform/file-limits.ts'
import { agentOwner, channelOwner, visitorOwner, type FileOwner } from '../../src/files/owner.ts'
import { openFiles, type FilesOptions } from '../../src/files/files.ts'
import { realIds } from '../../src/platform/ids.ts'
import { handClock } from '../clock.ts'

const OFF: FileLimits = { floor: 0, perAddress: 0, perNetwork: 0, perAccount: 0, atOnce: 0 }
const visitor = (key: string, ip: string) => visitorOwner(1, 1, key, ip)
const ann = agentOwner(1, 1)

/** An intake with these limits, and a clock that does not move. */
async function openIntake(
  t: { after(fn: () => unknown): void },
  limits: Partial<FileLimits>,
  more: Partial<FilesOptions> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'deskbell-intake-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const clock = handClock()
  const files = await openFiles({ dataDir, clock, ids: realIds, limits: { ...OFF, ...limits }, ...more })
  t.after(() => files.close())
  /** Undefined when the file is admitted; else the code of the refusal. */
  const asks = (owner: FileOwner, bytes = 1) =>
    files.intake.admit(owner, bytes).then(
      () => undefined,
      (error: unknown) => {
        assert.ok(error instanceof Refused)
        assert.match(error.message, /^[A-Z].*\.$/)
        assert.ok((error.retryAfter ?? 0) > 0)
        return error.code
      },
    )
  return { clock, files, asks }
}

test('T48 concurrent files are limited per visitor, address and network, and in total', async (t) => {
  const { files, asks } = await openIntake(t, { atOnce: 6 })
  const first = await files.intake.admit(visitor('ada', '192.0.2.1'), 1)
  assert.deepEqual(
    [await asks(visitor('ada', '192.0.2.1')), await asks(visitor('ada', '192.0.2.1'))],
    [undefined, 'rate_limited'],
  )
  for (let i = 0; i < 4; i++) assert.equal(await asks(visitor(`fresh${i}`, '192.0.2.1')), undefined)
  assert.equal(await asks(visitor('fresh5', '192.0.2.1')), 'rate_limited')
  for (let i = 2; i < 8; i++) assert.equal(await asks(visitor(`near${i}`, `192.0.2.${i}`)), undefined)
  assert.equal(await asks(visitor('near9', '192.0.2.9')), 'rate_limited')
  for (let i = 0; i < 18; i++) assert.equal(await asks(visitor(`far${i}`, `198.51.${i}.1`)), undefined)
  assert.equal(await asks(visitor('far', '203.0.113.1')), 'busy')
  assert.equal(await asks(ann), undefined, 'agents have places of their own')
  assert.equal(await asks(channelOwner(1, 1)), undefined)
  first.settle(0)
  first.settle(0)
  assert.equal(await asks(visitor('ada', '192.0.2.1')), undefined)
  assert.equal(await asks(visitor('ada', '192.0.2.1')), 'rate_limited')
})

test('T49 new secrets of one address, and of one network, share an hourly limit', async (t) => {
  const { clock, files, asks } = await openIntake(t, { perAddress: 100, perNetwork: 250 })
  for (let i = 0; i < 10; i++) assert.equal(await asks(visitor(`k${i}`, '::ffff:192.0.2.1'), 10), undefined)
  assert.equal(await asks(visitor('k10', '192.0.2.1'), 10), 'rate_limited')
  const large = await files.intake.admit(visitor('k11', '192.0.2.2'), 100)
  assert.equal(await asks(visitor('k12', '192.0.2.3'), 60), 'rate_limited')
  assert.equal(await asks(visitor('k13', '192.0.2.3'), 50), undefined)
  assert.equal(await asks(visitor('k14', '192.0.3.1'), 100), undefined)
  large.settle(40)
  assert.equal(await asks(visitor('k15', '192.0.2.2'), 60), undefined, 'what was not kept is given back')
  assert.equal(await asks(visitor('k16', '192.0.2.4'), 1), 'rate_limited')
  assert.equal(await asks(visitor('k17', '2001:db8::1'), 100), undefined)
  assert.equal(await asks(visitor('k18', '2001:db8::2'), 1), 'rate_limited')
  assert.equal(await asks(ann, 1000), undefined)
  await clock.move(3600_000)
  assert.equal(await asks(visitor('k19', '192.0.2.1'), 100), undefined)
})

test('T49 an account’s storage is limited for visitors and channels, and agents can still upload', async (t) => {
  const table = new Map([[1, 60]])
  let reads = 0
  const readStored = async (account: number) => {
    reads++
    return table.get(account) ?? 0
  }
  const { clock, files, asks } = await openIntake(t, { perAccount: 100 }, { readStored })
  const first = await files.intake.admit(visitor('ada', '192.0.2.1'), 30)
  assert.equal(await asks(visitor('bea', '192.0.2.2'), 11), 'files_full', 'what arrives counts')
  first.settle(30)
  assert.equal(await asks(channelOwner(1, 1), 11), 'files_full', 'what was kept counts')
  assert.equal(await asks(ann, 1000), undefined)
  assert.equal(await asks(channelOwner(2, 5), 100), undefined, 'another account has its own')
  assert.equal(await asks(channelOwner(1, 1), 11), 'files_full')
  assert.equal(reads, 2, 'the table is not summed up for each file')
  table.set(1, 20)
  await clock.move(60_000)
  assert.equal(await asks(visitor('ada', '192.0.2.1'), 80), undefined)
})

test('T49 no file is admitted below the minimum of free disk space, and uploads count before they are written', async (t) => {
  let free = 1500
  const { clock, files, asks } = await openIntake(t, { floor: 1000 }, { readFree: async () => free })
  assert.equal(await asks(visitor('ada', '192.0.2.1'), 501), 'disk_full')
  const arriving = await files.intake.admit(visitor('ada', '192.0.2.1'), 400)
  assert.deepEqual([await asks(ann, 101), await asks(channelOwner(1, 1), 101)], ['disk_full', 'disk_full'])
  arriving.settle(400)
  assert.equal(await asks(ann, 101), 'disk_full', 'what was written since the last look counts')
  assert.equal(await files.disk.isLow(), false)
  free = 900
  await clock.move(1000)
  assert.equal(await files.disk.isLow(), true)
  assert.equal(await asks(ann, 1), 'disk_full')
  free = 2000
  await clock.move(1000)
  assert.equal(await asks(ann, 1000), undefined)
  assert.ok((await readFreeBytes(tmpdir())) > 0)
})
