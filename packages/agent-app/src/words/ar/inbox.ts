import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './count.ts'
import { listing } from '../listing.ts'

const listed = listing('ar')

export const list: Words['list'] = {
  draft: 'مسودة',
  draftHelp: 'لديك مسودة لم تُرسَل في هذه المحادثة.',
  said: (author) => `${author}:`,
  channel: (name) => `القناة: ${isolate(name)}`,
  tags: (names) => `الوسوم: ${names.map(isolate).join('، ')}`,
  moreTags: (n) => isolate(`+${n}`),
  density: 'صفوف صندوق الوارد',
  densities: { comfortable: 'مريحة', compact: 'متقاربة' },
}

export const inbox: Words['inbox'] = {
  title: 'صندوق الوارد',
  views: { waiting: 'بالانتظار', mine: 'محادثاتي', all: 'الكل', closed: 'مغلقة', snoozed: 'مؤجلة' },
  viewsLabel: 'طرق العرض',
  list: (view) => `المحادثات: ${view}`,
  filter: 'البحث في هذه القائمة',
  filterHelp: 'الاسم أو البريد أو الهاتف أو الرقم أو القناة أو الوسم أو كلمات من رسالة',
  clearFilter: 'مسح البحث',
  noMatch: 'لا توجد محادثة مطابقة في هذه القائمة',
  noMatchHelp: 'شمل البحث الزائر والقناة والوسم وجميع الرسائل في محادثات هذه القائمة.',
  searchAll: 'البحث في كل شيء',
  failedSearch: 'تعذّر البحث',
  filters: 'التصفية',
  filtersSet: (n) =>
    count(n, {
      one: 'عامل تصفية واحد',
      two: 'عاملا تصفية',
      few: 'عوامل تصفية',
      many: 'عامل تصفية',
      other: 'عامل تصفية',
    }),
  noneFits: 'لا توجد محادثة تطابق عوامل التصفية',
  noneFitsHelp: 'تظهر المحادثة هنا فور أن تطابقها.',
  clearFilters: 'مسح التصفية',
  empty: {
    waiting: ['لا توجد محادثات بالانتظار', 'تظهر المحادثات الجديدة هنا فور أن يكتب الزوار.'],
    mine: ['ليس لديك محادثات', 'رُدّ على محادثة بالانتظار لتصبح لك.'],
    all: ['لا توجد محادثات مفتوحة', 'تظهر جميع المحادثات المفتوحة هنا.'],
    closed: ['لا توجد محادثات مغلقة بعد', 'تظهر المحادثات المغلقة هنا.'],
    snoozed: ['لا توجد محادثات مؤجلة', 'تبقى المحادثات التي تؤجلها هنا حتى موعدها أو حتى رسالة الزائر التالية.'],
  },
  anonymous: 'زائر',
  visitor: (number) => `الزائر ${number}`,
  number: (number) => `#${number}`,
  you: 'أنت',
  agent: 'الوكيل',
  bot: 'الروبوت',
  noText: 'لا توجد رسائل بعد',
  unread: (n) =>
    count(n, {
      one: 'رسالة واحدة غير مقروءة',
      two: 'رسالتان غير مقروءتين',
      few: 'رسائل غير مقروءة',
      many: 'رسالة غير مقروءة',
      other: 'رسالة غير مقروءة',
    }),
  waitingFor: (time) => `مدة الانتظار: ${time}`,
  failed: (n) =>
    count(n, {
      one: 'رسالة واحدة لم تُسلَّم',
      two: 'رسالتان لم تُسلَّما',
      few: 'رسائل لم تُسلَّم',
      many: 'رسالة لم تُسلَّم',
      other: 'رسالة لم تُسلَّم',
    }),
  heldBy: (name) => `لدى ${isolate(name)}`,
  heldByYou: 'لديك',
  department: (name) => `القسم: ${isolate(name)}`,
  typing: 'يكتب الآن…',
  failedLoad: 'تعذّر تحميل المحادثات',
  pick: 'اختر محادثة',
  pickHelp: 'تنقّل بالمفتاحين J وK، وافتح بالمفتاح Enter.',
  justNow: 'الآن',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) =>
    more
      ? `أكثر من ${n} محادثة`
      : count(n, {
          one: 'محادثة واحدة',
          two: 'محادثتان',
          few: 'محادثات',
          many: 'محادثة',
          other: 'محادثة',
        }),
  attach: 'ملف',
}

export const closing: Words['closing'] = {
  closed: (name) => `أُغلقت المحادثة مع ${isolate(name)}`,
  undo: 'تراجع',
  undoKey: 'اضغط Z للتراجع.',
  wrote: (name) => `كتب ${isolate(name)}، لذا تبقى المحادثة مفتوحة`,
  wentOn: (name) => `تبقى المحادثة مع ${isolate(name)} مفتوحة`,
  notClosed: (name) => `تعذّر إغلاق المحادثة مع ${isolate(name)}`,
  notUndone: (name) => `تعذّر التراجع عن إغلاق المحادثة مع ${isolate(name)}`,
  open: 'فتح',
  dismiss: 'تجاهل',
  notices: 'إشعارات',
  keptYou: 'أبقيتَ المحادثة مفتوحة',
  kept: (name) => `أبقى ${isolate(name)} المحادثة مفتوحة`,
  keptByVisitor: 'كتب الزائر أثناء إغلاق المحادثة، لذا تبقى مفتوحة',
}

