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
    offered: (name: string) => ({ title: 'عُرضت عليك محادثة', body: `المحادثة مع ${isolate(name)}.` }),
    asked: (name: string) => ({ title: 'طُلب منك الانضمام إلى محادثة', body: `المحادثة مع ${isolate(name)}.` }),
    returned: (name: string) => ({ title: 'بقيت محادثة لديك', body: `المحادثة مع ${isolate(name)}.` }),
    unattended: (name: string) => ({ title: 'محادثة بلا رعاية', body: `لا أحد متصل يستطيع الرد على ${isolate(name)}.` }),
    mention: (name: string) => ({ title: 'أشار إليك زميل', body: `في المحادثة مع ${isolate(name)}.` }),
    task: (name: string, text: string) => ({ title: `حان موعد مهمة: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name: string, text: string) => ({ title: `مهمة لك: ${isolate(name)}`, body: isolate(text) }),
    call: (name: string, text: string) => ({ title: `${isolate(name)} يتصل`, body: `${isolate(text)} ·` }),
    callback: (name: string, text: string) => ({
      title: `${isolate(name)} يطلب الاتصال به`,
      body: `${isolate(text)} ·`,
    }),
    call_over: () => ({ title: 'لم تعد المكالمة ترن', body: '' }),
    missed_call: (name: string) => ({ title: `مكالمة فائتة من ${isolate(name)}`, body: 'لم يرد عليها أي وكيل.' }),
    test: () => ({ title: 'التنبيهات تصل إلى هذا الجهاز', body: 'كان هذا اختبارًا.' }),
  },
}
