import type { Attempt, DeliveryWithAttempts } from '@deskbell/protocol/agent/channel'
import { Check, SquareTerminal } from 'lucide-react'
import { useCopied } from '../ui/copied.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { toCommand } from './to-command.ts'

const w = words.deliveries

/** Copies a request as a curl command. */
export function CurlButton({ delivery, attempt }: { delivery: DeliveryWithAttempts; attempt: Attempt }) {
  const { copied, copy } = useCopied()
  return (
    <>
      <Button size="sm" kind="quiet" className="max-sm:-ms-2.5" onClick={() => copy(toCommand(delivery, attempt))}>
        {copied ? (
          <Check aria-hidden="true" className="size-4 text-good" />
        ) : (
          <SquareTerminal aria-hidden="true" className="size-4" />
        )}
        {copied ? words.common.copied : w.curl}
      </Button>
      <span role="status" className="sr-only">
        {copied ? w.curlCopied : ''}
      </span>
    </>
  )
}
