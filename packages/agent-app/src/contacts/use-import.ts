import type { ImportLine, ImportResult } from '@deskbell/protocol/agent/contact'
import { IMPORT_LINES } from '@deskbell/protocol/limits'
import { useEffect, useRef, useState } from 'react'
import { call, saying } from '../api/client.ts'
import { nextBatch } from './import-file.ts'

/** How far an import has come. `done`: lines that the server has answered. */
export interface Progress {
  readonly state: 'idle' | 'running' | 'stopped' | 'complete'
  readonly done: number
  readonly counts: Readonly<Record<ImportResult['result'], number>>
  readonly refused: readonly ImportResult[]
  /** Why it stopped. */
  readonly problem: string | null
}

const NONE: Progress = {
  state: 'idle',
  done: 0,
  counts: { added: 0, changed: 0, same: 0, refused: 0 },
  refused: [],
  problem: null,
}

/** The same for the same lines, so that the server knows which it has stored when the file is imported again. */
async function keyOf(lines: readonly ImportLine[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(lines))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends the lines of an import, one request after the other. A stopped import continues where it was. */
export function useImport(lines: readonly ImportLine[]) {
  const [progress, setProgress] = useState<Progress>(NONE)
  const stopped = useRef(false)
  useEffect(() => () => void (stopped.current = true), [])

  const run = async () => {
    stopped.current = false
    let now: Progress = { ...progress, state: 'running', problem: null }
    setProgress(now)
    try {
      const key = await keyOf(lines)
      while (now.done < lines.length && !stopped.current) {
        const batch = nextBatch(lines, now.done, IMPORT_LINES)
        const body = { file: { key, lines: lines.length }, lines: [...batch] }
        const { results } = await call('POST /contacts/import', { body })
        const counts = { ...now.counts }
        for (const { result } of results) counts[result]++
        const refused = [...now.refused, ...results.filter(({ result }) => result === 'refused')]
        now = { ...now, done: now.done + batch.length, counts, refused }
        setProgress(now)
      }
      setProgress({ ...now, state: now.done < lines.length ? 'stopped' : 'complete' })
    } catch (error) {
      setProgress({ ...now, state: 'stopped', problem: saying(error) })
    }
  }
  return { progress, run: () => void run(), stop: () => void (stopped.current = true) }
}
