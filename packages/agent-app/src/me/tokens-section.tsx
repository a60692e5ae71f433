import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { type Token, tokensQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { SectionRows } from '../ui/section-rows.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'
import { useConfirmedPassword } from './confirm-password.tsx'
import { TokenRow } from './token-row.tsx'

const w = words.me

/** API tokens of this agent. The server stores only hashes, so a token is shown once. */
export function TokensSection() {
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const { confirmed, dialog } = useConfirmedPassword()
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const [removing, setRemoving] = useState<Token | null>(null)
  const fresh = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey })

  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = formValue(new FormData(form), 'name')
    void run(async () => {
      const make = () => call('POST /me/tokens', { body: { name } })
      setMade(await confirmed(make))
      form.reset()
      await fresh()
    })
  }
  return (
    <Section
      title={w.tokens}
      help={
        <>
          {w.tokensHelp}{' '}
          <a href="/api" target="_blank" rel="noopener" className="text-accent underline underline-offset-2">
            {w.docs}
          </a>
        </>
      }
    >
      <SectionRows
        items={tokens}
        error={error}
        onRetry={() => void refetch()}
        empty={w.tokensEmpty}
        height="h-12"
        row={(token) => (
          <TokenRow key={token.id} token={token}>
            <IconButton label={w.tokenRemove(token.name)} onClick={() => setRemoving(token)}>
              <Trash2 className="size-4" />
            </IconButton>
          </TokenRow>
        )}
      />
      {made && (
        <div role="status" className="mt-4 animate-appear rounded-xl border border-tint-edge bg-tint p-3">
          <p className="mb-2 text-sm">
            <bdi className="font-medium">{made.name}</bdi> · {w.tokenMade}
          </p>
          <CodeLine text={made.token} label={words.common.copy} />
        </div>
      )}
      <form onSubmit={make} className="mt-4 flex flex-wrap items-end gap-2 border-t border-line pt-4">
        <TextField
          label={w.tokenNew}
          name="name"
          placeholder={w.tokenName}
          required
          maxLength={100}
          autoComplete="off"
          className="min-w-0 flex-1 basis-52"
          problem={problem?.text ?? null}
        />
        <Button type="submit" busy={busy}>
          {w.tokenMake}
        </Button>
      </form>
      {dialog}
      <Confirm
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={w.tokenRemoveTitle(removing?.name ?? '')}
        action={words.common.remove}
        danger
        onConfirm={async () => {
          await call('DELETE /me/tokens/:token', { params: { token: removing?.id ?? 0 } })
          await fresh()
        }}
      >
        {w.tokenRemoveHelp}
      </Confirm>
    </Section>
  )
}
