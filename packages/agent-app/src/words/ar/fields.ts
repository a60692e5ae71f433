import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import type { FieldWords } from '@deskbell/protocol/agent/field-words'
import { isolate } from '../isolate.ts'
import { count } from './count.ts'

type Said<Reason extends string> = Extract<FieldReason, { reason: Reason }>

const TYPES: Readonly<Record<Said<'wrong_type'>['type'], string>> = {
  string: 'نصًا',
  integer: 'عددًا صحيحًا',
  number: 'رقمًا',
  boolean: 'true أو false',
  object: 'كائنًا',
  array: 'قائمة',
  null: 'null',
}
const EMAIL = `عنوان بريد إلكتروني، مثل ${isolate('ann@shop.example')}`
const FORMS: Readonly<Record<Said<'wrong_form'>['form'], string>> = {
  email: EMAIL,
  mail_address: EMAIL,
  time: 'وقتًا من اليوم، مثل 09:30',
  colour: `لونًا، مثل ${isolate('#2f6fed')}`,
  header_name: `اسم ترويسة من أحرف لاتينية وأرقام و${isolate("-_.!#$%&'*+^`|~")}`,
  client_id: 'محارف ASCII قابلة للطباعة',
  provider_id: 'أحرفًا لاتينية أو أرقامًا أو نقاطًا أو شرطات أو شرطات سفلية أو مدّات، وأكثر من نقطة أو نقطتين',
  bot_token: 'محارف ASCII دون مسافات',
  telegram_token: `رمز روبوت من Telegram، مثل ${isolate('123456789:AAF-letters-and-digits')}`,
  upload: 'معرّف ملف مرفوع',
  signed_token: 'رمزًا من الخادم',
  device_key: '22 من الأحرف اللاتينية والأرقام والشرطات والشرطات السفلية',
  web_address: `عنوانًا يبدأ بـ ${isolate('https://')} أو ${isolate('http://')}`,
  base64url: 'بايتات بصيغة base64url',
  phone: `رقم هاتف، مثل ${isolate('+31 20 555 0100')}`,
  shortcut: '32 على الأكثر من الأحرف اللاتينية والأرقام والشرطات والشرطات السفلية',
}
const HOST_ALONE = `أدخل اسم مضيف أو عنوان IP وحده، مثل ${isolate('shop.example')}`

