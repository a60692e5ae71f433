import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './count.ts'

export const hours: LaterWords['hours'] = {
  help: 'خارج ساعات عملهم لا تُعطى للوكلاء محادثات، وتنتظر محادثات القسم. ويمكن للوكلاء قبول المحادثات بأنفسهم.',
  none: 'يتلقى جميع الوكلاء والأقسام المحادثات في أي وقت.',
  add: 'إضافة ساعات عمل',
  for: 'قسم أو وكيل',
  titleOf: (name) => `ساعات عمل ${isolate(name)}`,
  removeTitle: (name) => `إزالة ساعات عمل ${isolate(name)}؟`,
  removeHelp: 'تُوزَّع المحادثات بعد ذلك في أي وقت.',
  copyFrom: 'نسخ من',
  own: 'يحددها المالكون والمشرفون. لا تُعطى لك محادثات خارجها.',
  you: 'أنت',
  nextDay: 'في اليوم التالي',
  allDay: 'طوال اليوم',
  same: (day) => `إعطاء الأيام المفتوحة الأخرى ساعات يوم ${day}`,
  pause: 'استراحة',
  addBreak: (day) => `إضافة استراحة يوم ${day}`,
  removeBreak: (day) => `إزالة استراحة يوم ${day}`,
  breakFrom: (day) => `استراحة ${day}، من`,
  breakTo: (day) => `استراحة ${day}، إلى`,
  holidays: 'العطل',
  holidaysHelp:
    'مغلق في هذه التواريخ، إلا في الساعات التي تضيفها. والساعات التي بدأت مساء اليوم السابق تستمر إلى نهايتها.',
  holidayCount: (n) => count(n, { one: 'عطلة واحدة', two: 'عطلتان', few: 'عطلات', many: 'عطلة', other: 'عطلة' }),
  addHoliday: 'إضافة عطلة',
  removeHoliday: (name) => `إزالة العطلة ${isolate(name)}`,
  unnamed: 'بلا اسم',
  date: 'التاريخ',
  name: 'الاسم',
  endsWrong: 'أدخل بداية ونهاية مختلفة عنها.',
  breaksWrong: 'تقع الاستراحات ضمن ساعات العمل، واحدة تلو الأخرى، وتنتهي قبل منتصف الليل.',
  holidayWrong: 'أدخل تاريخ كل عطلة واسمها.',
  repeated: (date) => `هناك عطلتان بتاريخ ${date}.`,
}
