import { LANGUAGES, type Language } from '@deskbell/protocol/languages'
import type { Sentence } from './twiml.ts'

/** What telephones hear from the provider. `accept`: press 1. `recorded`: the call is recorded. */
export type Spoken = 'accept' | 'recorded'

/** `tag`: as the provider names the language. */
const WORDS: Readonly<Record<Language, Readonly<Record<Spoken | 'tag', string>>>> = {
  en: { tag: 'en-US', accept: 'A call for you. To take it, press 1.', recorded: 'This call is recorded.' },
  es: {
    tag: 'es-ES',
    accept: 'Una llamada para usted. Para atenderla, pulse 1.',
    recorded: 'Esta llamada se graba.',
  },
  pt: {
    tag: 'pt-BR',
    accept: 'Uma chamada para você. Para atender, pressione 1.',
    recorded: 'Esta chamada é gravada.',
  },
  de: {
    tag: 'de-DE',
    accept: 'Ein Anruf für Sie. Um ihn anzunehmen, drücken Sie die 1.',
    recorded: 'Dieses Gespräch wird aufgezeichnet.',
  },
  fr: {
    tag: 'fr-FR',
    accept: 'Un appel pour vous. Pour le prendre, appuyez sur 1.',
    recorded: 'Cet appel est enregistré.',
  },
  ru: { tag: 'ru-RU', accept: 'Вам звонят. Чтобы ответить, нажмите 1.', recorded: 'Разговор записывается.' },
  tr: {
    tag: 'tr-TR',
    accept: 'Sizin için bir arama var. Almak için 1’e basın.',
    recorded: 'Bu görüşme kaydediliyor.',
  },
  zh: { tag: 'zh-CN', accept: '您有一个来电。接听请按 1。', recorded: '本次通话将被录音。' },
  ar: { tag: 'ar-AE', accept: 'لديك مكالمة. لاستقبالها اضغط 1.', recorded: 'هذه المكالمة مسجّلة.' },
  hi: { tag: 'hi-IN', accept: 'आपके लिए एक कॉल है। लेने के लिए 1 दबाएँ।', recorded: 'यह कॉल रिकॉर्ड की जा रही है।' },
}

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text)

/** In this language, or in English where it is not spoken. */
export function spoken(what: Spoken, language: string): Sentence {
  const words = WORDS[isLanguage(language) ? language : 'en']
  return { text: words[what], language: words.tag }
}
