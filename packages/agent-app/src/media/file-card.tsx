import type { Media } from '@deskbell/protocol/agent/media'
import { Download, FileText } from 'lucide-react'
import { size } from '../text/size.ts'
import { words } from '../words/index.ts'

/** A file to download, with its name, type and size. `problem`: why it cannot be shown inline. */
export function FileCard({ media, url, problem }: { media: Media; url: string; problem?: string }) {
  const name = media.name ?? words.media.kinds[media.kind]
  const facts = [
    media.mime
      ?.split('/')[1]
      ?.replace(/^x-|^vnd\./, '')
      .toUpperCase(),
    media.size === undefined ? null : size(media.size),
  ]
  return (
    <a
      href={url}
      download={name}
      target="_blank"
      rel="noreferrer noopener"
      className="flex w-72 max-w-full items-center gap-3 rounded-2xl border border-line bg-panel p-2.5 pe-3.5 hover:bg-hover"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-tint text-accent">
        <FileText aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{words.media.downloadFile} </span>
        <bdi className="block truncate font-medium">{name}</bdi>
        <span className="block truncate text-xs text-muted">{problem ?? facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Download aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </a>
  )
}
