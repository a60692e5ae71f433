import type { Bot } from '@deskbell/protocol/agent/bot'
import { type FormEvent, useState } from 'react'
import { CodeLine } from '../ui/code-line.tsx'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { beforeToken } from './before-token.ts'
import { useChange } from './use-change.ts'

const w = words.bots

/** The address that the server posts events to, and the address that the provider posts to. */
export function ConnectionSection({ bot }: { bot: Bot }) {
  const [url, setUrl] = useState<string | null>(null)
  const [id, setId] = useState<string | null>(null)
  const { busy, done, problem, change, clear, at } = useChange(bot)
  const providerUrl = (url ?? bot.providerUrl).trim()
  const providerId = (id ?? bot.providerId).trim()
  const reset = () => {
    clear()
    setUrl(null)
    setId(null)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change({
      ...(providerUrl !== bot.providerUrl && { providerUrl }),
      ...(providerId !== bot.providerId && { providerId }),
    }).then((saved) => {
      if (!saved) return
      setUrl(null)
      setId(null)
    })
  }
  return (
    <Section title={w.connection} help={w.connectionHelp}>
      <form onSubmit={save}>
        <div className="flex flex-col gap-4">
          <TextField
            label={w.providerUrl}
            type="url"
            inputMode="url"
            dir="ltr"
            mono
            required
            value={url ?? bot.providerUrl}
            help={w.providerUrlHelp}
            problem={at('providerUrl')}
            onChange={(event) => setUrl(event.target.value)}
          />
          <TextField
            label={w.providerId}
            dir="ltr"
            mono
            required
            maxLength={100}
            pattern="[A-Za-z0-9._~\-]+"
            title={w.providerIdHelp}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={id ?? bot.providerId}
            help={w.providerIdHelp}
            problem={at('providerId')}
            onChange={(event) => setId(event.target.value)}
          />
        </div>
        <SaveLine
          dirty={providerUrl !== bot.providerUrl || providerId !== bot.providerId}
          busy={busy}
          done={done}
          problem={at('providerUrl') || at('providerId') ? null : problem?.text}
          onReset={reset}
        />
      </form>
      <div className="mt-4 border-t border-line pt-4">
        <p className="mb-1.5 text-sm font-medium">{w.address}</p>
        <CodeLine text={beforeToken(bot.address)} label={w.copyAddress}>
          {beforeToken(bot.address)}
          <span className="text-muted">{bot.address.slice(beforeToken(bot.address).length)}</span>
        </CodeLine>
        <p className="mt-1.5 text-xs text-muted text-pretty">
          {w.addressHelp} {bot.authorization && w.addressClosed}
        </p>
      </div>
    </Section>
  )
}
