import type { Words } from '../en.ts'
import { count } from './count.ts'

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'بعد قليل'
  return seconds > 90
    ? `بعد ${count(Math.ceil(seconds / 60), { one: 'دقيقة واحدة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' })}`
    : `بعد ${count(seconds, { one: 'ثانية واحدة', two: 'ثانيتين', few: 'ثوانٍ', many: 'ثانية', other: 'ثانية' })}`
}
const notUnderstood = () => 'حدث خطأ ما. أعد تحميل الصفحة وحاول مرة أخرى.'

/** A sentence for each code of a refusal. */
export const refusals: Words['refusals'] = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => 'أُرسلت رسالة مختلفة بهذا المفتاح من قبل. اكتب الرسالة مرة أخرى.',
  text_too_long: () => 'يمكن أن تحتوي الرسالة على 10,000 حرف كحد أقصى. قسّمها إلى أجزاء.',
  wrong_password: () => 'هذه ليست كلمة مرورك الحالية.',
  wrong_credentials: () => 'البريد الإلكتروني أو كلمة المرور غير صحيحة. تحقق منهما وحاول مرة أخرى.',
  signed_out: () => 'تم تسجيل خروجك. سجّل الدخول مرة أخرى.',
  forbidden: () => 'دورك لا يسمح بهذا. اطلبه من مالك أو مشرف.',
  reauthenticate: () => 'أكّد كلمة مرورك أولًا.',
  session_required: () => 'يتطلب هذا تسجيل الدخول بكلمة مرورك.',
  wrong_origin: () => 'افتح Deskbell من عنوانه الخاص لتنفيذ هذا.',
  not_found: () => 'لم يعد هذا موجودًا، أو ليس لديك إذن بالوصول إليه.',
  closed: () => 'المحادثة مغلقة. عندما يكتب الزائر مجددًا، تُفتح محادثة جديدة.',
  taken: () => 'هذه المحادثة لدى وكيل آخر.',
  not_yours: () => 'لم يقبل أي وكيل هذه المحادثة بعد. اقبلها أولًا.',
  not_failed: () => 'لم يفشل إرسال هذه الرسالة، فلا حاجة إلى إعادة إرسالها.',
  blocked: () => 'هذا الزائر محظور.',
  no_card: () => 'لم تعد هذه البطاقة متاحة في هذه المحادثة.',
  not_scheduled: () => 'أُرسلت هذه الرسالة أو أُلغيت بالفعل.',
  too_many_scheduled: () => 'لا يمكن أن تنتظر الإرسالَ أكثر من 20 رسالة في المحادثة الواحدة.',
  email_taken: () => 'يسجّل وكيل آخر الدخول بعنوان البريد هذا بالفعل.',
  too_many_invitations: () => 'هناك 200 دعوة بالفعل. اسحب بعضها أولًا.',
  link_ended: () => 'استُخدم هذا الرابط أو سُحب أو مضى عليه وقت طويل. اطلب رابطًا جديدًا.',
  name_taken: () => 'هذا الاسم مستخدم بالفعل.',
  last_owner: () => 'يحتاج الحساب إلى مالك. اجعل وكيلًا آخر مالكًا أولًا.',
  not_replayable: () => 'لا يُعاد إرسال إلا عمليات التسليم المنتهية التي ما زال لمستلمها عنوان.',
  too_many_tags: () => 'للمحادثة 20 وسمًا على الأكثر، وللقائمة 200 على الأكثر. أزل واحدًا أولًا.',
  too_many: () => 'يمكنك متابعة 50 محادثة كحد أقصى في وقت واحد.',
  files_full: () => 'امتلأت مساحة ملفاتك. ما زال بإمكانك إرسال رسائل دون ملفات.',
  disk_full: () =>
    'أوشكت مساحة القرص في الخادم على النفاد، لذا لا يمكن إرسال ملفات. ما زال بإمكانك إرسال رسائل دون ملفات.',
  too_large: () => 'هذا الملف كبير جدًا. الحد الأقصى 25 ميغابايت.',
  rate_limited: ({ seconds }) => `طلبات كثيرة دفعة واحدة. حاول مرة أخرى ${inTime(seconds)}.`,
  busy: ({ seconds }) => `تُرسَل ملفات كثيرة الآن. حاول مرة أخرى ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `هذا غير ممكن الآن. حاول مرة أخرى ${inTime(seconds)}.`,
  fault: () => 'حدث خطأ من جانبنا. حاول مرة أخرى، وإذا تكرر ذلك فأبلغ مشغّل هذا الخادم.',
}
