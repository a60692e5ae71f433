import type { Bot } from '@deskbell/protocol/agent/bot'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { SilenceField } from './silence-field.tsx'
import { useChange } from './use-change.ts'

const w = words.bots

const SWITCHES = [
  ['answerInBody', w.answerInBody, w.answerInBodyHelp],
  ['nativeMedia', w.nativeMedia, w.nativeMediaHelp],
  ['extraFields', w.extraFields, w.extraFieldsHelp],
] as const

/** The bot's deadline and the events that it receives. Each change takes effect at once. */
export function BehaviourSection({ bot }: { bot: Bot }) {
  const { problem, change } = useChange(bot)
  return (
    <Section title={w.behaviour}>
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <div className="-my-3 divide-y divide-line">
        <SwitchRow
          label={w.enabled}
          help={w.enabledHelp}
          checked={bot.enabled}
          onChange={(enabled) => void change({ enabled })}
        />
        <SwitchRow
          label={w.answersFirst}
          help={w.answersFirstHelp}
          checked={bot.answersFirst}
          onChange={(answersFirst) => void change({ answersFirst })}
        />
        <div className="grid gap-4 py-4 sm:grid-cols-2">
          <Field label={w.attempts} help={w.attemptsHelp}>
            {({ id, describedBy }) => (
              <Select
                id={id}
                aria-describedby={describedBy}
                value={String(bot.attempts)}
                options={[1, 2, 3].map((n) => [String(n), w.attemptsOf[n] ?? String(n)] as const)}
                onChange={(value) => void change({ attempts: Number(value) })}
              />
            )}
          </Field>
          <SilenceField bot={bot} />
        </div>
        {SWITCHES.map(([key, label, help]) => (
          <SwitchRow
            key={key}
            label={label}
            help={help}
            checked={bot[key]}
            onChange={(on) => void change({ [key]: on })}
          />
        ))}
      </div>
    </Section>
  )
}
