import type { Call } from '@deskbell/protocol/agent/call'
import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { whoCalls } from '../say.ts'
import { telephoneWords } from '../telephone-words.ts'
import { Player } from './player.tsx'

const w = telephoneWords.recording

/** The recording of a call, played in place, or that it was erased; nothing where there is none. */
export function Recording({ call }: { call: Call }) {
  const [isOpen, setOpen] = useState(false)
  const name = whoCalls(call)
  if (call.recordingErased) return <p className="text-xs text-muted">{w.erased}</p>
  if (!call.recorded) return null
  if (isOpen) return <Player call={call.id} name={name} onClose={() => setOpen(false)} />
  return (
    <Button size="sm" aria-label={w.playOf(name)} onClick={() => setOpen(true)}>
      <AudioLines aria-hidden="true" className="size-4 text-muted" />
      {w.play}
    </Button>
  )
}
