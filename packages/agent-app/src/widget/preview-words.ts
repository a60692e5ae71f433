import type { Language } from '@deskbell/protocol/widget/settings'

/** What the preview shows of the window's own words. The window has all of them; these are the ones in sight. */
const ENGLISH = {
  label: 'Chat with us',
  labelOffline: 'Leave a message',
  greeting: 'Hello! How can we help you?',
  online: 'Online',
  offline: 'Offline at the moment',
  write: 'Write a message…',
  leave: 'Leave a message',
  email: 'E-mail',
  message: 'Message',
  send: 'Send',
  today: 'Today',
}
export type PreviewWords = typeof ENGLISH

const row = (texts: string): PreviewWords => {
  const [label, labelOffline, greeting, online, offline, write, leave, email, message, send, today] = texts.split('|')
  const given = { label, labelOffline, greeting, online, offline, write, leave, email, message, send, today }
  return { ...ENGLISH, ...(given as PreviewWords) }
}
const WORDS: Readonly<Record<Language, PreviewWords>> = {
  en: ENGLISH,
  es: row(
    'Chatea con nosotros|Deja un mensaje|¡Hola! ¿En qué podemos ayudarle?|En línea|Ahora mismo no estamos|Escriba un mensaje…|Deje un mensaje|Correo electrónico|Mensaje|Enviar|Hoy',
  ),
  pt: row(
    'Fale conosco|Deixe uma mensagem|Olá! Como podemos ajudar?|Online|Não estamos disponíveis agora|Escreva uma mensagem…|Deixe uma mensagem|E-mail|Mensagem|Enviar|Hoje',
  ),
  de: row(
    'Chatten Sie mit uns|Nachricht hinterlassen|Hallo! Wie können wir Ihnen helfen?|Online|Gerade nicht erreichbar|Nachricht schreiben…|Nachricht hinterlassen|E-Mail|Nachricht|Senden|Heute',
  ),
  fr: row(
    'Discutez avec nous|Laissez un message|Bonjour ! Comment pouvons-nous vous aider ?|En ligne|Absents pour le moment|Écrivez un message…|Laissez un message|E-mail|Message|Envoyer|Aujourd’hui',
  ),
  ru: row(
    'Напишите нам|Оставьте сообщение|Здравствуйте! Чем мы можем помочь?|В сети|Сейчас никого нет|Напишите сообщение…|Оставьте сообщение|Эл. почта|Сообщение|Отправить|Сегодня',
  ),
  tr: row(
    'Bize yazın|Mesaj bırakın|Merhaba! Size nasıl yardımcı olabiliriz?|Çevrimiçi|Şu anda çevrimdışıyız|Bir mesaj yazın…|Mesaj bırakın|E-posta|Mesaj|Gönder|Bugün',
  ),
  zh: row('在线咨询|请留言|您好！有什么可以帮您？|在线|当前不在线|输入消息…|给我们留言|邮箱|留言|发送|今天'),
  ar: row(
    'تحدث معنا|اترك رسالة|مرحبًا! كيف يمكننا مساعدتك؟|متصل|غير متاحين الآن|اكتب رسالة…|اترك رسالة|البريد الإلكتروني|الرسالة|إرسال|اليوم',
  ),
  hi: row('हमसे चैट करें|संदेश छोड़ें|नमस्ते! हम आपकी क्या मदद कर सकते हैं?|ऑनलाइन|अभी उपलब्ध नहीं हैं|संदेश लिखें…|संदेश छोड़ें|ईमेल|संदेश|भेजें|आज'),
}

/** Where the visitor's language decides, the preview speaks the agent's, as far as the window does. */
export function previewLanguage(language: Language | 'auto'): Language {
  if (language !== 'auto') return language
  const wanted = (globalThis.navigator?.language ?? 'en').slice(0, 2).toLowerCase()
  return wanted in WORDS ? (wanted as Language) : 'en'
}

export const previewWords = (language: Language | 'auto'): PreviewWords => WORDS[previewLanguage(language)]
