import { Menu } from '@base-ui/react/menu'
import type { Delivery } from '@deskbell/protocol/agent/channel'
import type { Webhook } from '@deskbell/protocol/agent/webhook'
import type { EventName } from '@deskbell/protocol/webhook/events'
import { ChevronDown, SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { webhookWords } from '../words/webhooks.ts'
import { EVENTS } from './events.ts'
import { TestOutcome } from './test-outcome.tsx'

const w = webhookWords

/** Sends an event with example data, and shows the result. */
export function TestSection({ webhook }: { webhook: Webhook }) {
  const { busy, problem, run } = useAct()
  const [sent, setSent] = useState<Delivery | null>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const send = (event: EventName) =>
    void run(async () => {
      setSent(null)
      setSent(await call('POST /webhooks/:webhook/test', { params: { webhook: webhook.id }, body: { event } }))
    })
  return (
    <Section title={w.test} help={w.testHelp}>
      <div ref={setPlace}>
        <Menu.Root>
          <Menu.Trigger
            render={
              <Button size="sm" busy={busy}>
                <SendHorizontal aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
                {w.testSend}
                <ChevronDown aria-hidden="true" className="size-3.5" />
              </Button>
            }
          />
          <Menu.Portal container={place}>
            <Menu.Positioner sideOffset={4} align="start" className="z-40">
              <Menu.Popup className="popup w-72 max-w-[calc(100vw-1.5rem)] p-1.5">
                {EVENTS.map((event) => (
                  <Menu.Item
                    key={event}
                    onClick={() => send(event)}
                    className="cursor-pointer rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well"
                  >
                    <span className="block font-mono text-sm">{event}</span>
                    <span className="block text-xs text-muted text-pretty">{w.eventsHelp[event]}</span>
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </div>
      {webhook.url === null && <p className="mt-3 text-sm text-muted text-pretty">{w.testPulled}</p>}
      {problem && <Notice className="mt-3">{problem.text}</Notice>}
      {sent && !problem && (
        <div className="mt-3">
          <TestOutcome key={sent.id} sent={sent} pulled={webhook.url === null} />
        </div>
      )}
    </Section>
  )
}
