import type { Language } from '@deskbell/protocol/widget/settings'

/** The languages that the window speaks, each by the name its speakers give it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
  fr: 'Français',
  ru: 'Русский',
  tr: 'Türkçe',
  zh: '中文',
  ar: 'العربية',
  hi: 'हिन्दी',
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Pixels that a widget may stand away from the edge. NaN while the field is empty. */
export const isOffset = (pixels: number): boolean => Number.isInteger(pixels) && pixels >= 0 && pixels <= 500

/** Black or white, whichever stands out more on a colour (WCAG 2: relative luminance); as the desk chooses it. */
export function inkOn(colour: string): '#fff' | '#000' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#fff' : '#000'
}
