import type { CallProvider } from '@deskbell/protocol/agent/call-provider'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { TextField } from '../../ui/field.tsx'
import { SaveLine } from '../../ui/save-line.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { Section } from '../../ui/section.tsx'
import { words } from '../../words/index.ts'
import { providerWords as w, telephoneWords } from '../telephone-words.ts'
import { type Draft, faultsOf, type Name, toBody, toDraft } from './draft.ts'
import { useDraft } from '../use-draft.ts'
import { providerQuery } from './query.ts'

const LINE = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, dir: 'ltr' } as const

/** The account at the hosted provider. The server asks the provider as soon as it is saved. */
export function ProviderForm({ provider }: { provider: CallProvider | null }) {
  const queries = useQueryClient()
  const { draft, edit, reset, at, submit, line } = useDraft<Draft>({
    stored: toDraft(provider),
    faultsOf: (now) => faultsOf(now, provider === null),
    say: () => telephoneWords.trunk.needed,
    async save(now) {
      queries.setQueryData(providerQuery.queryKey, await call('PUT /call-provider', { body: toBody(now) }))
    },
  })
  const text = (name: Name, label: string, help: string) => ({
    ...{ ...LINE, label, help, problem: at(name), value: draft[name] },
    onChange: (event: { target: { value: string } }) => edit({ ...draft, [name]: event.target.value }),
  })
  return (
    <Section title={w.title} help={w.titleHelp}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...text('accountSid', w.accountSid, w.accountSidHelp)} mono maxLength={64} />
          <SecretField
            {...text('token', w.token, w.tokenHelp)}
            show={w.show}
            hide={w.hide}
            maxLength={200}
            {...(provider && { placeholder: w.unchanged })}
          />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...text('number', w.number, w.numberHelp)}
            mono
            inputMode="tel"
            placeholder="+49301234567"
            maxLength={30}
          />
          <TextField
            {...text('url', w.url, w.urlHelp)}
            note={words.common.optional}
            mono
            inputMode="url"
            placeholder="https://api.twilio.com"
          />
        </div>
        <SaveLine {...line} label={provider ? words.common.save : w.setUp} {...(provider && { onReset: reset })} />
      </form>
    </Section>
  )
}
