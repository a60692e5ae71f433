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
    offered: (name) => ({ title: 'Вам предлагают чат', body: `Чат: ${isolate(name)}.` }),
    asked: (name) => ({ title: 'Вас приглашают в чат', body: `Чат: ${isolate(name)}.` }),
    returned: (name) => ({ title: 'Чат остаётся у вас', body: `Чат: ${isolate(name)}.` }),
    unattended: (name) => ({ title: 'Чат без внимания', body: `Никто в сети не может ответить: ${isolate(name)}.` }),
    mention: (name) => ({ title: 'Вас упомянули', body: `Чат: ${isolate(name)}.` }),
    task: (name, text) => ({ title: `Срок задачи: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name, text) => ({ title: `Задача для вас: ${isolate(name)}`, body: isolate(text) }),
    call: (name, text) => ({ title: `Звонит ${isolate(name)}`, body: `${isolate(text)} ·` }),
    callback: (name, text) => ({ title: `${isolate(name)} просит перезвонить`, body: `${isolate(text)} ·` }),
    call_over: () => ({ title: 'Звонок больше не идёт', body: '' }),
    missed_call: (name) => ({ title: `Пропущенный звонок: ${isolate(name)}`, body: 'Ни один оператор не ответил.' }),
    test: () => ({ title: 'Оповещения доходят до этого устройства', body: 'Это была проверка.' }),
  },
}
