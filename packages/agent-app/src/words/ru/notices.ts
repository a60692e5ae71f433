import type { Notices } from '../en/notices.ts'
import { isolate } from '../isolate.ts'

/** What the service worker shows. It loads only this file. */
export const notices: Notices = {
  numbered: (number) => (number ? `Посетитель ${number}` : 'Посетитель'),
  notice: {
    waiting: (name) => ({ title: `${isolate(name)} ждёт ответа`, body: 'Ещё ни один оператор не ответил.' }),
    message: (name) => ({ title: `${isolate(name)} пишет вам`, body: 'Откройте чат, чтобы ответить.' }),
    handed: (name) => ({ title: 'Вам передали чат', body: `Чат: ${isolate(name)}.` }),
    woken: (name) => ({ title: 'Отложенный чат снова в работе', body: `Чат: ${isolate(name)}.` }),
    mention: (name) => ({ title: 'Вас упомянули', body: `Чат: ${isolate(name)}.` }),
    test: () => ({ title: 'Оповещения доходят до этого устройства', body: 'Это была проверка.' }),
  },
}
