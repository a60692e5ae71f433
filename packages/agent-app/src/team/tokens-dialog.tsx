import type { Agent } from '@deskbell/protocol/agent/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { type Token, tokensOfQuery } from '../api/queries.ts'
import { TokenRow } from '../me/token-row.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'

const w = words.team

type Props = { agent: Agent; open: boolean; onOpenChange: (open: boolean) => void }

/** The API tokens of a colleague: name, last use, and a button to revoke each (T50). */
export function TokensDialog({ agent, open, onOpenChange }: Props) {
  const query = tokensOfQuery(agent.id)
  const { data: tokens, error, refetch } = useQuery({ ...query, enabled: open })
  const queries = useQueryClient()
  const [ending, setEnding] = useState<Token | null>(null)

  return (
    <>
      <Dialog open={open && ending === null} onOpenChange={onOpenChange} title={w.tokensOf(agent.name)}>
        <p className="text-sm text-muted text-pretty">{w.tokensHelp}</p>
        <div className="mt-3">
          {error && !tokens ? (
            <LoadProblem title={w.tokensFailed} error={error} onRetry={() => void refetch()} />
          ) : !tokens ? (
            <div className="skeleton h-12" />
          ) : tokens.length === 0 ? (
            <p className="text-sm">{w.tokensEmpty}</p>
          ) : (
            <ul className="divide-y divide-line">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token}>
                  <Button size="sm" aria-label={w.tokenEndOf(token.name)} onClick={() => setEnding(token)}>
                    {w.tokenEnd}
                  </Button>
                </TokenRow>
              ))}
            </ul>
          )}
        </div>
      </Dialog>
      <Confirm
        open={ending !== null}
        onOpenChange={(next) => !next && setEnding(null)}
        title={w.tokenEndTitle(ending?.name ?? '')}
        action={w.tokenEnd}
        danger
        onConfirm={async () => {
          await call('DELETE /agents/:agent/tokens/:token', { params: { agent: agent.id, token: ending?.id ?? 0 } })
          await queries.invalidateQueries({ queryKey: query.queryKey })
        }}
      >
        {w.tokenEndHelp}
      </Confirm>
    </>
  )
}
