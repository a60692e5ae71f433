import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { useCommands } from '../commands/registry.ts'
import { Button } from '../ui/button.tsx'
import { distinct } from './place.ts'
import { contactCallsQuery } from './query.ts'
import { useTelephones } from './settings-query.ts'
import { usePlace } from './use-place.ts'
import { callWords } from './words.ts'

const w = callWords.place
/** How long the calls are used without asking again (ms): agents go through many chats. */
const FRESH = 60_000

type Props = {
  contact: number
  /** Number of the visitor to whom the calls belong; absent: the newest one of the contact. */
  visitor?: number
  /** The numbers that are shown beside. */
  numbers: readonly (string | null)[]
}

/** A button for each number of a contact, where calls to telephones are set up. Numbers of earlier calls count. */
export default function CallNumbers({ contact, visitor, numbers }: Props) {
  const isOn = useTelephones()
  const { data: calls = [] } = useQuery({ ...contactCallsQuery(contact), staleTime: FRESH, enabled: isOn })
  const { busy, problem, place } = usePlace()
  const all = isOn ? distinct([...numbers, ...calls.map(({ phone }) => phone)]) : []
  const call = (phone: string) => void place({ contact, phone, ...(visitor !== undefined && { visitor }) })
  const [first] = all
  useCommands({ 'call.place': first === undefined ? null : () => call(first) })
  if (first === undefined) return null
  return (
    <div className="mt-2.5 flex flex-col items-start gap-1.5">
      {all.map((number) => (
        <Button
          key={number}
          size="sm"
          className="max-w-full"
          busy={busy === number}
          aria-keyshortcuts={number === first ? 'p c' : undefined}
          onClick={() => call(number)}
        >
          <Phone aria-hidden="true" className="size-3.5 shrink-0 text-good" />
          <bdi dir="auto" className="truncate">
            {w.callNumber(number)}
          </bdi>
        </Button>
      ))}
      {problem && (
        <p role="alert" className="text-sm text-bad text-pretty">
          {problem}
        </p>
      )}
    </div>
  )
}
