import type { Language } from '../languages.ts'

/** The label of the button, online and offline. The window, which is loaded later, has all other words. */
export const LABELS: Readonly<Record<Language, readonly [online: string, offline: string]>> = {
  en: ['Chat with us', 'Leave a message'],
  es: ['Chatea con nosotros', 'Deja un mensaje'],
  pt: ['Fale conosco', 'Deixe uma mensagem'],
  de: ['Chatten Sie mit uns', 'Nachricht hinterlassen'],
  fr: ['Discutez avec nous', 'Laissez un message'],
  ru: ['Напишите нам', 'Оставьте сообщение'],
  tr: ['Bize yazın', 'Mesaj bırakın'],
  zh: ['在线咨询', '请留言'],
  ar: ['تحدث معنا', 'اترك رسالة'],
  hi: ['हमसे चैट करें', 'संदेश छोड़ें'],
}

/** The language for a visitor: the one in the settings, else the first of theirs (`pt-BR`) with words, else English. */
export function languageFor(fixed: Language | 'auto', wanted: readonly string[]): Language {
  if (fixed !== 'auto') return fixed
  const spoken = wanted.map((tag) => tag.toLowerCase().split(/[-_]/, 1)[0] ?? '')
  return (spoken.find((one) => Object.hasOwn(LABELS, one)) as Language | undefined) ?? 'en'
}
