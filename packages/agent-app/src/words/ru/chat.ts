import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './count.ts'
import { listing } from '../listing.ts'

const conjunction = listing('ru')

// The verbs after names are in the present tense, because those of the past tell a gender.

export const chat: Words['chat'] = {
  label: (name) => `Чат: ${isolate(name)}`,
  messages: 'Сообщения',
  reply: 'Ответить',
  replyHelp: 'Если вы ответите, чат будет назначен вам.',
  replying: 'Принимаем…',
  takeOver: 'Взять себе',
  heldBy: (name) => `Этот чат ведёт ${isolate(name)}.`,
  takeOverTitle: (name) => `Взять этот чат себе? Сейчас его ведёт ${isolate(name)}`,
  takeOverHelp: (name) => `${isolate(name)} сможет читать чат, но уже не сможет отвечать.`,
  withBot: (name) => `Отвечает ${isolate(name)}. Когда вы возьмёте чат себе, бот выйдет из него.`,
  botAnswers: (name) => `Отвечает ${isolate(name)}`,
  closedBy: (name, when) => (name ? `Чат закрыт · ${isolate(name)} · ${when}.` : `Чат закрыт · ${when}.`),
  closedByYou: (when) => `Вы закрыли этот чат · ${when}.`,
  closedHelp: 'Если посетитель напишет снова, начнётся новый чат.',
  closedBlocked: 'Этот посетитель заблокирован и не может писать.',
  close: 'Закрыть чат',
  actions: 'Другие действия',
  leave: 'Вернуть в очередь',
  block: 'Заблокировать посетителя',
  blockTitle: 'Заблокировать этого посетителя?',
  blockHelp: 'Чат будет закрыт. Посетитель не сможет писать, пока оператор его не разблокирует.',
  isBlocked: 'Этот посетитель заблокирован',
  isBlockedHelp: 'Он не может вам писать.',
  unblock: 'Разблокировать',
  details: 'Подробности',
  hideDetails: 'Скрыть подробности',
  placeholder: 'Напишите ответ',
  send: 'Отправить',
  canned: 'Шаблоны. Введите / в пустом сообщении',
  attach: 'Прикрепить файл',
  attachHelp: (size) => `До ${size}. Файлы можно также вставить или перетащить.`,
  tooLarge: (name, size) => `Файл «${isolate(name)}» слишком большой. Ограничение: ${size}.`,
  emptyFile: (name) => `«${isolate(name)}» — пустой файл или папка, отправить нельзя.`,
  tooManyFiles: (most) =>
    `В сообщении может быть не больше ${count(most, 'файла', 'файлов', 'файлов')}. Остальные отправьте следующим.`,
  left: (n) => `осталось: ${count(n, 'символ', 'символа', 'символов')}`,
  over: (n) => `лишних: ${count(n, 'символ', 'символа', 'символов')}`,
  drop: 'Отпустите файлы, чтобы отправить',
  today: 'Сегодня',
  yesterday: 'Вчера',
  todayAt: (time) => `Сегодня, ${time}`,
  yesterdayAt: (time) => `Вчера, ${time}`,
  newMessages: (n) => count(n, 'новое сообщение', 'новых сообщения', 'новых сообщений'),
  unreadMark: 'Новые',
  toEnd: 'К последнему сообщению',
  loadingOlder: 'Загружаем более ранние сообщения',
  olderFailed: 'Не удалось загрузить более ранние сообщения.',
  beginning: (name) => `Начало переписки: ${isolate(name)}`,
  beginningAgain: 'Начало этого чата',
  failedLoad: 'Не удалось загрузить чат',
  typing: (name) => `${isolate(name)} печатает`,
  beingTyped: 'Набирается, ещё не отправлено:',
  queued: 'Ожидает отправки',
  sending: 'Отправляется',
  sent: 'Отправлено',
  deliveredSometime: 'Доставлено',
  delivered: (time) => `Доставлено в ${time}`,
  again: (name) => `Отправлено повторно: ${isolate(name)}`,
  notDelivered: 'Не доставлено',
  sendAgain: 'Отправить снова',
  emoji: 'Эмодзи',
  looksLike: 'Посетитель видит:',
  messageActions: 'Действия с этим сообщением',
  failedAgain: (times, time) => `Снова не доставлено в ${time} (неудачных попыток: ${times}).`,
  againFailed: 'Не удалось отправить снова.',
  discard: 'Удалить',
  cancelUpload: 'Отменить загрузку',
  refused: 'Не отправлено',
  edited: 'изменено',
  editedAt: (time) => `Изменено ${time}`,
  showEarlier: (n) => (n === 1 ? 'Показать прежний текст' : 'Показать прежние тексты'),
  cut: (from) => `сокращено, исходная длина в символах: ${from}`,
  invited: (text) => `Посетителя пригласили текстом «${isolate(text)}»`,
  invitedErased: 'Посетителя пригласили в чат',
  changed: 'Посетитель изменил свои данные',
  changedBy: (name) => `${isolate(name)} меняет данные посетителя`,
  changedYou: 'Вы изменили данные посетителя',
  changedRemoved: (field) => `${field} (удалено)`,
  changedTo: (field, value) => `${field} «${isolate(value)}»`,
  changes: (said, values) => `${said}: ${conjunction.format(values)}`,
  changedErased: 'Данные посетителя изменились',
  changedFields: { name: 'имя', phone: 'телефон', email: 'эл. почта', description: 'прочее' },
  departmentChosen: (name) => `Посетитель выбрал отдел «${isolate(name)}»`,
  rated: { positive: 'Оценка посетителя: хорошо', negative: 'Оценка посетителя: плохо' },
  blocked: (name) => `${isolate(name)} блокирует посетителя`,
  blockedYou: 'Вы заблокировали этого посетителя',
  unblocked: (name) => `${isolate(name)} снимает блокировку посетителя`,
  unblockedYou: 'Вы разблокировали этого посетителя',
  joined: (name) => `${isolate(name)} теперь в чате`,
  joinedYou: 'Вы вошли в чат',
  closedYou: 'Вы закрыли чат',
  closed: (name) => (name ? `${isolate(name)} закрывает чат` : 'Чат закрыт'),
  leftChat: (name) => `${isolate(name)} возвращает чат в очередь`,
  leftYou: 'Вы вернули чат в очередь',
  agentInvited: (name) => `${isolate(name)} зовёт оператора`,
  agentUnavailable: {
    none: (name) => `Свободных операторов не было. ${isolate(name)} продолжает`,
    unaccepted: (name) => `${isolate(name)} зовёт оператора, но никто не принял чат вовремя. Чат всё ещё ждёт`,
  },
  botJoined: (name) => `Отвечает ${isolate(name)}`,
  botSkipped: (name) => `Бот ${isolate(name)} пропущен: он работает с ошибками`,
  botLeft: {
    failed: (name) => `Бот ${isolate(name)} не принял сообщение. Чат ждёт оператора`,
    interrupted: (name) => `Сервер перезапустился во время обращения к боту ${isolate(name)}. Чат ждёт оператора`,
    silent: (name) => `Бот ${isolate(name)} не ответил вовремя. Чат ждёт оператора`,
    skipped: (name) => `Бот ${isolate(name)} работает с ошибками. Чат ждёт оператора`,
    removed: (name) => `Бот ${isolate(name)} убран с этого канала. Чат ждёт оператора`,
    loop: (name) => `Бот ${isolate(name)} остановлен: автоматические ответы зациклились. Чат ждёт оператора`,
    repeats: (name) => `Бот ${isolate(name)} остановлен: он повторил сообщение. Чат ждёт оператора`,
    repeatsErased: (name) => `Бот ${isolate(name)} остановлен из-за повторных сообщений. Чат ждёт оператора`,
    repeatsCustomer: (name) => `Бот ${isolate(name)} остановлен: посетитель повторил сообщение. Чат ждёт оператора`,
  },
  botTooLate: (name) => `Бот ${isolate(name)} написал это слишком поздно. Посетитель этого не видит`,
  answers: 'Кнопки',
  chose: (answer) => `выбор: ${isolate(answer)}`,
  system: 'Система',
  linkTo: (host) => `откроется ${isolate(host)}`,
}

