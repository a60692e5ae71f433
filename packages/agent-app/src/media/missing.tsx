import type { Media } from '@deskbell/protocol/agent/media'
import { FileX2 } from 'lucide-react'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { sayReason } from '../words/translation.ts'

/**
 * A file that is being fetched or could not be fetched. Only the host is named, because an address may contain a secret
 * (A19).
 */
export function Missing({ media }: { media: Media }) {
  const pending = media.state === 'pending'
  const host = media.host ?? null
  return (
    <div className="flex w-72 max-w-full items-center gap-3 rounded-2xl border border-dashed border-edge bg-panel p-2.5 pe-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-well text-muted">
        {pending ? <Spinner /> : <FileX2 aria-hidden="true" className="size-5" />}
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{media.name ?? words.media.kinds[media.kind]}</bdi>
        <bdi className="block text-xs text-muted breakable">
          {pending
            ? words.media.pending(host)
            : [words.media.failed, host, media.reason && sayReason(media.reason)].filter(Boolean).join(' · ')}
        </bdi>
      </span>
    </div>
  )
}
