import type { Bot } from '@deskbell/protocol/agent/bot'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../api/client.ts'
import { botsQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'

const w = words.bots

export function RemoveSection({ bot }: { bot: Bot }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await call('DELETE /bots/:bot', { params: { bot: bot.id } })
    navigate(places.bots)
    await queries.invalidateQueries({ queryKey: botsQuery.queryKey, exact: true })
  }
  return (
    <Section
      title={w.remove}
      help={w.removeHelp}
      action={
        <Button kind="danger" size="sm" onClick={() => setAsking(true)}>
          {w.remove}
        </Button>
      }
    >
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(bot.name)}
        action={w.remove}
        danger
        onConfirm={remove}
      >
        {w.removeHelp}
      </Confirm>
    </Section>
  )
}
