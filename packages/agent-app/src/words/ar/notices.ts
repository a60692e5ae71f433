// The service worker does not know the language of the windows.
import { isolateAlways as isolate } from '../isolate.ts'

/** The notifications of alerts. The service worker shows them, too, so this file has nothing else. */
export const notices = {
  numbered: (number: string) => (number ? `الزائر ${number}` : 'زائر'),
  notice: {
    waiting: (name: string) => ({ title: `ينتظر ${isolate(name)} ردًا`, body: 'لم يرد أي وكيل بعد.' }),
    message: (name: string) => ({ title: `كتب إليك ${isolate(name)}`, body: 'افتح المحادثة للرد.' }),
    handed: (name: string) => ({ title: 'حُوّلت إليك محادثة', body: `المحادثة مع ${isolate(name)}.` }),
    woken: (name: string) => ({ title: 'عادت محادثة مؤجلة', body: `المحادثة مع ${isolate(name)}.` }),
    mention: (name: string) => ({ title: 'أشار إليك زميل', body: `في المحادثة مع ${isolate(name)}.` }),
    test: () => ({ title: 'التنبيهات تصل إلى هذا الجهاز', body: 'كان هذا اختبارًا.' }),
  },
}
