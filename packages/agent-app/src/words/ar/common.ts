import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './count.ts'

export const common: Words['common'] = {
  save: 'حفظ',
  saved: 'تم الحفظ',
  cancel: 'إلغاء',
  close: 'إغلاق',
  back: 'رجوع',
  retry: 'إعادة المحاولة',
  copy: 'نسخ',
  copied: 'تم النسخ',
  loading: 'جارٍ التحميل',
  remove: 'إزالة',
  more: 'تحميل المزيد',
  never: 'أبدًا',
  yes: 'نعم',
  no: 'لا',
  optional: 'اختياري',
  you: 'أنت',
  skip: 'الانتقال إلى المحتوى',
}

export const problem: Words['problem'] = {
  unreachable: 'تعذّر الوصول إلى Deskbell. تحقق من اتصالك.',
  unknown: 'حدث خطأ ما. حاول مرة أخرى.',
  status: (status) =>
    status >= 500
      ? `حدث خطأ في الخادم (${status}). حاول مرة أخرى بعد قليل.`
      : `لم ينجح ذلك (${status}). أعد تحميل الصفحة وحاول مرة أخرى.`,
  crashed: 'حدث خطأ في هذه الشاشة',
  crashedHelp: 'رسائلك ومسوداتك محفوظة. أعد تحميل الصفحة للمتابعة.',
  reload: 'إعادة التحميل',
  forbidden: 'ليس لديك إذن بالوصول',
  forbiddenHelp: 'اطلب الإذن من مالك أو مشرف.',
  missing: 'لا توجد صفحة بهذا العنوان',
  missingHelp: 'ربما يكون العنوان قديمًا، أو أُزيل ما كان فيه.',
  toInbox: 'الذهاب إلى صندوق الوارد',
  offline: 'أنت غير متصل',
  offlineHelp: 'تحتاج هذه الشاشة إلى الاتصال. ستُحمَّل فور عودة اتصالك.',
  old: 'يوجد إصدار جديد. أعد التحميل للمتابعة.',
}

export const signIn: Words['signIn'] = {
  title: 'تسجيل الدخول',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  submit: 'تسجيل الدخول',
  busy: 'جارٍ تسجيل الدخول…',
  wait: (time) => `محاولات كثيرة جدًا. المدة المتبقية قبل المحاولة من جديد: ${time}.`,
  ended: 'تم تسجيل خروجك. سجّل الدخول للمتابعة من حيث توقفت.',
  show: 'إظهار كلمة المرور',
  hide: 'إخفاء كلمة المرور',
  forgot: 'هل نسيت كلمة المرور؟',
  first: 'هل هذه أول مرة؟ عرض الخادم بيانات دخول المالك عند بدء تشغيله.',
}

export const nav: Words['nav'] = {
  label: 'التنقل الرئيسي',
  inbox: 'الوارد',
  search: 'البحث',
  live: 'مباشر',
  visitors: 'الزوار',
  contacts: 'جهات الاتصال',
  tasks: 'المهام',
  tasksDue: (n) => `مهام حان موعدها: ${n}`,
  calls: 'المكالمات',
  callsMissed: (n) => `المكالمات الفائتة: ${n}`,
  offlineAll: 'رسائل دون اتصال',
  archive: 'الأرشيف',
  more: 'المزيد',
  me: 'ملفك الشخصي',
  settings: 'الإعدادات',
  menu: 'قائمتك',
  signOut: 'تسجيل الخروج',
  commandMenu: 'قائمة الأوامر',
  shortcuts: 'اختصارات لوحة المفاتيح',
  theme: 'المظهر',
  themes: { system: 'النظام', light: 'فاتح', dark: 'داكن' },
  presence: 'حالة التوفر',
  presences: { online: 'متصل', away: 'غير متاح' },
  presenceHelp: { online: 'تصلك محادثات جديدة', away: 'لا تصلك محادثات جديدة' },
  unsent: 'لم تُرسَل بعض الرسائل بعد',
  unsentHelp: (n) =>
    `رسائل في انتظار الإرسال: ${count(n, {
      one: 'رسالة واحدة',
      two: 'رسالتان',
      few: 'رسائل',
      many: 'رسالة',
      other: 'رسالة',
    })}. إذا سجّلت الخروج الآن فستُفقد.`,
  signOutAnyway: 'تسجيل الخروج رغم ذلك',
}

export const connection: Words['connection'] = {
  connecting: 'جارٍ الاتصال…',
  lost: 'تجري إعادة الاتصال…',
  lostHelp: 'ستُرسَل الرسائل التي تكتبها عند عودة الاتصال.',
  offline: 'أنت غير متصل',
  offlineHelp: 'ستُرسَل الرسائل التي تكتبها عند عودة اتصالك.',
  retry: 'المحاولة الآن',
  back: 'عاد الاتصال',
}

export const announce: Words['announce'] = {
  message: (name) => `رسالة جديدة من ${isolate(name)}`,
  messages: (n, chats) =>
    `${count(n, {
      one: 'رسالة جديدة واحدة',
      two: 'رسالتان جديدتان',
      few: 'رسائل جديدة',
      many: 'رسالة جديدة',
      other: 'رسالة جديدة',
    })} في ${count(chats, {
      one: 'محادثة واحدة',
      two: 'محادثتين',
      few: 'محادثات',
      many: 'محادثة',
      other: 'محادثة',
    })}`,
  waiting: (name) => `ينتظر ${isolate(name)} ردّ وكيل`,
  waitingMany: (chats) =>
    `${count(chats, {
      one: 'زائر واحد',
      two: 'زائران',
      few: 'زوار',
      many: 'زائرًا',
      other: 'زائر',
    })} في انتظار وكيل`,
  failure: (name) => `لم تُسلَّم رسالة إلى ${isolate(name)}`,
}

export const exchange: Words['exchange'] = {
  request: 'الطلب',
  response: 'الاستجابة',
  none: 'لا توجد استجابة.',
  headers: 'الترويسات',
  body: 'المتن',
  emptyBody: 'فارغ',
  took: (ms) => `${ms} م.ث`,
  status: (status) => (status === null ? 'لا توجد استجابة' : String(status)),
}
