import type { Channel, CheckResult } from '@deskbell/protocol/agent/channel'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { CheckFound } from './check-found.tsx'
import { useChange } from '../channels/use-change.ts'

const w = words.channels

/** The address for agents' messages, with a check whether they would arrive. */
export function ServerSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const saved = channel.serverUrl ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, done, problem, change, clear } = useChange(channel)
  const check = useAct()
  const [result, setResult] = useState<CheckResult | null>(null)
  const url = typed ?? saved

  const save = (event: FormEvent) => {
    event.preventDefault()
    void change({ serverUrl: url.trim() === '' ? null : url.trim() }).then((saved) => saved && setTyped(null))
  }
  const tryOut = () => {
    setResult(null)
    const body = url.trim() === '' ? {} : { serverUrl: url.trim() }
    void check.run(async () =>
      setResult(await call('POST /channels/:channel/check', { params: { channel: channel.id }, body })),
    )
  }
  return (
    <Section title={w.server}>
      <form onSubmit={save}>
        <TextField
          label={w.serverUrl}
          type="url"
          inputMode="url"
          dir="ltr"
          mono
          value={url}
          readOnly={!mayChange}
          placeholder="https://shop.example/chat"
          help={w.serverUrlHelp}
          problem={problem?.text ?? null}
          onChange={(event) => {
            clear()
            setTyped(event.target.value)
          }}
        />
        {mayChange && (
          <>
            <SaveLine dirty={url.trim() !== saved} busy={busy} done={done} onReset={() => setTyped(null)} />
            <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
              <p className="min-w-0 flex-1 basis-60 text-sm text-muted text-pretty">{w.checkHelp}</p>
              <Button size="sm" busy={check.busy} disabled={url.trim() === ''} onClick={tryOut}>
                {w.check}
              </Button>
            </div>
          </>
        )}
      </form>
      {check.problem && <Notice className="mt-3">{check.problem.text}</Notice>}
      {result && <CheckFound result={result} />}
    </Section>
  )
}
