import type { Language } from '../languages.ts'

/** How soon an agent usually answers first: within a few minutes, an hour, some hours, a day. */
export const REPLY_CLASSES = ['minutes', 'hour', 'hours', 'day'] as const
export type ReplyClass = (typeof REPLY_CLASSES)[number]

/** The sentences of an empty conversation, in the order of the classes. */
export const REPLY_TEXTS: Readonly<Record<Language, readonly [string, string, string, string]>> = {
  en: [
    'We usually answer within a few minutes',
    'We usually answer within an hour',
    'We usually answer within a few hours',
    'We usually answer within a day',
  ],
  es: [
    'Solemos responder en unos minutos',
    'Solemos responder en una hora',
    'Solemos responder en unas horas',
    'Solemos responder en un día',
  ],
  pt: [
    'Costumamos responder em alguns minutos',
    'Costumamos responder em até uma hora',
    'Costumamos responder em algumas horas',
    'Costumamos responder em até um dia',
  ],
  de: [
    'Wir antworten meist in wenigen Minuten',
    'Wir antworten meist innerhalb einer Stunde',
    'Wir antworten meist in wenigen Stunden',
    'Wir antworten meist innerhalb eines Tages',
  ],
  fr: [
    'Nous répondons généralement en quelques minutes',
    'Nous répondons généralement en moins d’une heure',
    'Nous répondons généralement en quelques heures',
    'Nous répondons généralement dans la journée',
  ],
  ru: [
    'Обычно отвечаем за несколько минут',
    'Обычно отвечаем в течение часа',
    'Обычно отвечаем за несколько часов',
    'Обычно отвечаем в течение дня',
  ],
  tr: [
    'Genellikle birkaç dakika içinde yanıtlıyoruz',
    'Genellikle bir saat içinde yanıtlıyoruz',
    'Genellikle birkaç saat içinde yanıtlıyoruz',
    'Genellikle bir gün içinde yanıtlıyoruz',
  ],
  zh: ['我们通常在几分钟内回复', '我们通常在一小时内回复', '我们通常在几小时内回复', '我们通常在一天内回复'],
  ar: ['نرد عادةً خلال دقائق', 'نرد عادةً خلال ساعة', 'نرد عادةً خلال بضع ساعات', 'نرد عادةً خلال يوم'],
  hi: [
    'हम आम तौर पर कुछ ही मिनटों में जवाब देते हैं',
    'हम आम तौर पर एक घंटे में जवाब देते हैं',
    'हम आम तौर पर कुछ घंटों में जवाब देते हैं',
    'हम आम तौर पर एक दिन में जवाब देते हैं',
  ],
}
