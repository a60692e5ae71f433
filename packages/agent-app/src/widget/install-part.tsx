import { ExternalLink } from 'lucide-react'
import { CodeLine } from '../ui/code-line.tsx'
import { Section } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { deskOf, type PartProps } from './channel.ts'
import { policyFor } from './policy.ts'
import { SitesSection } from './sites-section.tsx'

const w = words.widget

export function InstallPart({ channel, mayChange }: PartProps) {
  const desk = deskOf(channel)
  const talk = `${desk}/talk/${channel.publicId}`
  const policy = policyFor(desk, channel.filesUrl ?? desk)
  return (
    <>
      <Section title={w.install} help={w.installHelp}>
        <CodeLine text={channel.embed ?? ''} label={w.copyEmbed} />
      </Section>
      <Section
        title={w.try}
        help={w.tryHelp}
        action={
          <a
            href={talk}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex h-7 items-center gap-1.5 rounded-md border border-edge bg-panel px-2.5 text-sm font-medium shadow-low transition-colors hover:bg-hover"
          >
            {w.tryOpen}
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        }
      >
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
