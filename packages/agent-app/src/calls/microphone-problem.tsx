import { MicOff } from 'lucide-react'
import { Notice } from '../ui/notice.tsx'
import type { MicrophoneFault } from './microphone.ts'
import { callWords } from './words.ts'

const w = callWords.microphone
const TEXTS = {
  refused: [w.refused, w.refusedHelp],
  missing: [w.missing, w.missingHelp],
  insecure: [w.insecure, w.insecureHelp],
}

/** Why there is no microphone, and what the agent can do. */
export function MicrophoneProblem({ fault }: { fault: MicrophoneFault }) {
  const [title, help] = TEXTS[fault]
  return (
    <Notice className="mt-3" icon={MicOff}>
      <p className="font-medium">{title}</p>
      <p>{help}</p>
    </Notice>
  )
}