const DAYS = { one: 'يوم واحد', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' }

export const waiting: Words['waiting'] = {
  hold: 'استرجاع الرسائل',
  holdHelp:
    'يمكنك استرجاع الرسالة خلال هذه المدة بعد إرسالها، وتصل إلى الزائر بعدها. ويسري هذا الاختيار على جميع أجهزتك.',
  holdNone: 'الإرسال فورًا',
  holdSeconds: (n) => count(n, { one: 'ثانية واحدة', two: 'ثانيتان', few: 'ثوانٍ', many: 'ثانية', other: 'ثانية' }),
  scheduled: 'رسائل في انتظار الإرسال',
  sendLater: 'إرسال لاحقًا',
  schedule: 'إرسال لاحقًا',
  times: { hour: 'بعد ساعة', tomorrow: 'صباح الغد', monday: 'صباح الاثنين', own: 'اختيار وقت…' },
  when: 'متى؟',
  noTime: 'أدخل التاريخ والوقت.',
  inPast: 'لقد مضى هذا الوقت.',
  tooFar: (days) => `أقصى موعد هو بعد ${count(days, DAYS)}.`,
  sendingIn: (seconds) => `الإرسال بعد ${seconds} ث`,
  sentAt: (time) => `ستُرسَل في ${time}`,
  by: (name) => `من ${isolate(name)}`,
  visitorWrote: 'كتب الزائر بعد ذلك',
  takeBack: 'استرجاع',
  edit: 'تعديل',
  sendNow: 'إرسال الآن',
  snooze: 'تأجيل',
  snoozeUntil: 'تأجيل حتى',
  untilVisitor: 'يكتب الزائر',
  snoozedUntil: (end) => `مؤجلة حتى ${end}`,
  wake: 'إنهاء التأجيل',
  view: 'مؤجلة',
  woken: 'عادت من التأجيل',
  handOver: 'تحويل',
  noColleagues: 'لا يوجد زملاء بعد.',
  presence: (presence) => ({ online: 'متصل', away: 'غير متاح', offline: 'غير متصل' })[presence],
  tookBackYou: 'استرجعتَ رسالة',
  tookBack: (name) => `استرجع ${isolate(name)} رسالة`,
  cancelledClosed: 'أُلغيت رسالة مجدولة لأن المحادثة أُغلقت',
  cancelledBlocked: 'أُلغيت رسالة مجدولة لأن الزائر حُظر',
  snoozedYou: (until) => `أجّلتَ المحادثة حتى ${until}`,
  snoozed: (name, until) => `أجّل ${isolate(name)} المحادثة حتى ${until}`,
  visitorWrites: 'يكتب الزائر',
  wokeByTime: 'انتهت مدة التأجيل',
  wokeByVisitor: 'كتب الزائر، فانتهى التأجيل',
  wokeYou: 'أنهيتَ التأجيل',
  woke: (name) => `أنهى ${isolate(name)} التأجيل`,
  handedYou: (to) => `حوّلتَ المحادثة إلى ${isolate(to)}`,
  handed: (name, to) => `حوّل ${isolate(name)} المحادثة إلى ${isolate(to)}`,
}

/** So many agents are named; of more, the others are counted. */
const NAMED = 2
const named = (names: readonly string[]): string => {
  if (names.length <= NAMED + 1) return listed.format(names.map(isolate))
  const others = count(names.length - NAMED, {
    one: 'وكيل آخر',
    two: 'وكيلان آخران',
    few: 'وكلاء آخرون',
    many: 'وكيلًا آخر',
    other: 'وكيل آخر',
  })
  return `${names.slice(0, NAMED).map(isolate).join('، ')} و${others}`
}

export const looking: Words['looking'] = {
  viewing: (names) => `يطّلع عليها الآن ${named(names)}`,
  writing: (name) => `يكتب ${isolate(name)} ردًا`,
  noting: (name) => `يكتب ${isolate(name)} ملاحظة`,
}

export const notes: Words['notes'] = {
  kind: 'ما تكتبه',
  reply: 'رد',
  note: 'ملاحظة',
  help: 'لا يراها إلا فريقك',
  placeholder: 'اكتب ملاحظة. استخدم @ للإشارة إلى زميل',
  send: 'حفظ الملاحظة',
  by: (name) => `ملاحظة خاصة من ${isolate(name)}`,
  whom: 'الإشارة إلى زميل',
  mentionsYou: 'أشار إليك',
  write: 'كتابة ملاحظة',
  inArchive: 'ملاحظة',
}

type Changed = Parameters<Words['tags']['changedYou']>[0]
const theTags = (names: readonly string[]) => {
  const noun = names.length === 1 ? 'الوسم' : names.length === 2 ? 'الوسمين' : 'الوسوم'
  return `${noun} ${listed.format(names.map((name) => `«${isolate(name)}»`))}`
}
/** The verb comes first: a sentence that began with a Latin name would be shown from left to right. */
const what = ({ added, removed }: Changed, [add, remove]: readonly [string, string], agent = '') => {
  const adds = added.length > 0 ? [`${add}${agent} ${theTags(added)}`] : []
  const removes = removed.length > 0 ? [`${remove}${adds.length > 0 ? '' : agent} ${theTags(removed)}`] : []
  return [...adds, ...removes].join(' و')
}

export const tags: Words['tags'] = {
  ofChat: 'وسوم هذه المحادثة',
  set: 'الوسوم',
  more: (n) => isolate(`+${n}`),
  moreLabel: (n) => `${n} أخرى`,
  changed: (name, changed) => what(changed, ['أضاف', 'أزال'], ` ${isolate(name)}`),
  changedYou: (changed) => what(changed, ['أضفتَ', 'أزلتَ']),
}
