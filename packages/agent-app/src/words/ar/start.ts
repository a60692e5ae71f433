import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './count.ts'

export const entry: LaterWords['start']['entry'] = {
  invitation: 'انضم إلى زملائك',
  invitedTo: (by, company) =>
    company === ''
      ? `يدعوك ${isolate(by)} إلى الرد على المحادثات.`
      : `يدعوك ${isolate(by)} إلى الرد على محادثات ${isolate(company)}.`,
  email: 'البريد الإلكتروني',
  emailHelp: 'تسجّل الدخول بهذا العنوان.',
  name: 'اسمك',
  nameHelp: 'يراه الزوار بجانب ردودك.',
  password: 'كلمة المرور',
  passwordHelp: '10 أحرف على الأقل.',
  join: 'انضمام',
  newPassword: 'تعيين كلمة مرور جديدة',
  newPasswordFor: (name, company) =>
    company === '' ? `للحساب ${isolate(name)}.` : `للحساب ${isolate(name)} في ${isolate(company)}.`,
  newPasswordHelp: '10 أحرف على الأقل. يُسجَّل خروجك من كل مكان آخر، وتُبطَل رموز API الخاصة بك.',
  setPassword: 'تعيين كلمة المرور وتسجيل الدخول',
  ended: 'لم يعد هذا الرابط يعمل',
  endedHelp: 'استُخدم من قبل، أو سُحب، أو مضى عليه وقت طويل.',
  endedInvitation: 'اطلب رابطًا جديدًا من الزميل الذي دعاك.',
  endedPassword: 'اطلب رابطًا جديدًا من شاشة تسجيل الدخول.',
  toSignIn: 'الذهاب إلى تسجيل الدخول',
  failed: 'تعذّر التحقق من الرابط',
  forgotTitle: 'هل نسيت كلمة المرور؟',
  forgotHelp: 'أدخل بريدك الإلكتروني. إذا كان هناك وكيل بهذا العنوان، نرسل رابطًا لتعيين كلمة مرور جديدة.',
  forgotSend: 'إرسال الرابط',
  forgotSent: (email) =>
    `إذا كان ${isolate(email)} يخص أحد الوكلاء، فالرابط في الطريق. يعمل مرة واحدة، لمدة ساعة. لم يصل البريد بعد بضع دقائق؟ ابحث في مجلد الرسائل غير المرغوب فيها، وتحقق من العنوان.`,
  forgotNoMail:
    'لا يمكن لهذا الخادم إرسال البريد. اطلب من مالك أو مشرف: يمكنه ضمن «الفريق» إنشاء رابط لك لتعيين كلمة مرور جديدة.',
  back: 'العودة إلى تسجيل الدخول',
}

export const invite: LaterWords['start']['invite'] = {
  invite: 'دعوة زميل',
  title: 'دعوة زميل',
  help: 'يحصل على رابط يعيّن به اسمه وكلمة مروره.',
  email: 'البريد الإلكتروني',
  role: 'الدور',
  channels: 'القنوات',
  channelsHelp: 'القنوات التي يرد الزميل على محادثاتها. يرى المالكون والمشرفون جميع المحادثات.',
  noChannels: 'لا توجد قنوات بعد. يمكنك إسناد القنوات إلى الزميل لاحقًا.',
  noneChosen: 'دون قناة، لا يرى الزميل أي محادثات.',
  departments: 'الأقسام',
  make: 'إنشاء رابط',
  send: 'إرسال الدعوة',
  sentTitle: 'أُرسلت الدعوة',
  sent: (email) => `يتلقى ${isolate(email)} رسالة بريد فيها رابط. يعمل مرة واحدة، لمدة 7 أيام.`,
  linkTitle: 'أعطِ زميلك هذا الرابط',
  linkHelp: (email) =>
    `لا يمكن لهذا الخادم إرسال البريد، فسلّم الرابط بنفسك إلى ${isolate(email)}. يعمل مرة واحدة، لمدة 7 أيام، ولا يُعرض إلا الآن.`,
  link: 'رابط الدعوة',
  copy: 'نسخ الرابط',
  done: 'تم',
  list: 'الدعوات',
  listHelp: 'الزملاء الذين لم ينضموا بعد.',
  invitedBy: (by, when) => (by === '' ? `حتى ${when}` : `دعوة من ${isolate(by)} · حتى ${when}`),
  expired: 'منتهية الصلاحية',
  assigned: (channels, departments) =>
    [
      channels > 0 && count(channels, { one: 'قناة واحدة', two: 'قناتان', few: 'قنوات', many: 'قناة', other: 'قناة' }),
      departments > 0 &&
        count(departments, { one: 'قسم واحد', two: 'قسمان', few: 'أقسام', many: 'قسمًا', other: 'قسم' }),
    ]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'تعذّر تحميل الدعوات',
  actions: (email) => `إجراءات دعوة ${isolate(email)}`,
  again: 'إعادة الإرسال',
  newLink: 'رابط جديد',
  revoke: 'سحب',
  revokeTitle: (email) => `هل تريد سحب دعوة ${isolate(email)}؟`,
  revokeHelp: 'يتوقف رابطها عن العمل فورًا.',
  reset: 'رابط إعادة تعيين كلمة المرور',
  resetTitle: (name) => `هل تريد كلمة مرور جديدة لـ ${isolate(name)}؟`,
  resetMail: (name) => `يتلقى ${isolate(name)} رسالة بريد فيها رابط لتعيين كلمة مرور جديدة. يعمل مرة واحدة، لمدة ساعة.`,
  resetAsk: (name) =>
    `ينشئ Deskbell رابطًا لتعيين كلمة مرور جديدة، وتعطيه أنت إلى ${isolate(name)}. يعمل مرة واحدة، لمدة ساعة.`,
  resetSend: 'إرسال الرابط',
  resetSent: 'البريد في الطريق.',
  resetLink: 'رابط تعيين كلمة مرور جديدة',
  resetShown: 'لا يُعرض إلا الآن. لا تعطه لشخص آخر.',
}

export const company: LaterWords['start']['company'] = {
  title: 'الشركة',
  help: 'يقرأ الزوار الاسم حيث لا يكون للأداة عنوان خاص بها، وفي رسائل البريد.',
  name: 'الاسم',
  nameHelp: 'دون اسم، يقرأ الزوار «محادثة» بلغتهم.',
  timeZone: 'المنطقة الزمنية',
  timeZoneHelp: 'للأوقات في رسائل البريد. لساعات العمل منطقة خاصة بها في كل قناة.',
  logoAlt: 'شعار الشركة',
  logoNone: 'لا يوجد شعار',
  logoChoose: 'اختيار شعار',
  logoChange: 'تغيير الشعار',
  logoRemove: 'إزالة',
  logoHelp: 'في أعلى الأدوات وفي صفحات الدعوات. PNG أو JPEG أو GIF أو WebP.',
}

/** Agents who are on no channel receive no chats. */
export const onChannels: LaterWords['start']['onChannels'] = {
  none: 'دون قناة: لا تصل أي محادثات إلى هذا الوكيل.',
  title: (name) => `قنوات ${isolate(name)}`,
  legend: 'القنوات',
  help: 'يتلقى الوكيل محادثات هذه القنوات.',
  yours: 'لست في أي قناة بعد',
  yoursHelp: 'لا تصل إليك أي محادثات. اطلب من مالك أو مشرف إضافتك إلى قناة.',
  others: (names) => `وكلاء دون قناة لا تصل إليهم محادثات: ${names}.`,
  choose: 'اختيار القنوات',
}
