import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './count.ts'

const minutesInWords = (minutes: number): string => {
  if (minutes % 1440 === 0)
    return count(minutes / 1440, { one: 'يوم واحد', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' })
  return minutes % 60 === 0
    ? count(minutes / 60, { one: 'ساعة واحدة', two: 'ساعتين', few: 'ساعات', many: 'ساعة', other: 'ساعة' })
    : count(minutes, { one: 'دقيقة واحدة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' })
}

/** Macros: their list in the settings, and running them in a chat. */
export const macros: LaterWords['macros'] = {
  title: 'وحدات الماكرو',
  help: 'عدة خطوات في المحادثة دفعة واحدة. اضغط M في المحادثة، أو اكتب / في رسالة فارغة.',
  add: 'ماكرو جديد',
  edit: (title) => `تعديل «${isolate(title)}»`,
  remove: 'إزالة',
  removeTitle: (title) => `هل تريد إزالة «${isolate(title)}»؟`,
  removeHelp: 'يبقى ما فعله في المحادثات.',
  sharedList: 'مشتركة مع جميع الوكلاء',
  own: 'لك وحدك',
  shared: 'مشترك',
  sharedHelp: 'يمكن لجميع الوكلاء تشغيله.',
  empty: 'لا توجد وحدات ماكرو بعد',
  emptyHelp: 'احفظ ما تكرره كثيرًا، مثل: الشكر ثم الوسم ثم الإغلاق. ثم شغّله بمفتاح واحد.',
  failedLoad: 'تعذّر تحميل وحدات الماكرو',
  fields: { title: 'العنوان', shortcut: 'الاختصار' },
  shortcutHelp: 'يُكتب بعد / للعثور عليه: أحرف لاتينية وأرقام و- و_.',
  steps: 'الخطوات',
  stepsHelp: 'تُنفَّذ بهذا الترتيب: كلها، أو لا شيء منها.',
  noSteps: 'أضف الخطوة الأولى.',
  addStep: 'إضافة خطوة',
  step: (n, name) => `الخطوة ${n}: ${name}`,
  up: (n) => `نقل الخطوة ${n} إلى أعلى`,
  down: (n) => `نقل الخطوة ${n} إلى أسفل`,
  removeStep: (n) => `إزالة الخطوة ${n}`,
  moved: (n) => `أصبحت الخطوة ${n}`,
  names: {
    accept: 'قبول المحادثة',
    send: 'إرسال رسالة',
    note: 'كتابة ملاحظة',
    tag: 'تغيير الوسوم',
    'hand-over': 'تحويل',
    snooze: 'تأجيل',
    close: 'إغلاق المحادثة',
  },
  text: 'النص',
  insert: 'إدراج متغيّر…',
  addTags: 'إضافة',
  removeTags: 'إزالة',
  noTags: 'لا توجد وسوم بعد.',
  to: 'إلى',
  agents: 'الزملاء',
  departments: 'الأقسام',
  choose: 'اختيار…',
  goneReceiver: 'لم يعد موجودًا',
  until: 'التأجيل',
  inTime: (minutes) => `لمدة ${minutesInWords(minutes)}`,
  visitorWrites: 'حتى يكتب الزائر',
  preview: 'في محادثة أحد الزوار',
  does: {
    accept: 'يقبل المحادثة إذا لم تكن لدى أي وكيل',
    send: 'يرسل',
    note: 'يكتب ملاحظة خاصة',
    addsTags: (names) => `يضيف ${names}`,
    removesTags: (names) => `يزيل ${names}`,
    handsTo: (name) => `يحوّل المحادثة إلى ${isolate(name)}`,
    handsToGone: 'يحوّل المحادثة إلى وكيل أو قسم لم يعد موجودًا',
    snoozes: (minutes) => (minutes === null ? 'يؤجل حتى يكتب الزائر' : `يؤجل لمدة ${minutesInWords(minutes)}`),
    closes: 'يغلق المحادثة',
  },
  goneTag: 'وسم مُزال',
  run: 'تشغيل ماكرو',
  search: 'البحث عن ماكرو',
  none: 'لا يوجد ماكرو مطابق',
  ran: (title) => `اكتمل «${isolate(title)}»`,
  failed: (title) => `لم يفعل «${isolate(title)}» شيئًا.`,
  failedAt: (n, name) => `الخطوة ${n} (${name}):`,
  dismiss: 'تجاهل',
  pickHelp: 'يُشغّله Enter، ويُغلق Esc',
  manage: 'تعديل وحدات الماكرو',
}
