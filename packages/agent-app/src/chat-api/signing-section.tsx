import type { Channel } from '@deskbell/protocol/agent/channel'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { point } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { Section } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { useChange } from '../channels/use-change.ts'

const w = words.channels

/**
 * The secret that signs requests. Fetched only when the agent asks to see it, and dropped when they leave the screen.
 */
export function SigningSection({ channel }: { channel: Channel }) {
  const { ask } = useChange(channel)
  const { busy, problem, run } = useAct()
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const until = channel.previousSecretUntil

  const reveal = () =>
    void run(async () =>
      setSecret((await call('GET /channels/:channel/secret', { params: { channel: channel.id } })).secret),
    )
  const rotate = async () => {
    await ask(() => call('POST /channels/:channel/secret/rotate', { params: { channel: channel.id } }))
    setSecret(null)
  }
  const eye = (
    <IconButton label={secret ? w.conceal : w.reveal} onClick={secret ? () => setSecret(null) : reveal}>
      {busy ? <Spinner /> : secret ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
    </IconButton>
  )
  return (
    <Section
      title={w.signing}
      help={w.signingHelp}
      action={
        <Button size="sm" onClick={() => setAsking(true)}>
          {w.rotateSecret}
        </Button>
      }
    >
      <p className="mb-1.5 text-sm font-medium">{w.secret}</p>
      {secret ? (
        <CodeLine text={secret} label={`${words.common.copy}: ${w.secret}`} actions={eye} />
      ) : (
        <div className="flex items-center rounded-lg border border-line bg-well py-1 ps-3 pe-1">
          <code dir="ltr" className="flex-1 py-1.5 font-mono text-xs text-muted">
            {channel.secret}
          </code>
          {eye}
        </div>
      )}
      {problem && <Notice className="mt-2">{problem.text}</Notice>}
      {until !== null && until > now && (
        <Notice tone="warm" className="mt-2">
          {w.previousSecret(point(until, now))}
        </Notice>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.rotateSecretTitle}
        action={w.rotateSecret}
        onConfirm={rotate}
      >
        {w.rotateSecretHelp}
      </Confirm>
    </Section>
  )
}
