import type { MediaView } from '@deskbell/protocol/widget/frames'
import type { Words } from '../words/en.ts'
import { toWeb } from './address.ts'
import { el, icon, ICONS } from './dom.ts'

const LARGEST = 240

/** Reserves the space of a picture before it is loaded, so that the layout does not jump. */
function reserve(element: HTMLElement, { width, height }: MediaView): void {
  const ratio = width && height ? width / height : 4 / 3
  element.style.aspectRatio = String(ratio)
  element.style.width = `${Math.min(LARGEST, width ?? LARGEST, LARGEST * ratio)}px`
}

export function toMedia(media: MediaView, base: string, words: Words): HTMLElement {
  const { kind, name, size, inline, latitude, longitude, thumb } = media
  const url = toWeb(media.url, base)
  const outside = { target: '_blank', rel: 'noopener noreferrer nofollow' }
  if (kind === 'location') {
    const place = `mlat=${Number(latitude)}&mlon=${Number(longitude)}`
    const href = `https://www.openstreetmap.org/?${place}#map=16/${Number(latitude)}/${Number(longitude)}`
    return el('a', { className: 'file', href, ...outside }, icon(ICONS.place), name ?? words.place)
  }
  if (!url) return el('div', { className: 'file' }, icon(ICONS.file), words.noFile)
  if (inline !== false) {
    if (kind === 'photo' || kind === 'sticker') {
      const src = toWeb(thumb, base) ?? url
      const picture = el('img', { src, alt: name ?? words.picture, loading: 'lazy', decoding: 'async' })
      reserve(picture, media)
      return el('a', { className: 'pic', href: url, ...outside }, picture)
    }
    if (kind === 'video') {
      const video = el('video', { src: url, controls: true, preload: 'metadata' })
      const poster = toWeb(thumb, base)
      if (poster) video.poster = poster
      reserve(video, media)
      return video
    }
    if (kind !== 'document') return el('audio', { src: url, controls: true, preload: 'none' })
  }
  const shown = el('span', {}, name ?? words.file)
  if (size) shown.append(el('small', {}, toSize(size)))
  return el('a', { className: 'file', href: url, download: name ?? '', ...outside }, icon(ICONS.file), shown)
}

/** Isolated left to right, also in right-to-left text. */
export function toSize(bytes: number): string {
  const big = bytes >= 1e6
  return `\u2066${Math.max(1, Math.round(bytes / (big ? 1e5 : 1e3)) / (big ? 10 : 1))} ${big ? 'MB' : 'kB'}\u2069`
}
