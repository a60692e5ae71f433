import type { TelegramCheck } from '@deskbell/protocol/agent/telegram'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useChange } from '../channels/use-change.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { Notice } from '../ui/notice.tsx'
import { OpenLink } from '../ui/open-link.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { linkOf, type PartProps } from './channel.ts'
import { CheckFound } from './check-found.tsx'

const w = words.telegram

/** The bot of the channel, its address for visitors, and a check whether their messages arrive. */
export function BotSection({ channel, mayChange }: PartProps) {
  const { ask } = useChange(channel)
  const { busy, problem, run } = useAct()
  const [result, setResult] = useState<TelegramCheck | null>(null)
  const { bot } = channel.telegram
  const check = () => {
    setResult(null)
    void run(() =>
      ask(async (stored) => {
        const found = await call('POST /channels/:channel/telegram/check', { params: { channel: channel.id } })
        setResult(found)
        if (!found.bot || !stored.telegram) return stored
        return { ...stored, telegram: { ...stored.telegram, bot: found.bot } }
      }),
    )
  }
  return (
    <Section title={w.connection} action={bot && <OpenLink href={linkOf(bot)}>{w.open}</OpenLink>}>
      {bot ? (
        <>
          <p className="breakable">
            {w.connectedAs} <bdi className="font-semibold">{bot.name}</bdi>{' '}
            <bdi dir="ltr" className="text-muted">
              (@{bot.username})
            </bdi>
          </p>
          <p className="mt-3 mb-1.5 text-sm text-muted text-pretty">{w.link}</p>
          <CodeLine text={linkOf(bot)} label={w.copyLink} />
        </>
      ) : (
        <p className="text-muted">{w.notAsked}</p>
      )}
      {mayChange && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="min-w-0 flex-1 basis-60 text-sm text-muted text-pretty">{w.checkHelp}</p>
          <Button size="sm" busy={busy} onClick={check}>
            {w.check}
          </Button>
        </div>
      )}
      {problem && <Notice className="mt-3">{problem.text}</Notice>}
      {result && <CheckFound result={result} />}
    </Section>
  )
}
