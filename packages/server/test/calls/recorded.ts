import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convert } from '../../src/calls/recording/convert.ts'
import type { FileRow } from '../../src/files/rows.ts'
import { makeFileId } from '../../src/files/store.ts'
import type { TestServer } from '../test-server.ts'
import { captureOf } from './capture.ts'
import { insertCall } from './insert.ts'

const [AGENT_PORT, CLIENT_PORT] = [16_000, 16_002]
const [HERS, THEIRS] = [440, 1000]

interface Person {
  readonly id: number
  readonly name: string
}

/** A call of the visitor of a chat that is over and recorded: the agent is a tone on the left, the client one on the right. */
export async function insertRecordedCall(
  server: TestServer,
  { account, chat, agent, seconds = 6 }: { account: number; chat: number; agent: Person; seconds?: number },
): Promise<number> {
  const id = await insertCall(server, account, chat, [agent], { records: true })
  const { callCommit } = server.services
  await callCommit.change(account, id, [{ type: 'call.accept', agent }])
  await callCommit.change(account, id, [{ type: 'call.hang_up', agent, ends: true }])
  const file = await storeMp3(server, { account, call: id, seconds })
  const ended = await callCommit.change(account, id, [{ type: 'call.finish', recording: file.id }], [file])
  if (ended.kind === 'refused') throw new Error(ended.why.refused)
  return id
}

async function storeMp3(
  { services: { clock, files, ids } }: TestServer,
  { account, call, seconds }: { account: number; call: number; seconds: number },
): Promise<FileRow> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-recorded-'))
  try {
    const [pcap, mp3] = [join(folder, 'call.pcap'), join(folder, 'call.mp3')]
    const tone = { type: 8, from: 0, to: seconds * 1000 } as const
    writeFileSync(
      pcap,
      captureOf(
        { ...tone, frequency: HERS, port: AGENT_PORT, source: 1 },
        { ...tone, frequency: THEIRS, port: CLIENT_PORT, source: 2 },
      ),
    )
    const sideOf = (port: number) => (port === AGENT_PORT ? 'agent' : port === CLIENT_PORT ? 'client' : undefined)
    await convert({ pcap, mp3, rate: 8000, sideOf, over: AbortSignal.abort() })
    const id = makeFileId(ids)
    const { size } = statSync(mp3)
    await files.store.keep(mp3, id, 'whole')
    return {
      ...{ account, id, chat: null, entry: null, purpose: 'call', name: `call-${call}.mp3`, mime: 'audio/mpeg' },
      ...{ inline: true, size, width: null, height: null, thumb: false, at: clock.now() },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
