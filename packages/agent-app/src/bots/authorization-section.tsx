import type { Bot } from '@deskbell/protocol/agent/bot'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { AuthorizationForm } from './authorization-form.tsx'
import { useChange } from './use-change.ts'

const w = words.bots

/** Whether both sides require an access token (B15), and how each obtains it. */
export function AuthorizationSection({ bot }: { bot: Bot }) {
  const { authorization, tokenAddress } = bot
  const [opening, setOpening] = useState(false)
  const [asking, setAsking] = useState(false)
  const { change, problem } = useChange(bot)
  const off = async () => {
    setOpening(false)
    await change({ authorization: null })
  }
  return (
    <Section
      title={w.authorization}
      help={w.authorizationHelp}
      action={
        authorization ? (
          <Button size="sm" onClick={() => setAsking(true)}>
            {w.switchOff}
          </Button>
        ) : (
          <Button size="sm" onClick={() => setOpening(!opening)}>
            {opening ? words.common.cancel : w.switchOn}
          </Button>
        )
      }
    >
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {authorization ? (
        <Notice tone="info" className="mb-4">
          {w.authorizationOn}
        </Notice>
      ) : (
        !opening && <p className="text-sm text-soft">{w.authorizationOff}</p>
      )}
      {(authorization || opening) && <AuthorizationForm bot={bot} isNew={!authorization} />}
      {tokenAddress !== null && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="mb-1.5 text-sm font-medium">{w.tokenAddress}</p>
          <CodeLine text={tokenAddress} label={w.copyTokenAddress} />
        </div>
      )}
      <Confirm open={asking} onOpenChange={setAsking} title={w.switchOffTitle} action={w.switchOff} onConfirm={off}>
        {w.switchOffHelp(bot.name)}
      </Confirm>
    </Section>
  )
}