export const list: Words['list'] = {
  draft: 'Черновик',
  draftHelp: 'В этом чате есть ваш неотправленный черновик.',
  said: (author) => `${author}:`,
  channel: (name) => `Канал: ${isolate(name)}`,
  tags: (names) => `Теги: ${names.map(isolate).join(', ')}`,
  moreTags: (n) => `+${n}`,
  density: 'Строки во входящих',
  densities: { comfortable: 'Просторные', compact: 'Компактные' },
}

/** So many are named; of more, the others are counted. */
const NAMED = 2
const lookers = (names: readonly string[]): string =>
  names.length <= NAMED + 1
    ? conjunction.format(names.map(isolate))
    : `${names.slice(0, NAMED).map(isolate).join(', ')} и ещё ${names.length - NAMED}`

export const looking: Words['looking'] = {
  viewing: (names) => `${lookers(names)} ${names.length === 1 ? 'смотрит' : 'смотрят'} этот чат`,
  writing: (name) => `${isolate(name)} пишет ответ`,
  noting: (name) => `${isolate(name)} пишет заметку`,
}

export const notes: Words['notes'] = {
  kind: 'Что вы пишете',
  reply: 'Ответ',
  note: 'Заметка',
  help: 'Это видит только ваша команда',
  placeholder: 'Напишите заметку. @ — упомянуть коллегу',
  send: 'Сохранить заметку',
  by: (name) => `${isolate(name)}: внутренняя заметка`,
  whom: 'Упомянуть коллегу',
  mentionsYou: 'Вас упомянули',
  write: 'Написать заметку',
  inArchive: 'Заметка',
}