const LETTERS = { one: 'حرف واحد', two: 'حرفين', few: 'أحرف', many: 'حرفًا', other: 'حرف' }
const ITEMS = { one: 'عنصر واحد', two: 'عنصرين', few: 'عناصر', many: 'عنصرًا', other: 'عنصر' }
const DAYS = { one: 'يوم واحد', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' }

/** Why a field is refused. */
export const fields: FieldWords = {
  unknown_field: () => 'لا يوجد حقل بهذا الاسم',
  required: () => 'هذا الحقل مطلوب',
  wrong_type: ({ type }) => `يجب أن يكون هذا ${TYPES[type]}`,
  wrong_types: ({ types }) => `يجب أن يكون هذا ${types.map((type) => TYPES[type]).join(' أو ')}`,
  not_allowed: ({ allowed }) => `يجب أن يكون هذا ${allowed.map(isolate).join(' أو ')}`,
  wrong_form: ({ form }) => `يجب أن يكون هذا ${FORMS[form]}`,
  empty: () => 'لا يمكن ترك هذا فارغًا',
  too_short: ({ least }) => `يجب ألا يقل طول هذا عن ${count(least, LETTERS)}`,
  too_long: ({ most }) => `يجب ألا يزيد طول هذا على ${count(most, LETTERS)}`,
  too_few: ({ least }) => `يجب ألا تقل هذه القائمة عن ${count(least, ITEMS)}`,
  too_many: ({ most }) => `يجب ألا تزيد هذه القائمة على ${count(most, ITEMS)}`,
  repeated: () => 'يجب ألا يتكرر شيء في هذه القائمة',
  too_small: ({ least }) => `يجب ألا يقل هذا عن ${least}`,
  too_large: ({ most }) => `يجب ألا يزيد هذا على ${most}`,
  no_url: () => 'هذا ليس عنوان ويب',
  no_web_url: () => 'لا يمكن الوصول إلا إلى عناوين http وhttps',
  url_with_password: () => 'يجب ألا يحتوي العنوان على اسم مستخدم أو كلمة مرور',
  own_server: ({ host }) => `العنوان ${isolate(host)} هو هذا الخادم نفسه`,
  this_machine: ({ host }) => `العنوان ${isolate(host)} هو هذا الجهاز نفسه: على مشغّل الخادم أن يذكره في ALLOW_TARGETS`,
  not_public: ({ host }) => `العنوان ${isolate(host)} ليس عنوانًا عامًا: على مشغّل الخادم أن يذكره في ALLOW_TARGETS`,
  closed_port: ({ port, host }) =>
    `لا يُسمح بالطلبات إلى المنفذ ${port} على ${isolate(host)}، ما لم يذكره مشغّل الخادم في ALLOW_TARGETS`,
  not_https: ({ host }) => `يجب الوصول إلى ${isolate(host)} عبر https، ما لم يذكره مشغّل الخادم في ALLOW_TARGETS`,
  no_server_url: () => 'ليس لهذه القناة عنوان URL للخادم بعد: أدخل عنوانًا لفحصه',
  header_name: () => `لا يجوز أن يحتوي اسم الترويسة إلا على أحرف لاتينية وأرقام و${isolate("-_.!#$%&'*+^`|~")}`,
  header_of_connection: ({ name }) => `الترويسة ${isolate(name)} يحددها الاتصال نفسه`,
  header_value: ({ name }) => `تحتوي قيمة الترويسة ${isolate(name)} على فاصل أسطر أو محرف آخر يمنعه HTTP`,
  secret_dots: () => 'تمثّل النقاط السر المخزّن: أدخل السر نفسه',
  secret_missing: () => 'ليس لهذا الروبوت سر بعد: أدخل سرًا',
  secret_elsewhere: () => 'أصبح عنوان الرمز على خادم آخر: أدخل السر مرة أخرى',
  secret_short: ({ least, given }) => `يجب ألا يقل طوله عن ${count(least, LETTERS)}، وطول هذا ${given}`,
  secret_no_base64: () => `يتكون السر من ${isolate('whsec_')} متبوعًا بنص base64`,
  secret_size: ({ least, most, given }) => `يجب أن يكون حجم السر من ${least} إلى ${most} بايت، وحجم هذا ${given}`,
  token_taken: () => 'لدى روبوت آخر هذا الرمز: اطلب من المزوّد رمزًا مختلفًا',
  token_signs: () => `الرمز جزء من عنوان: يجب ألا يحتوي على ${isolate('/ ? # %')}`,
  token_dots: () => 'الرمز جزء من عنوان: يجب ألا يكون نقطة أو نقطتين',
  other_kind: ({ kind }) => `نوع هذه القناة هو ${isolate(kind)}`,
  telegram_refused: ({ said }) =>
    `لا يعرف Telegram هذا الرمز (${isolate(said)}): انسخه مرة أخرى من ${isolate('@BotFather')}`,
  telegram_unreachable: ({ said }) => `تعذّر سؤال Telegram: ${isolate(said)}؛ حاول مرة أخرى لاحقًا`,
  telegram_taken: ({ channel }) => `هذا الروبوت مرتبط بالفعل بـ «${isolate(channel)}»: يمكن ربط الروبوت بقناة واحدة`,
  telegram_https: () => 'لا يستدعي Telegram إلا عناوين https، وليس PUBLIC_URL منها: دع الخادم يسأل Telegram بدلًا من ذلك',
  no_agent: ({ number }) => `لا يوجد وكيل بالرقم ${number}`,
  no_tag: ({ number }) => `لا يوجد وسم بالرقم ${number}`,
  no_view: ({ number }) => `لا توجد طريقة عرض محفوظة بالرقم ${number}`,
  agent_not_here: ({ number }) => `لا يحق للوكيل ${number} رؤية هذه المحادثة`,
  no_department: ({ number }) => `لا يوجد قسم بالرقم ${number}`,
  no_channel: ({ number }) => `لا توجد قناة بالرقم ${number}`,
  channel_has_bot: ({ channel }) => `يرد روبوت آخر على «${isolate(channel)}»: افصله أولًا`,
  not_of_kind: ({ kind }) => `لا يوجد هذا الإعداد في قناة من النوع ${isolate(kind)}: احذفه`,
  no_host: ({ given }) => `القيمة «${isolate(given)}» ليست مضيفًا: ${HOST_ALONE}`,
  site_no_host: ({ given }) => `القيمة «${isolate(given)}» ليست مضيفًا كما تكتبه المتصفحات: ${HOST_ALONE}`,
  site_spelling: ({ given, wanted }) =>
    `القيمة «${isolate(given)}» ليست مضيفًا كما تكتبه المتصفحات: أدخل «${isolate(wanted)}»`,
  no_time_zone: ({ given }) => `القيمة «${isolate(given)}» ليست منطقة زمنية؛ من الأمثلة ${isolate('Europe/Berlin')}`,
  range_start: () => 'يجب أن تبدأ الفترة بين 00:00 و23:59',
  range_end: () => 'يجب أن تنتهي الفترة عند 24:00 أو قبلها؛ والفترة التي تتجاوز منتصف الليل تنتهي بوقت من اليوم التالي',
  range_empty: () => 'يجب ألا تنتهي الفترة عند بدايتها؛ اليوم الكامل من 00:00 إلى 24:00',
  webhook_without_url: () => 'استأنف الـ webhook أولًا: لا تُحفظ الأحداث المنتظرة إلا لـ webhook له عنوان',
  no_name: () => 'أدخل اسمًا',
  in_future: () => 'يجب ألا يكون هذا في المستقبل',
  in_past: () => 'يجب أن يكون هذا في المستقبل',
  too_far: ({ days }) => `أقصى موعد هو بعد ${count(days, DAYS)}`,
  not_beside: ({ field }) => `أعطِ إما هذا أو ${isolate(field)}`,
  after_end: () => 'يجب ألا يكون هذا بعد to',
  unknown_rule_part: ({ name }) => `لا يوجد شرط أو أمر باسم «${isolate(name)}»`,
  no_cursor: () => 'يجب أن يكون هذا قيمة next من الصفحة السابقة',
  unknown_variable: ({ name }) => `لا يوجد متغيّر ${isolate(`{${name}}`)}`,
  variable_missing: ({ name }) =>
    `ليس للمتغيّر ${isolate(`{${name}}`)} قيمة هنا؛ اكتب له كلمات بديلة، مثل ${isolate(`{${name}|عميلنا}`)}`,
  step_after: ({ step }) => `لا يمكن أن تأتي خطوة من هذا النوع بعد ${isolate(step)}`,
  step_twice: ({ step }) => `لا يمكن أن تتكرر الخطوة ${isolate(step)}`,
  shortcut_taken: ({ title }) => `هذا الاختصار مستخدم بالفعل في «${isolate(title)}»`,
  limit_reached: ({ most }) => `بلغ العدد ${most} بالفعل: أزل واحدًا أولًا`,
  message_empty: () => 'لا بد من نص في الرسالة',
  no_file: () => 'لا يوجد ملف في النموذج',
  no_upload: () => 'لا يوجد لك ملف مرفوع كهذا في هذه المحادثة، أو انتهت صلاحيته: ارفع الملف مرة أخرى',
  canned_file_gone: () => 'هذا الملف ليس في أي من ردودك الجاهزة، أو انتهت صلاحيته: ارفعه من جديد',
  canned_files_large: ({ most }) => `يمكن أن يبلغ حجم ملفات الردود الجاهزة معًا ${most} ميغابايت: أزِل بعضها أولًا`,
  file_empty: () => 'الملف فارغ',
  no_picture: () => 'يجب أن تكون هذه صورة: JPEG أو PNG أو GIF أو WebP',
  file_elsewhere: () => 'يجب أن يكون الملف في الحقل «file»',
  several_files: () => 'أرسل ملفًا واحدًا في كل مرة',
  form_too_large: () => 'أجزاء النموذج كثيرة جدًا',
  form_incomplete: () => 'النموذج غير مكتمل',
}
