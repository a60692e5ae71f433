import { LANGUAGES, type Language } from '@deskbell/protocol/widget/settings'

/** What stands on the button before the window, which has all other words, is there: while somebody is, and nobody. */
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

/** The language for a visitor: what the operator fixed, else the first of theirs that we speak, else English. */
export function languageFor(fixed: Language | 'auto', wanted: string): Language {
  if (fixed !== 'auto') return fixed
  const spoken = wanted.slice(0, 2).toLowerCase()
  return LANGUAGES.find((one) => one === spoken) ?? 'en'
}
