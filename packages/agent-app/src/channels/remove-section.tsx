import type { Channel } from '@deskbell/protocol/agent/channel'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'

const w = words.channels

type Props = {
  channel: Channel
  /** The consequences of removing the channel. */
  help: string
  onRemoved?: () => void
}

export function RemoveSection({ channel, help, onRemoved }: Props) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await call('DELETE /channels/:channel', { params: { channel: channel.id } })
    onRemoved?.()
    navigate(places.channels)
    await queries.invalidateQueries({ queryKey: channelsQuery.queryKey, exact: true })
  }
  return (
    <Section
      title={w.remove}
      help={help}
      action={
        <Button kind="danger" size="sm" onClick={() => setAsking(true)}>
          {w.remove}
        </Button>
      }
    >
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(channel.name)}
        action={w.remove}
        danger
        onConfirm={remove}
      >
        {help}
      </Confirm>
    </Section>
  )
}
