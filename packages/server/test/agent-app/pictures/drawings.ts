import sharp from 'sharp'

const png = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer()

type Face = { back: string; skin: string; hair: string; shirt: string; long?: boolean }
const FACES: Readonly<Record<string, Face>> = {
  ann: { back: '#f6d9c4', skin: '#f2c6a5', hair: '#6b3a1e', shirt: '#0b6e66', long: true },
  bob: { back: '#cfe3ee', skin: '#e8b48d', hair: '#2c2420', shirt: '#33485c' },
  priya: { back: '#e7dcf3', skin: '#c68a5e', hair: '#1c1512', shirt: '#8a3b6b', long: true },
  maria: { back: '#fbe3b6', skin: '#e3ad82', hair: '#3a2116', shirt: '#c2573a', long: true },
  hugo: { back: '#d5ead9', skin: '#f0c9a8', hair: '#a8702e', shirt: '#3f5f47' },
  amara: { back: '#f3d3cf', skin: '#8d5a3c', hair: '#17110e', shirt: '#d59a2f', long: true },
}

/** A drawn portrait, for agents and for visitors whose channel gives a picture. */
export function portrait(name: string): Promise<Buffer> {
  const face = FACES[name]
  if (!face) throw new Error(`${name} has no portrait`)
  const { back, skin, hair, shirt, long = false } = face
  const behind = long ? `<path d="M70 118c0-50 26-74 58-74s58 24 58 74v62H70z" fill="${hair}"/>` : ''
  const fringe = long
    ? `<path d="M84 112c2-36 22-50 44-50s42 14 44 50c-14-8-26-20-32-30-10 14-32 26-56 30z" fill="${hair}"/>`
    : `<path d="M82 104c0-34 20-50 46-50s46 16 46 50c-8-16-16-22-28-24-20 6-46 2-64 24z" fill="${hair}"/>`
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256"><rect width="256" height="256" fill="${back}"/>${behind}<path d="M44 256c0-52 36-76 84-76s84 24 84 76z" fill="${shirt}"/><path d="M106 150h44v38c0 14-44 14-44 0z" fill="${skin}"/><ellipse cx="128" cy="116" rx="42" ry="50" fill="${skin}"/>${fringe}</svg>`,
  )
}

/** A drawn picture, tall as those of phones. */
export const lamp = (): Promise<Buffer> =>
  png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#f4d9b8"/><stop offset="1" stop-color="#a9bdb2"/></linearGradient></defs><rect width="1200" height="900" fill="url(#g)"/><rect y="720" width="1200" height="180" fill="#8a6f55"/><path d="M600 700V330" stroke="#3a4a46" stroke-width="16"/><path d="M470 340h260l-50-190H520z" fill="#fff6e6"/><ellipse cx="600" cy="712" rx="110" ry="24" fill="#3a4a46"/><path d="M712 716c120 8 150 60 260 52s120 40 228 40" stroke="#3a4a46" stroke-width="9" fill="none"/></svg>`,
  )

/** The logo of the shop. */
export const logo = (): Promise<Buffer> =>
  png(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="256" height="256"><rect width="128" height="128" rx="28" fill="#f3c98b"/><path d="M64 104V70" stroke="#3a2a18" stroke-width="7"/><path d="M34 72h60L80 26H48z" fill="#fffaf0"/><ellipse cx="64" cy="104" rx="24" ry="6" fill="#3a2a18"/></svg>`,
  )
