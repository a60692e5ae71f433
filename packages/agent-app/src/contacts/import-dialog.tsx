import { IMPORT_MAX } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, useMemo, useState } from 'react'
import { number } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { type CsvRow, decodeFile, parseCsv } from './csv.ts'
import { COLUMN_KINDS, type ColumnKind, guessKinds, toLine } from './import-file.ts'
import { ImportReport } from './import-report.tsx'
import { useImport } from './use-import.ts'
import { contactWords } from './words.ts'

const w = contactWords
/** Contacts of the preview. */
const SHOWN = 3

/** The names of a file's columns, and its other rows. */
type CsvFile = { titles: readonly string[]; rows: readonly CsvRow[] }
type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Imports contacts: chooses the file, says what its columns contain, and shows the progress and each refused line. */
export default function ImportDialog({ open, onOpenChange }: Props) {
  const queries = useQueryClient()
  const [file, setFile] = useState<CsvFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    if (!chosen) return
    const [head, ...rows] = parseCsv(decodeFile(await chosen.arrayBuffer()))
    const wrong =
      rows.length === 0 ? w.importUnread : rows.length > IMPORT_MAX ? w.importMany(number(IMPORT_MAX)) : null
    setProblem(wrong)
    setFile(wrong === null ? { titles: head?.cells ?? [], rows } : null)
  }
  const close = (next: boolean) => {
    if (!next) void queries.invalidateQueries({ queryKey: ['contacts'] })
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={close} title={w.importTitle} wide>
      {file === null ? (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-muted">{w.importHelp}</p>
          <label className="flex cursor-pointer flex-col items-center gap-2 rounded-2xl border border-dashed border-edge px-6 py-10 font-medium transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
            <FileUp aria-hidden="true" className="size-6 text-muted" />
            {w.importChoose}
            <input type="file" accept=".csv,text/csv" className="sr-only" onChange={(event) => void choose(event)} />
          </label>
          {problem !== null && <Notice>{problem}</Notice>}
        </div>
      ) : (
        <Columns file={file} onEnd={() => close(false)} />
      )}
    </Dialog>
  )
}

function Columns({ file, onEnd }: { file: CsvFile; onEnd: () => void }) {
  const { titles, rows } = file
  const [kinds, setKinds] = useState<readonly ColumnKind[]>(() => guessKinds(titles))
  const lines = useMemo(() => file.rows.map((row) => toLine(row, file.titles, kinds)), [file, kinds])
  const { progress, run, stop } = useImport(lines)
  if (progress.state !== 'idle')
    return <ImportReport lines={lines} progress={progress} onRun={run} onStop={stop} onEnd={onEnd} />
  const used = kinds.filter((kind) => kind !== 'skip' && kind !== 'field')
  const isTwice = new Set(used).size < used.length
  const problem = isTwice ? w.importTwice : used.length === 0 ? w.importNone : null
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-medium">{w.importColumns}</legend>
        <ul className="flex flex-col gap-2">
          {titles.map((title, place) => {
            const example = rows.find(({ cells }) => (cells[place] ?? '').trim() !== '')?.cells[place]
            return (
              <li key={place} className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3">
                <span className="min-w-0 text-sm">
                  <bdi className="block truncate">{title || '–'}</bdi>
                  {example !== undefined && (
                    <span className="block truncate text-xs text-muted">{w.importExample(example.slice(0, 60))}</span>
                  )}
                </span>
                <Select
                  compact
                  aria-label={w.importColumn(title)}
                  value={kinds[place] ?? 'skip'}
                  options={COLUMN_KINDS.map((kind) => [kind, w.importKinds[kind]] as const)}
                  onChange={(value) =>
                    setKinds(
                      kinds.map((kind, at) =>
                        at === place ? (COLUMN_KINDS.find((one) => one === value) ?? kind) : kind,
                      ),
                    )
                  }
                />
              </li>
            )
          })}
        </ul>
      </fieldset>
      <section aria-label={w.importPreview} className="rounded-xl bg-well px-4 py-3 text-sm">
        <h3 className="font-semibold">{w.importPreview}</h3>
        <ol className="mt-1.5 flex flex-col gap-1">
          {lines.slice(0, SHOWN).map(({ line, name, email, phone, externalId, fields = [] }) => (
            <li key={line} className="breakable">
              <bdi>
                {[name, email, phone, externalId, ...fields.map(({ title, content }) => `${title}: ${content}`)]
                  .filter((part) => part !== undefined)
                  .join(' · ') || w.nothing}
              </bdi>
            </li>
          ))}
        </ol>
      </section>
      {problem !== null && <Notice tone="warm">{problem}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onEnd}>{words.common.cancel}</Button>
        <Button kind="primary" disabled={problem !== null} onClick={run}>
          {w.importStart(lines.length)}
        </Button>
      </div>
    </div>
  )
}
