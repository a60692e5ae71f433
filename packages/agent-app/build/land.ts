import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'

const NAME = 'virtual:land'
/** Land south of this latitude encloses the pole, and is not drawn. */
const ANTARCTIC = -60
const FILE = createRequire(import.meta.url).resolve('world-atlas/land-110m.json')

/**
 * The land of the earth without Antarctica as the data of an SVG path, from Natural Earth, in tenths of a degree: longitude to
 * the right, latitude downwards.
 */
export const land = (): Plugin => ({
  name: 'deskbell-land',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(toPath())}` : undefined),
})

type Point = readonly [x: number, y: number]

function toPath(): string {
  const world = JSON.parse(readFileSync(FILE, 'utf8')) as Parameters<typeof feature>[0]
  const collection = feature(
    world,
    world.objects['land']!,
  ) as unknown as GeoJSON.FeatureCollection<GeoJSON.MultiPolygon>
  const rings = collection.features.flatMap(({ geometry }) => geometry.coordinates.flat())
  return rings
    .filter((ring) => ring.some(([, north = 0]) => north > ANTARCTIC))
    .flatMap(toRings)
    .map(toSteps)
    .join('')
}

/**
 * A ring in tenths of a degree. One that crosses the date line goes on beyond it, and is drawn a second time at the other
 * side of the map.
 */
function toRings(ring: readonly GeoJSON.Position[]): Point[][] {
  let beyond = 0
  let before = 0
  const points = ring.map(([east = 0, north = 0], i): Point => {
    if (i > 0 && Math.abs(east - before) > 180) beyond += east < before ? 360 : -360
    before = east
    return [Math.round((east + beyond) * 10), Math.round(-north * 10)]
  })
  const shifted = (by: number) => points.map(([x, y]): Point => [x + by, y])
  if (points.some(([x]) => x > 1800)) return [points, shifted(-3600)]
  return points.some(([x]) => x < -1800) ? [points, shifted(3600)] : [points]
}

/** Each point relative to the one before, which needs the fewest characters. */
const toSteps = (points: readonly Point[]): string =>
  points
    .map(([x, y], i) => {
      const [fromX, fromY] = points[i - 1] ?? [0, 0]
      return `${i === 0 ? 'M' : i === 1 ? 'l' : ' '}${x - fromX} ${y - fromY}`
    })
    .join('') + 'z'
