import type { Language } from '@deskbell/protocol/languages'

/** The languages of the widget, each by its own name. */
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

/** Whether a distance from the edge is valid (px). NaN while the field is empty. */
export const isOffset = (pixels: number): boolean => Number.isInteger(pixels) && pixels >= 0 && pixels <= 500
