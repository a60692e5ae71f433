import type { MailWords } from './mail-words.ts'

/** Russian. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `Посетитель ${number}`,
  invitation: {
    subject: (by, company) => `${by} приглашает вас: ${company}`,
    lines: (by, company) => [
      `${by} приглашает вас отвечать в Deskbell на чаты компании ${company}.`,
      'Перейдите по ссылке, чтобы указать имя и задать пароль.',
    ],
    open: 'Принять приглашение',
  },
  password: {
    subject: (company) => `Новый пароль: ${company}`,
    asked: (company) => `Вы или кто-то другой запросили новый пароль. Компания: ${company}.`,
    made: (by, company) => `${by} отправляет вам эту ссылку, чтобы вы задали новый пароль. Компания: ${company}.`,
    follow:
      'Перейдите по ссылке, чтобы задать его. Если вы этого не хотели, не обращайте внимания на это письмо: ваш пароль останется прежним.',
    open: 'Задать новый пароль',
  },
  linkEnds: (until) =>
    `Ссылку можно использовать один раз. Срок действия: ${until}. Не пересылайте её: она даёт доступ.`,
  alert: {
    waiting: (who) => `${who} ждёт ответа`,
    message: (who) => `Новое сообщение: ${who}`,
    mention: 'Вас упомянули в заметке',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Ни одно из ваших устройств не показало оповещение вовремя. В настройках можно изменить, как вы получаете оповещения.',
    open: 'Открыть чат',
  },
  webhook: {
    disabled: (name) => `Вебхук «${name}» отключён`,
    failing: (name) => `Вебхук «${name}» не работает`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `Причина: ${reason}.`,
    disabledHelp:
      'На него ничего не отправляется, пока владелец или администратор его не включит. Пропущенные события можно будет отправить в течение 30 дней.',
    failingHelp:
      'Deskbell повторяет попытки с растущими интервалами и отключит вебхук через пять дней. Пропущенные события можно отправить повторно в течение 30 дней.',
    open: 'Открыть вебхук',
  },
  log: {
    subject: (chat, who) => `Чат ${chat}: ${who}`,
    visitor: 'Посетитель',
    numbered: (who, number) => `${who} (№ ${number})`,
    email: 'Эл. почта',
    phone: 'Телефон',
    about: 'Описание',
    channel: 'Канал',
    agents: 'Операторы',
    began: 'Начало',
    ended: 'Конец',
    rating: 'Оценка',
    ratings: { positive: 'хорошо', negative: 'не очень хорошо' },
    blocked: 'Блокировка',
    isBlocked: 'да: этот посетитель не может писать',
    open: 'Открыть чат',
  },
}
