import land from 'virtual:land'
import { ExternalLink } from 'lucide-react'
import { mapAddress } from '../text/map-address.ts'
import { placeOf } from '../text/place-of.ts'
import { words } from '../words/index.ts'

/** What is shown around the place, in tenths of a degree. */
const WIDTH = 1000
const HEIGHT = 420
/** The inhabited earth, in tenths of a degree: the map ends there. */
const WORLD = { left: -1800, right: 1800, top: -840, bottom: 600 }

const within = (from: number, value: number, to: number) => Math.min(Math.max(from, value), to)

/**
 * The part of the earth around a place that was found by an IP address. The land is part of the application: the server of
 * another map would learn which visitor is where. Nothing when the coordinates are not known.
 */
export default function PlaceMap({ place }: { place: Readonly<Record<string, string>> }) {
  const [latitude, longitude] = [Number(place['latitude'] ?? NaN), Number(place['longitude'] ?? NaN)]
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null
  const [x, y] = [longitude * 10, -latitude * 10]
  const left = within(WORLD.left, x - WIDTH / 2, WORLD.right - WIDTH)
  const top = within(WORLD.top, y - HEIGHT / 2, WORLD.bottom - HEIGHT)
  return (
    <a
      href={mapAddress(latitude, longitude, 10)}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={`${placeOf(place)}: ${words.media.map}`}
      className="group/map relative mt-2 block overflow-hidden rounded-xl border border-line bg-well"
    >
      <svg viewBox={`${left} ${top} ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
        <path d={land} className="fill-panel stroke-edge" strokeWidth={1} vectorEffect="non-scaling-stroke" />
        <circle cx={x} cy={y} r={34} className="fill-accent opacity-25" />
        <circle cx={x} cy={y} r={13} className="fill-accent stroke-panel" strokeWidth={5} />
      </svg>
      <ExternalLink
        aria-hidden="true"
        className="absolute end-2 top-2 size-4 text-muted opacity-0 group-hover/map:opacity-100 group-focus-visible/map:opacity-100 rtl:-scale-x-100"
      />
    </a>
  )
}
