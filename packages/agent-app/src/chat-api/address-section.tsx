import type { Channel } from '@deskbell/protocol/agent/channel'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { point } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from '../channels/use-change.ts'

const w = words.channels

/** A first message of a visitor, to paste into a shell. */
const curl = (address: string) =>
  `curl -H 'Content-Type: application/json' -d '${JSON.stringify({
    sender: { id: '1', name: 'Maria' },
    message: { type: 'text', id: '1', text: 'Hello!' },
  })}' ${address}`

/** The address that the integrator's front end posts to. */
export function AddressSection({ channel, address }: { channel: Channel; address: string }) {
  const { ask } = useChange(channel)
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const until = channel.previousAddressUntil
  return (
    <Section
      title={w.address}
      help={w.addressHelp}
      action={
        <Button size="sm" onClick={() => setAsking(true)}>
          {w.rotate}
        </Button>
      }
    >
      <CodeLine text={address} label={w.copyAddress} />
      {until !== null && until > now && (
        <Notice tone="warm" className="mt-2">
          {w.previousAddress(point(until, now))}
        </Notice>
      )}
      <p className="mt-4 mb-1.5 text-sm font-medium">{w.curl}</p>
      <CodeLine text={curl(address)} label={w.copyCurl} />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.rotateTitle}
        action={w.rotate}
        onConfirm={() => ask(() => call('POST /channels/:channel/rotate', { params: { channel: channel.id } }))}
      >
        {w.rotateHelp}
      </Confirm>
    </Section>
  )
}
