import { LABELS, languageFor } from '@deskbell/protocol/widget/labels'
import type { Language } from '@deskbell/protocol/languages'

/** The widget's texts that the preview shows; a test keeps them equal to the widget's. */
const NAMES = [
  'greeting',
  'online',
  'offline',
  'write',
  'today',
  'joined',
  'closed',
  'department',
  'leave',
  'leaveText',
  'contacts',
  'name',
  'email',
  'phone',
  'message',
  'optional',
  'either',
  'send',
  'save',
  'later',
  'rate',
  'title',
  'queue',
  'wait',
] as const
type WindowWords = Record<(typeof NAMES)[number], string>
export type PreviewWords = WindowWords & { label: string; labelOffline: string }

/** The texts of a language in the order of their names. */
const row = (texts: string): WindowWords => {
  const given = texts.split('|')
  return Object.fromEntries(NAMES.map((name, index) => [name, given[index]])) as WindowWords
}
const WORDS: Readonly<Record<Language, WindowWords>> = {
  en: row(
    'Hello! How can we help you?|Online|Offline at the moment|Write a message…|Today|{} joined the chat|The chat has ended|Who would you like to talk to?|Leave a message|We are offline right now. We will answer by e-mail or phone.|How can we reach you?|Name|E-mail|Phone|Message|optional|An e-mail address or a phone number is needed.|Send|Continue|Not now|How was the chat?|Chat|Your place in line: {}|about {} minutes',
  ),
  es: row(
    '¡Hola! ¿En qué podemos ayudarle?|En línea|Ahora mismo no estamos|Escriba un mensaje…|Hoy|{} se ha unido al chat|El chat ha terminado|¿Con quién desea hablar?|Deje un mensaje|Ahora mismo no hay nadie. Le responderemos por correo o por teléfono.|¿Cómo podemos contactarle?|Nombre|Correo electrónico|Teléfono|Mensaje|opcional|Hace falta un correo electrónico o un teléfono.|Enviar|Continuar|Ahora no|¿Qué le ha parecido el chat?|Chat|Su lugar en la cola: {}|unos {} minutos',
  ),
  pt: row(
    'Olá! Como podemos ajudar?|Online|Não estamos disponíveis agora|Escreva uma mensagem…|Hoje|{} entrou no chat|O chat foi encerrado|Com quem você quer falar?|Deixe uma mensagem|Não há ninguém aqui agora. Responderemos por e-mail ou telefone.|Como podemos falar com você?|Nome|E-mail|Telefone|Mensagem|opcional|É preciso um e-mail ou um telefone.|Enviar|Continuar|Agora não|Como foi o chat?|Chat|Seu lugar na fila: {}|cerca de {} minutos',
  ),
  de: row(
    'Hallo! Wie können wir Ihnen helfen?|Online|Gerade nicht erreichbar|Nachricht schreiben…|Heute|{} ist jetzt im Chat|Der Chat ist beendet|Mit wem möchten Sie sprechen?|Nachricht hinterlassen|Gerade ist niemand da. Wir antworten per E-Mail oder Telefon.|Wie können wir Sie erreichen?|Name|E-Mail|Telefon|Nachricht|freiwillig|Bitte E-Mail-Adresse oder Telefonnummer angeben.|Senden|Weiter|Jetzt nicht|Wie war der Chat?|Chat|Ihr Platz in der Warteschlange: {}|etwa {} Minuten',
  ),
  fr: row(
    'Bonjour ! Comment pouvons-nous vous aider ?|En ligne|Absents pour le moment|Écrivez un message…|Aujourd’hui|{} a rejoint la discussion|La discussion est terminée|À qui souhaitez-vous parler ?|Laissez un message|Personne n’est là pour le moment. Nous vous répondrons par e-mail ou par téléphone.|Comment pouvons-nous vous joindre ?|Nom|E-mail|Téléphone|Message|facultatif|Une adresse e-mail ou un numéro de téléphone est nécessaire.|Envoyer|Continuer|Pas maintenant|Comment s’est passée la discussion ?|Discussion|Votre place dans la file : {}|environ {} minutes',
  ),
  ru: row(
    'Здравствуйте! Чем мы можем помочь?|В сети|Сейчас никого нет|Напишите сообщение…|Сегодня|{} в чате|Чат завершён|С кем вы хотите поговорить?|Оставьте сообщение|Сейчас никого нет. Мы ответим по почте или телефону.|Как с вами связаться?|Имя|Эл. почта|Телефон|Сообщение|необязательно|Нужен адрес почты или номер телефона.|Отправить|Продолжить|Не сейчас|Как прошёл разговор?|Чат|Ваше место в очереди: {}|около {} минут',
  ),
  tr: row(
    'Merhaba! Size nasıl yardımcı olabiliriz?|Çevrimiçi|Şu anda çevrimdışıyız|Bir mesaj yazın…|Bugün|{} sohbete katıldı|Sohbet sona erdi|Kiminle görüşmek istersiniz?|Mesaj bırakın|Şu anda kimse yok. E-posta veya telefonla yanıt vereceğiz.|Size nasıl ulaşabiliriz?|Ad|E-posta|Telefon|Mesaj|isteğe bağlı|Bir e-posta adresi veya telefon numarası gerekli.|Gönder|Devam|Şimdi değil|Sohbet nasıldı?|Sohbet|Sıradaki yeriniz: {}|yaklaşık {} dakika',
  ),
  zh: row(
    '您好！有什么可以帮您？|在线|当前不在线|输入消息…|今天|{} 加入了对话|对话已结束|您想咨询哪个部门？|给我们留言|现在没有客服在线。我们会通过邮箱或电话回复您。|我们如何联系您？|姓名|邮箱|电话|留言|选填|请填写邮箱或电话。|发送|继续|以后再说|您对本次对话满意吗？|在线咨询|您的排队位置：{}|约 {} 分钟',
  ),
  ar: row(
    'مرحبًا! كيف يمكننا مساعدتك؟|متصل|غير متاحين الآن|اكتب رسالة…|اليوم|انضم {} إلى المحادثة|انتهت المحادثة|مع من تود التحدث؟|اترك رسالة|لا يوجد أحد الآن. سنرد عليك بالبريد أو بالهاتف.|كيف يمكننا التواصل معك؟|الاسم|البريد الإلكتروني|الهاتف|الرسالة|اختياري|يلزم بريد إلكتروني أو رقم هاتف.|إرسال|متابعة|ليس الآن|كيف كانت المحادثة؟|محادثة|ترتيبك في الانتظار: {}|المدة بالدقائق: نحو {}',
  ),
  hi: row(
    'नमस्ते! हम आपकी क्या मदद कर सकते हैं?|ऑनलाइन|अभी उपलब्ध नहीं हैं|संदेश लिखें…|आज|{} चैट में शामिल हुए|चैट समाप्त हो गई|आप किससे बात करना चाहेंगे?|संदेश छोड़ें|अभी कोई उपलब्ध नहीं है। हम ईमेल या फ़ोन से जवाब देंगे।|हम आपसे कैसे संपर्क करें?|नाम|ईमेल|फ़ोन|संदेश|वैकल्पिक|ईमेल पता या फ़ोन नंबर ज़रूरी है।|भेजें|आगे बढ़ें|अभी नहीं|चैट कैसी रही?|चैट|कतार में आपका स्थान: {}|लगभग {} मिनट',
  ),
}

/** With automatic language, the preview uses the agent's language if the widget has it. */
export const previewLanguage = (language: Language | 'auto'): Language =>
  languageFor(language, globalThis.navigator?.languages ?? [])

export function previewWords(language: Language | 'auto'): PreviewWords {
  const spoken = previewLanguage(language)
  const [label, labelOffline] = LABELS[spoken]
  return { ...WORDS[spoken], label, labelOffline }
}
