import type { TagColour } from '@deskbell/protocol/agent/tag-colours'

/** Hue and saturation of each colour; the lightness is the same for all, so that every name can be read. */
const SHADES: Readonly<Record<TagColour, readonly [chroma: number, hue: number]>> = {
  grey: [0.01, 200],
  red: [0.05, 25],
  orange: [0.05, 55],
  yellow: [0.06, 95],
  green: [0.05, 150],
  teal: [0.05, 190],
  blue: [0.05, 250],
  purple: [0.05, 300],
  pink: [0.05, 350],
}

/** Background and text, with a contrast of 4.5 : 1, light and dark. */
export function chipStyle(colour: TagColour): { background: string; color: string } {
  const [chroma, hue] = SHADES[colour]
  return {
    background: `light-dark(oklch(0.92 ${chroma} ${hue}), oklch(0.32 ${chroma} ${hue}))`,
    color: `light-dark(oklch(0.38 ${chroma * 1.8} ${hue}), oklch(0.9 ${chroma} ${hue}))`,
  }
}

/** A dot of the colour beside a name. */
export function dotStyle(colour: TagColour): { background: string } {
  const [chroma, hue] = SHADES[colour]
  return { background: `light-dark(oklch(0.6 ${chroma * 2.6} ${hue}), oklch(0.72 ${chroma * 2.2} ${hue}))` }
}
