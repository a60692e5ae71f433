import type { Trunk } from '@deskbell/protocol/agent/call-trunk'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Choice } from '../../ui/choice.tsx'
import { Field, INPUT, TextField } from '../../ui/field.tsx'
import { SaveLine } from '../../ui/save-line.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { Section } from '../../ui/section.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { words } from '../../words/index.ts'
import { telephoneWords } from '../telephone-words.ts'
import { type Draft, faultsOf, type Name, PORTS, toBody, toDraft, withKind } from './draft.ts'
import { useDraft } from '../use-draft.ts'
import { trunkQuery } from './query.ts'

const w = telephoneWords.trunk
const LINE = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, dir: 'ltr' } as const

/** The settings of the trunk. The server connects as soon as they are saved. */
export function TrunkForm({ trunk }: { trunk: Trunk | null }) {
  const queries = useQueryClient()
  const { draft, edit, reset, at, submit, line } = useDraft<Draft>({
    stored: toDraft(trunk),
    faultsOf: (now) => faultsOf(now, trunk === null),
    say: (name) => (name === 'port' ? w.portWrong : w.needed),
    async save(now) {
      queries.setQueryData(trunkQuery.queryKey, await call('PUT /call-trunk', { body: toBody(now) }))
    },
  })
  const put = (what: Partial<Draft>) => edit({ ...draft, ...what })
  const text = (name: Exclude<Name, 'kind' | 'registers'>, label: string, help?: string) => ({
    ...{ ...LINE, label, problem: at(name), value: draft[name] },
    ...(help !== undefined && { help }),
    onChange: (event: { target: { value: string } }) => put({ [name]: event.target.value }),
  })
  return (
    <Section title={w.title} help={w.titleHelp}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Choice
          label={w.kind}
          value={draft.kind}
          options={[
            ['udp', w.kinds.udp],
            ['tcp', w.kinds.tcp],
            ['tls', w.kinds.tls],
          ]}
          onChange={(kind) => edit(withKind(draft, kind))}
        />
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <TextField {...text('host', w.host, w.hostHelp)} mono placeholder="sip.example.org" maxLength={253} />
          <TextField {...text('port', w.port, w.portHelp(PORTS[draft.kind]))} mono inputMode="numeric" maxLength={5} />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...text('user', w.user, w.userHelp)} mono maxLength={100} />
          <SecretField
            {...text('password', w.password)}
            help={w.passwordHelp}
            show={w.show}
            hide={w.hide}
            maxLength={200}
            autoComplete="new-password"
            {...(trunk && { placeholder: w.unchanged })}
          />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...text('callerId', w.callerId, w.callerIdHelp)}
            note={words.common.optional}
            mono
            inputMode="tel"
            placeholder="+49301234567"
            maxLength={30}
          />
          <TextField {...text('domain', w.domain, w.domainHelp)} note={words.common.optional} mono maxLength={253} />
        </div>
        <div className="-my-3">
          <SwitchRow
            label={w.registers}
            help={w.registersHelp}
            checked={draft.registers}
            onChange={(registers) => put({ registers })}
          />
        </div>
        {draft.kind === 'tls' && (
          <Field label={w.ca} help={w.caHelp} note={words.common.optional} problem={at('ca')}>
            {({ id, describedBy, invalid }) => (
              <textarea
                {...LINE}
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                rows={4}
                maxLength={20_000}
                placeholder="-----BEGIN CERTIFICATE-----"
                value={draft.ca}
                onChange={(event) => put({ ca: event.target.value })}
                className={`${INPUT} resize-y py-2 font-mono text-xs`}
              />
            )}
          </Field>
        )}
        <SaveLine {...line} label={trunk ? words.common.save : w.connect} {...(trunk && { onReset: reset })} />
      </form>
    </Section>
  )
}
