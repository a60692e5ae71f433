import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { useState } from 'react'
import { toCurl } from '../text/curl.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { webhookWords } from '../words/webhooks.ts'
import { useWebhook } from './use-webhook.ts'

const w = webhookWords

/** A command that reads the stream from its beginning and follows it. */
const reading = (token: string): string =>
  toCurl({
    method: 'GET',
    url: `${location.origin}/api/events?after=0`,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  }).replace('curl ', 'curl --no-buffer ')

/** The token for reading the event stream. The server stores only its hash, so it is shown once. */
export function StreamSection({ webhook }: { webhook: Webhook }) {
  const { makeToken, endToken } = useWebhook(webhook)
  const { busy, problem, run } = useAct()
  const [token, setToken] = useState<string | null>(null)
  const [asking, setAsking] = useState<'again' | 'end' | null>(null)
  const make = async () => setToken(await makeToken())
  return (
    <Section
      title={w.stream}
      help={w.streamHelp}
      action={
        webhook.stream ? (
          <div className="flex gap-2">
            <Button size="sm" kind="danger" onClick={() => setAsking('end')}>
              {w.tokenEnd}
            </Button>
            <Button size="sm" onClick={() => setAsking('again')}>
              {w.tokenAgain}
            </Button>
          </div>
        ) : (
          <Button
            size="sm"
            kind={webhook.url === null ? 'primary' : 'plain'}
            busy={busy}
            onClick={() => void run(make)}
          >
            {w.tokenMake}
          </Button>
        )
      }
    >
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {token !== null && webhook.stream ? (
        <div role="status" className="animate-appear rounded-xl border border-tint-edge bg-tint p-3">
          <p className="mb-2 text-sm font-medium">{w.tokenMade}</p>
          <CodeLine text={token} label={`${words.common.copy}: ${w.token}`} />
          <p className="mt-3 mb-1.5 text-sm">{w.streamTry}</p>
          <CodeLine text={reading(token)} label={w.copyCurl} />
        </div>
      ) : (
        <p className="text-sm text-muted">{webhook.stream ? w.streamOn : w.streamOff}</p>
      )}
      <Confirm
        open={asking === 'again'}
        onOpenChange={() => setAsking(null)}
        title={w.tokenAgainTitle}
        action={w.tokenAgain}
        onConfirm={make}
      >
        {w.tokenAgainHelp}
      </Confirm>
      <Confirm
        open={asking === 'end'}
        onOpenChange={() => setAsking(null)}
        title={w.tokenEndTitle}
        action={w.tokenEnd}
        danger
        onConfirm={async () => {
          await endToken()
          setToken(null)
        }}
      >
        {w.tokenEndHelp}
      </Confirm>
    </Section>
  )
}
