import { CodeLine } from '../ui/code-line.tsx'
import { OpenLink } from '../ui/open-link.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { serverOriginOf, type PartProps } from './channel.ts'
import { policyFor } from './policy.ts'
import { SitesSection } from './sites-section.tsx'

const w = words.widget

export function InstallPart({ channel, mayChange }: PartProps) {
  const server = serverOriginOf(channel)
  const talk = `${server}/talk/${channel.publicId}`
  const policy = policyFor(server, channel.filesUrl ?? server)
  return (
    <>
      <Section title={w.install} help={w.installHelp}>
        <CodeLine text={channel.embed ?? ''} label={w.copyEmbed} />
      </Section>
      <Section title={w.try} help={w.tryHelp} action={<OpenLink href={talk}>{w.tryOpen}</OpenLink>}>
        <CodeLine text={talk} label={w.copyTalk} />
      </Section>
      <SitesSection channel={channel} mayChange={mayChange} />
      <Section title={w.policy} help={w.policyHelp}>
        <CodeLine text={policy.join('; ')} label={w.copyPolicy}>
          {policy.map((directive) => (
            <span key={directive} className="block">
              {directive};
            </span>
          ))}
        </CodeLine>
      </Section>
    </>
  )
}
