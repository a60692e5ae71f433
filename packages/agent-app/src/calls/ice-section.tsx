import type { CallSettings, IceServer } from '@deskbell/protocol/agent/call-settings'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { number } from '../text/when.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { useChange } from './settings-query.ts'
import { callWords } from './words.ts'

const w = callWords.settings
/** The limits of the API (`IceServer`). */
const MOST = 10
const ADDRESS = /^(stun|stuns|turn|turns):\S+$/

type Draft = { url: string; username: string; credential: string }
const toDraft = ({ url, username = '', credential = '' }: IceServer): Draft => ({ url, username, credential })
const toServer = ({ url, username, credential }: Draft): IceServer => ({
  url: url.trim(),
  ...(username !== '' && { username }),
  ...(credential !== '' && { credential }),
})

/** The servers that help the browsers of a call to reach each other. */
export function IceSection({ settings }: { settings: CallSettings }) {
  const { busy, done, problem, change, clear } = useChange()
  const [begun, setBegun] = useState<readonly Draft[] | null>(null)
  const [isTold, setTold] = useState(false)
  const drafts = begun ?? settings.iceServers.map(toDraft)
  const wanted = drafts.map(toServer)
  const isWrong = ({ url }: Draft) => !ADDRESS.test(url.trim())
  const edit = (next: readonly Draft[] | null) => {
    clear()
    setBegun(next)
    if (next === null) setTold(false)
  }
  const put = (at: number, what: Partial<Draft>) =>
    edit(drafts.map((one, index) => (index === at ? { ...one, ...what } : one)))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTold(true)
    if (drafts.some(isWrong)) return
    if (!(await change({ iceServers: wanted }))) return
    setBegun(null)
    setTold(false)
  }
  const isDirty = JSON.stringify(wanted) !== JSON.stringify(settings.iceServers)
  return (
    <Section title={w.ice} help={w.iceHelp}>
      <form onSubmit={(event) => void save(event)} noValidate>
        {drafts.length === 0 && <p className="mb-3 text-sm text-muted">{w.noIce}</p>}
        <ul className="flex flex-col gap-3">
          {drafts.map((one, at) => (
            <li key={at}>
              <fieldset className="relative grid min-w-0 gap-3 rounded-lg border border-line p-3 pe-11 sm:grid-cols-2">
                <legend className="sr-only">{w.server(number(at + 1))}</legend>
                <TextField
                  className="sm:col-span-2"
                  label={w.url}
                  mono
                  dir="ltr"
                  placeholder="turn:turn.example.org:3478"
                  problem={
                    (isTold && isWrong(one)) || problem?.field?.startsWith(`/iceServers/${at}`) ? w.urlWrong : null
                  }
                  autoComplete="off"
                  spellCheck={false}
                  value={one.url}
                  onChange={(event) => put(at, { url: event.target.value })}
                />
                <TextField
                  label={w.username}
                  autoComplete="off"
                  maxLength={200}
                  value={one.username}
                  onChange={(event) => put(at, { username: event.target.value })}
                />
                <TextField
                  label={w.credential}
                  autoComplete="off"
                  maxLength={200}
                  value={one.credential}
                  onChange={(event) => put(at, { credential: event.target.value })}
                />
                <IconButton
                  label={w.remove(number(at + 1))}
                  className="absolute end-1.5 top-1.5"
                  onClick={() => edit(drafts.filter((_, index) => index !== at))}
                >
                  <X className="size-4" />
                </IconButton>
              </fieldset>
            </li>
          ))}
        </ul>
        {drafts.length < MOST && (
          <Button
            size="sm"
            className={drafts.length > 0 ? 'mt-3' : undefined}
            onClick={() => edit([...drafts, { url: '', username: '', credential: '' }])}
          >
            <Plus aria-hidden="true" className="size-4" />
            {w.add}
          </Button>
        )}
        {(begun !== null || done || problem) && (
          <SaveLine
            dirty={isDirty}
            busy={busy}
            done={done}
            problem={problem?.field?.startsWith('/iceServers/') ? null : problem?.text}
            onReset={() => edit(null)}
          />
        )}
      </form>
    </Section>
  )
}
