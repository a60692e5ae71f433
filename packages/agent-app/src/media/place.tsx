import type { Media } from '@deskbell/protocol/agent/media'
import { ExternalLink, MapPin } from 'lucide-react'
import { mapAddress } from '../text/map-address.ts'
import { words } from '../words/index.ts'

/** A location. No map is loaded, because that would tell a third party which visitor is where. */
export function Place({ media }: { media: Media }) {
  const latitude = media.latitude ?? 0
  const longitude = media.longitude ?? 0
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <a
      href={mapAddress(latitude, longitude, 16)}
      target="_blank"
      rel="noreferrer noopener"
      className="flex w-72 max-w-full items-center gap-3 rounded-2xl border border-line bg-panel p-2.5 pe-3.5 hover:bg-hover"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-tint text-accent">
        <MapPin aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{media.title ?? coordinates}</bdi>
        <span className="block truncate text-xs text-muted">
          {media.title && `${coordinates} · `}
          {words.media.map}
        </span>
      </span>
      <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
    </a>
  )
}
