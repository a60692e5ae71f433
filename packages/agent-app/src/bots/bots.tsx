import { useQuery } from '@tanstack/react-query'
import { Bot as BotIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { botsQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { Panes } from '../ui/panes.tsx'
import { LoadProblem } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { BotScreen } from './bot-screen.tsx'
import { BotState, BotChannels } from './bot-state.tsx'
import { NewBotDialog } from './new-bot.tsx'

const w = words.bots
/** How often the bots' state is refreshed while the screen is shown, ms. */
const FRESH = 5000

export default function Bots({ id }: { id: number | null }) {
  const { data: bots, error, refetch } = useQuery({ ...botsQuery, refetchInterval: FRESH })
  const [adding, setAdding] = useState(false)
  const [, navigate] = useLocation()
  const bot = bots?.find((one) => one.id === id)

  if (error && !bots) {
    return (
      <>
        <h1 className="sr-only">{w.title}</h1>
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <Panes
        icon={BotIcon}
        words={w}
        items={bots}
        picked={id}
        href={places.bot}
        onAdd={() => setAdding(true)}
        under={(one) => (
          <>
            <BotState bot={one} />
            <BotChannels bot={one} />
          </>
        )}
      >
        {bot && <BotScreen key={bot.id} bot={bot} />}
      </Panes>
      <NewBotDialog open={adding} onOpenChange={setAdding} onMade={(made) => navigate(places.bot(made.id))} />
    </>
  )
}
