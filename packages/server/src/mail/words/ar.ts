import { isolated } from './isolated.ts'
import type { MailWords } from './mail-words.ts'

/** Arabic. */
export const words: MailWords = {
  dir: 'rtl',
  visitor: (number) => `الزائر ${number}`,
  invitation: {
    subject: (by, company) => `يدعوك ${isolated(by)} إلى ${isolated(company)}`,
    lines: (by, company) => [
      `يدعوك ${isolated(by)} إلى الرد على محادثات ${isolated(company)} في Deskbell.`,
      'افتح الرابط لتحديد اسمك وكلمة مرورك.',
    ],
    open: 'قبول الدعوة',
  },
  password: {
    subject: (company) => `تعيين كلمة مرور جديدة لدى ${isolated(company)}`,
    asked: (company) => `طلبتَ أنت، أو شخص آخر، كلمة مرور جديدة لدى ${isolated(company)}.`,
    made: (by, company) => `أنشأ ${isolated(by)} هذا الرابط لتتمكّن من تعيين كلمة مرور جديدة لدى ${isolated(company)}.`,
    follow: 'افتح الرابط لتعيينها. إذا لم ترغب في ذلك فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',
    open: 'تعيين كلمة مرور جديدة',
  },
  linkEnds: (until) => `يمكن استخدام الرابط مرة واحدة حتى ${isolated(until)}. لا تُعِد توجيهه: فهو يمنح حق الدخول.`,
  alert: {
    waiting: (who) => `ينتظر ${isolated(who)} ردًا`,
    message: (who) => `كتب إليك ${isolated(who)}`,
    handed: 'حُوّلت إليك محادثة',
    woken: 'عادت محادثة مؤجلة',
    mention: 'أشار إليك زميل',
    inChannel: (subject, channel) => `${subject} (${isolated(channel)}).`,
    why: 'لم يعرض أي جهاز من أجهزتك التنبيه في الوقت المناسب. يمكنك أن تغيّر طريقة تنبيهك في إعداداتك.',
    open: 'فتح المحادثة',
  },
  webhook: {
    disabled: (name) => `عُطِّل Webhook «${isolated(name)}»`,
    failing: (name) => `Webhook «${isolated(name)}» لا يعمل`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `السبب: ${isolated(reason)}.`,
    disabledHelp: 'لا يُرسل إليه شيء حتى يفعّله مالك أو مشرف. ويمكن عندئذ إرسال الأحداث الفائتة خلال 30 يومًا.',
    failingHelp:
      'يعيد Deskbell المحاولة على فترات متزايدة، ويعطّل Webhook بعد خمسة أيام. يمكن إعادة إرسال الأحداث الفائتة خلال 30 يومًا.',
    open: 'فتح Webhook',
  },
  log: {
    subject: (chat, who) => `المحادثة ${chat} مع ${isolated(who)}`,
    visitor: 'الزائر',
    numbered: (who, number) => `${isolated(who)} (الرقم ${number})`,
    email: 'البريد الإلكتروني',
    phone: 'الهاتف',
    about: 'الوصف',
    channel: 'القناة',
    agents: 'الوكلاء',
    began: 'البداية',
    ended: 'النهاية',
    rating: 'التقييم',
    ratings: { positive: 'جيد', negative: 'غير جيد' },
    blocked: 'محظور',
    isBlocked: 'نعم: لا يمكن لهذا الزائر الكتابة',
    open: 'فتح المحادثة',
  },
}