type Changed = { added: readonly string[]; removed: readonly string[] }
const named = (names: readonly string[]) =>
  `${names.length === 1 ? 'тег' : 'теги'} ${conjunction.format(names.map((name) => `«${isolate(name)}»`))}`
const change = ({ added, removed }: Changed, did: readonly [string, string]) =>
  [added.length > 0 && `${did[0]} ${named(added)}`, removed.length > 0 && `${did[1]} ${named(removed)}`]
    .filter(Boolean)
    .join(', ')

export const tags: Words['tags'] = {
  ofChat: 'Теги этого чата',
  set: 'Теги',
  more: (n) => `+${n}`,
  moreLabel: (n) => `ещё ${n}`,
  changed: (name, changed) => `${isolate(name)} ${change(changed, ['добавляет', 'убирает'])}`,
  changedYou: (changed) => `Вы ${change(changed, ['добавили', 'убрали'])}`,
}

export const closing: Words['closing'] = {
  closed: (name) => `Чат закрыт: ${isolate(name)}`,
  undo: 'Отменить',
  undoKey: 'Нажмите Z, чтобы отменить.',
  wrote: (name) => `${isolate(name)} снова пишет, поэтому чат остаётся открытым`,
  wentOn: (name) => `Чат остаётся открытым: ${isolate(name)}`,
  notClosed: (name) => `Не удалось закрыть чат: ${isolate(name)}`,
  notUndone: (name) => `Не удалось отменить закрытие чата: ${isolate(name)}`,
  open: 'Открыть',
  dismiss: 'Скрыть',
  notices: 'Уведомления',
  keptYou: 'Вы оставили чат открытым',
  kept: (name) => `${isolate(name)} оставляет чат открытым`,
  keptByVisitor: 'Посетитель написал во время закрытия чата, поэтому чат остаётся открытым',
}

const presences = { online: 'в сети', away: 'нет на месте', offline: 'не в сети' }

export const waiting: Words['waiting'] = {
  hold: 'Отзыв сообщений',
  holdHelp:
    'В течение этого времени после отправки сообщение можно отозвать. Посетитель получит его потом. Выбор действует на всех ваших устройствах.',
  holdNone: 'Отправлять сразу',
  holdSeconds: (n) => count(n, 'секунда', 'секунды', 'секунд'),
  scheduled: 'Сообщения, ожидающие отправки',
  sendLater: 'Отправить позже',
  schedule: 'Отправить позже',
  times: { hour: 'Через час', tomorrow: 'Завтра утром', monday: 'В понедельник утром', own: 'Выбрать время…' },
  when: 'Когда?',
  noTime: 'Укажите дату и время.',
  inPast: 'Это время уже прошло.',
  tooFar: (days) => `Не больше чем на ${count(days, 'день', 'дня', 'дней')} вперёд.`,
  sendingIn: (seconds) => `Отправка через ${seconds} с`,
  sentAt: (time) => `Будет отправлено: ${time}`,
  by: (name) => `автор: ${isolate(name)}`,
  visitorWrote: 'С тех пор посетитель написал',
  takeBack: 'Отозвать',
  edit: 'Изменить',
  sendNow: 'Отправить',
  snooze: 'Отложить',
  snoozeUntil: 'Отложить чат',
  untilVisitor: 'До сообщения посетителя',
  snoozedUntil: (end) => `Отложен до ${end}`,
  wake: 'Вернуть',
  view: 'Отложенные',
  woken: 'Возвращён из отложенных',
  handOver: 'Передать',
  noColleagues: 'Пока нет коллег.',
  presence: (presence) => presences[presence],
  tookBackYou: 'Вы отозвали сообщение',
  tookBack: (name) => `${isolate(name)} отзывает сообщение`,
  cancelledClosed: 'Запланированное сообщение отменено, потому что чат закрыт',
  cancelledBlocked: 'Запланированное сообщение отменено, потому что посетитель заблокирован',
  snoozedYou: (until) => `Вы отложили чат до ${until}`,
  snoozed: (name, until) => `${isolate(name)} откладывает чат до ${until}`,
  visitorWrites: 'сообщения посетителя',
  wokeByTime: 'Отложенный чат вернулся: время истекло',
  wokeByVisitor: 'Отложенный чат вернулся: посетитель написал',
  wokeYou: 'Вы вернули чат из отложенных',
  woke: (name) => `${isolate(name)} возвращает чат из отложенных`,
  handedYou: (to) => `Вы передали чат. Кому: ${isolate(to)}`,
  handed: (name, to) => `${isolate(name)} передаёт чат. Кому: ${isolate(to)}`,
}
