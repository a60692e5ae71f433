import type { CannedFile } from '@deskbell/protocol/agent/canned'
import { ATTACHMENTS_MAX } from '@deskbell/protocol/limits'
import { useEffect, useRef, useState } from 'react'
import { saying } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { pickFiles } from '../chat/pick-files.ts'
import { cannedWords } from './words.ts'

/** A file of an answer that is being written. */
export type DraftFile = { key: string; name: string; size: number } & (
  | { is: 'there'; file: CannedFile }
  /** `progress`: 0 to 1. */
  | { is: 'arriving'; progress: number }
  | { is: 'failed'; problem: string; given: File }
)

/** The files of an answer that is being written. Each is uploaded as soon as it is added. */
export function useFiles(first: readonly CannedFile[]) {
  const [files, setFiles] = useState<readonly DraftFile[]>(() =>
    first.map((file) => ({ key: file.file, name: file.name, size: file.size, is: 'there', file })),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const uploads = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const running = uploads.current
    return () => {
      for (const one of running.values()) one.abort(new DOMException('closed', 'AbortError'))
    }
  }, [])

  const amend = (changed: DraftFile) => setFiles((all) => all.map((one) => (one.key === changed.key ? changed : one)))
  const send = (key: string, given: File): void => {
    const controller = new AbortController()
    uploads.current.set(key, controller)
    const { name, size } = given
    const form = new FormData()
    form.append('file', given)
    const onProgress = (progress: number) => amend({ key, name, size, is: 'arriving', progress })
    onProgress(0)
    upload('POST /canned-answers/files', { form, onProgress, signal: controller.signal })
      .then(
        (file) => amend({ key, name: file.name, size: file.size, is: 'there', file }),
        (error: unknown) => {
          if (!controller.signal.aborted) amend({ key, name, size, is: 'failed', problem: saying(error), given })
        },
      )
      .finally(() => uploads.current.delete(key))
  }
  const add = (given: readonly File[]): void => {
    const { taken, problem } = pickFiles(given, given.length)
    const fit = taken.slice(0, ATTACHMENTS_MAX - files.length)
    setProblem(fit.length < taken.length ? cannedWords.tooManyFiles(ATTACHMENTS_MAX) : problem)
    const begun = fit.flatMap(({ key, file }) => (file ? [{ key, file }] : []))
    setFiles([
      ...files,
      ...begun.map(({ key, file: { name, size } }) => ({ key, name, size, is: 'arriving' as const, progress: 0 })),
    ])
    for (const { key, file } of begun) send(key, file)
  }
  const remove = (key: string): void => {
    uploads.current.get(key)?.abort(new DOMException('removed', 'AbortError'))
    setFiles(files.filter((one) => one.key !== key))
    setProblem(null)
  }
  const again = ({ key, given }: Extract<DraftFile, { is: 'failed' }>): void => send(key, given)
  return {
    files,
    problem,
    add,
    remove,
    again,
    /** All of them have arrived. */
    areThere: files.every(({ is }) => is === 'there'),
    ids: files.flatMap((one) => (one.is === 'there' ? [one.file.file] : [])),
  }
}
