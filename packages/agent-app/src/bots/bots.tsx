import { useQuery } from '@tanstack/react-query'
import { Bot as BotIcon } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { botsQuery } from '../api/queries.ts'
import type { ScreenProps } from '../nav/rooms.ts'
import { places } from '../places.ts'
import { ItemList } from '../ui/item-list.tsx'
import { ItemScreen } from '../ui/item-screen.tsx'
import { words } from '../words/index.ts'
import { BotScreen } from './bot-screen.tsx'
import { BotState, BotChannels } from './bot-state.tsx'
import { NewBotDialog } from './new-bot.tsx'

const w = words.bots
/** How often the bots' state is refreshed while the screen is shown, ms. */
const FRESH = 5000

/** The bots, or one of them. */
export default function Bots({ rest: [id] }: ScreenProps) {
  const query = useQuery({ ...botsQuery, refetchInterval: FRESH })
  const [adding, setAdding] = useState(false)
  if (id !== undefined) {
    return (
      <ItemScreen words={w} query={query} id={id} back={places.bots}>
        {(bot) => <BotScreen key={bot.id} bot={bot} />}
      </ItemScreen>
    )
  }
  return (
    <>
      <ItemList
        icon={BotIcon}
        words={w}
        query={query}
        href={places.bot}
        onAdd={() => setAdding(true)}
        under={(one) => (
          <span className="flex flex-wrap gap-x-3">
            <BotState bot={one} />
            <BotChannels bot={one} />
          </span>
        )}
      />
      <NewBotDialog open={adding} onOpenChange={setAdding} onMade={(made) => navigate(places.bot(made.id))} />
    </>
  )
}
