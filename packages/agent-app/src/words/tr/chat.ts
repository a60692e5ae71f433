import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'
import { listing } from '../listing.ts'

const count = counting('tr')
const conjunction = listing('tr')

export const chat: Words['chat'] = {
  label: (name) => `${isolate(name)} ile görüşme`,
  messages: 'Mesajlar',
  reply: 'Yanıtla',
  replyHelp: 'Yanıtladığınızda bu sohbet size atanır.',
  replying: 'Kabul ediliyor…',
  takeOver: 'Devral',
  heldBy: (name) => `Bu sohbetle ${isolate(name)} ilgileniyor.`,
  takeOverTitle: (name) => `Bu sohbet devralınsın mı? Şu an ilgilenen: ${isolate(name)}`,
  takeOverHelp: (name) => `${isolate(name)} sohbeti okumaya devam edebilir ama artık yanıtlayamaz.`,
  withBot: (name) => `${isolate(name)} yanıtlıyor. Devraldığınızda sohbetten ayrılır.`,
  botAnswers: (name) => `${isolate(name)} yanıtlıyor`,
  closedBy: (name, when) => (name ? `${isolate(name)} kapattı · ${when}.` : `Kapatıldı · ${when}.`),
  closedByYou: (when) => `Bu sohbeti siz kapattınız · ${when}.`,
  closedHelp: 'Ziyaretçi yeniden yazarsa yeni bir sohbet başlar.',
  closedBlocked: 'Bu ziyaretçi engellendi ve yazamaz.',
  close: 'Sohbeti kapat',
  actions: 'Diğer işlemler',
  leave: 'Kuyruğa geri gönder',
  block: 'Bu ziyaretçiyi engelle',
  blockTitle: 'Bu ziyaretçi engellensin mi?',
  blockHelp: 'Sohbet kapatılır. Bir temsilci engeli kaldırana kadar ziyaretçi yazamaz.',
  isBlocked: 'Bu ziyaretçi engellendi',
  isBlockedHelp: 'Size yazamaz.',
  unblock: 'Engeli kaldır',
  details: 'Ayrıntılar',
  hideDetails: 'Ayrıntıları gizle',
  placeholder: 'Bir yanıt yazın',
  send: 'Gönder',
  canned: 'Hazır yanıtlar. Boş bir mesajda / yazın',
  attach: 'Dosya ekle',
  attachHelp: (size) => `En fazla ${size}. Dosyaları yapıştırabilir veya sürükleyip bırakabilirsiniz.`,
  tooLarge: (name, size) => `“${isolate(name)}” çok büyük. Sınır: ${size}.`,
  emptyFile: (name) => `“${isolate(name)}” boş veya bir klasör olduğu için gönderilemez.`,
  tooManyFiles: (most) =>
    `Bir mesajda en fazla ${count(most, { other: 'dosya' })} olabilir. Diğerlerini sonra gönderin.`,
  left: (n) => `${count(n, { other: 'karakter' })} kaldı`,
  over: (n) => `${count(n, { other: 'karakter' })} fazla`,
  drop: 'Göndermek için dosyaları bırakın',
  today: 'Bugün',
  yesterday: 'Dün',
  todayAt: (time) => `Bugün, ${time}`,
  yesterdayAt: (time) => `Dün, ${time}`,
  newMessages: (n) => count(n, { other: 'yeni mesaj' }),
  unreadMark: 'Yeni',
  toEnd: 'En son mesaja git',
  loadingOlder: 'Önceki mesajlar yükleniyor',
  olderFailed: 'Önceki mesajlar yüklenemedi.',
  beginning: (name) => `${isolate(name)} ile görüşmenin başlangıcı`,
  beginningAgain: 'Bu sohbetin başlangıcı',
  failedLoad: 'Sohbet yüklenemedi',
  typing: (name) => `${isolate(name)} yazıyor`,
  beingTyped: 'Yazılıyor, henüz gönderilmedi:',
  queued: 'Gönderilmeyi bekliyor',
  sending: 'Gönderiliyor',
  sent: 'Gönderildi',
  deliveredSometime: 'İletildi',
  delivered: (time) => `İletildi: ${time}`,
  again: (name) => `Yeniden gönderen: ${isolate(name)}`,
  notDelivered: 'İletilemedi',
  sendAgain: 'Yeniden gönder',
  emoji: 'Emoji',
  looksLike: 'Ziyaretçinin gördüğü:',
  messageActions: 'Bu mesaj için işlemler',
  failedAgain: (times, time) => `Yeniden başarısız oldu: ${time} (${times} kez).`,
  againFailed: 'Yeniden gönderilemedi.',
  discard: 'Sil',
  cancelUpload: 'Yüklemeyi iptal et',
  refused: 'Gönderilemedi',
  edited: 'düzenlendi',
  editedAt: (time) => `Düzenlendi: ${time}`,
  showEarlier: (n) => (n === 1 ? 'Önceki metni göster' : 'Önceki metinleri göster'),
  cut: (from) => `${from} karakterden kısaltıldı`,
  invited: (text) => `Ziyaretçi “${isolate(text)}” mesajıyla davet edildi`,
  invitedErased: 'Ziyaretçi davet edildi',
  changed: 'Ziyaretçi bilgilerini değiştirdi',
  changedBy: (name) => `${isolate(name)} ziyaretçinin bilgilerini değiştirdi`,
  changedYou: 'Ziyaretçinin bilgilerini değiştirdiniz',
  changedRemoved: (field) => `${field} (kaldırıldı)`,
  changedTo: (field, value) => `${field} “${isolate(value)}”`,
  changes: (said, values) => `${said}: ${conjunction.format(values)}`,
  changedErased: 'Ziyaretçi bilgileri değişti',
  changedFields: { name: 'ad', phone: 'telefon', email: 'e-posta', description: 'diğer' },
  departmentChosen: (name) => `Ziyaretçi ${isolate(name)} departmanını seçti`,
  rated: { positive: 'Ziyaretçi değerlendirmesi: iyi', negative: 'Ziyaretçi değerlendirmesi: kötü' },
  blocked: (name) => `${isolate(name)} bu ziyaretçiyi engelledi`,
  blockedYou: 'Bu ziyaretçiyi engellediniz',
  unblocked: (name) => `${isolate(name)} bu ziyaretçinin engelini kaldırdı`,
  unblockedYou: 'Bu ziyaretçinin engelini kaldırdınız',
  joined: (name) => `${isolate(name)} katıldı`,
  joinedYou: 'Katıldınız',
  closedYou: 'Sohbeti kapattınız',
  closed: (name) => (name ? `${isolate(name)} sohbeti kapattı` : 'Sohbet kapatıldı'),
  leftChat: (name) => `${isolate(name)} sohbeti kuyruğa geri gönderdi`,
  leftYou: 'Sohbeti kuyruğa geri gönderdiniz',
  agentInvited: (name) => `${isolate(name)} bir temsilci çağırdı`,
  agentUnavailable: {
    none: (name) => `Uygun temsilci yoktu. ${isolate(name)} devam ediyor`,
    unaccepted: (name) => `${isolate(name)} temsilci çağırdı ama zamanında kabul eden olmadı. Sohbet hâlâ bekliyor`,
  },
  botJoined: (name) => `${isolate(name)} yanıtlıyor`,
  botSkipped: (name) => `${isolate(name)} hata verdiği için atlandı`,
  botLeft: {
    failed: (name) => `${isolate(name)} mesajı kabul etmedi. Sohbet bir temsilci bekliyor`,
    interrupted: (name) => `${isolate(name)} çağrılırken sunucu yeniden başladı. Sohbet bir temsilci bekliyor`,
    silent: (name) => `${isolate(name)} zamanında yanıt vermedi. Sohbet bir temsilci bekliyor`,
    skipped: (name) => `${isolate(name)} hata veriyor. Sohbet bir temsilci bekliyor`,
    removed: (name) => `${isolate(name)} bu kanaldan kaldırıldı. Sohbet bir temsilci bekliyor`,
    loop: (name) => `${isolate(name)}, otomatik yanıt döngüsü nedeniyle durduruldu. Sohbet bir temsilci bekliyor`,
    repeats: (name) => `${isolate(name)}, bir mesajı yinelediği için durduruldu. Sohbet bir temsilci bekliyor`,
    repeatsErased: (name) => `${isolate(name)}, yinelenen mesajlar nedeniyle durduruldu. Sohbet bir temsilci bekliyor`,
    repeatsCustomer: (name) =>
      `${isolate(name)}, ziyaretçi bir mesajı yinelediği için durduruldu. Sohbet bir temsilci bekliyor`,
  },
  botTooLate: (name) => `${isolate(name)} bunu çok geç yazdı. Ziyaretçi görmüyor`,
  answers: 'Düğmeler',
  chose: (answer) => `seçim: ${isolate(answer)}`,
  system: 'Sistem',
  linkTo: (host) => `açılacak adres: ${isolate(host)}`,
}

export const list: Words['list'] = {
  draft: 'Taslak',
  draftHelp: 'Bu sohbette gönderilmemiş bir taslağınız var.',
  said: (author) => `${author}:`,
  channel: (name) => `Kanal: ${isolate(name)}`,
  tags: (names) => `Etiketler: ${names.map(isolate).join(', ')}`,
  moreTags: (n) => `+${n}`,
  density: 'Gelen kutusu satırları',
  densities: { comfortable: 'Rahat', compact: 'Sıkışık' },
}

/** So many are named; of more, the others are counted. */
const NAMED = 2
const lookers = (names: readonly string[]): string =>
  names.length <= NAMED + 1
    ? conjunction.format(names.map(isolate))
    : `${names.slice(0, NAMED).map(isolate).join(', ')} ve ${names.length - NAMED} kişi daha`

export const looking: Words['looking'] = {
  viewing: (names) => `${lookers(names)} görüntülüyor`,
  writing: (name) => `${isolate(name)} bir yanıt yazıyor`,
  noting: (name) => `${isolate(name)} bir not yazıyor`,
}

export const notes: Words['notes'] = {
  kind: 'Ne yazıyorsunuz',
  reply: 'Yanıt',
  note: 'Not',
  help: 'Bunu yalnızca ekibiniz görür',
  placeholder: 'Bir not yazın. @ ile bir iş arkadaşınızdan bahsedin',
  send: 'Notu kaydet',
  by: (name) => `${isolate(name)}: dahili not`,
  whom: 'Bir iş arkadaşınızdan bahsedin',
  mentionsYou: 'Sizden bahsediyor',
  write: 'Not yaz',
  inArchive: 'Not',
}

type Changed = { added: readonly string[]; removed: readonly string[] }
const named = (names: readonly string[]) =>
  `${conjunction.format(names.map((name) => `“${isolate(name)}”`))} ${names.length === 1 ? 'etiketini' : 'etiketlerini'}`
const change = ({ added, removed }: Changed, did: readonly [string, string]) =>
  [added.length > 0 && `${named(added)} ${did[0]}`, removed.length > 0 && `${named(removed)} ${did[1]}`]
    .filter(Boolean)
    .join(', ')

export const tags: Words['tags'] = {
  ofChat: 'Bu sohbetin etiketleri',
  set: 'Etiketler',
  more: (n) => `+${n}`,
  moreLabel: (n) => `${n} etiket daha`,
  changed: (name, changed) => `${isolate(name)} ${change(changed, ['ekledi', 'kaldırdı'])}`,
  changedYou: (changed) => `Siz ${change(changed, ['eklediniz', 'kaldırdınız'])}`,
}

export const closing: Words['closing'] = {
  closed: (name) => `${isolate(name)} ile sohbet kapatıldı`,
  undo: 'Geri al',
  undoKey: 'Geri almak için Z tuşuna basın.',
  wrote: (name) => `${isolate(name)} yazdığı için sohbet açık kalıyor`,
  wentOn: (name) => `${isolate(name)} ile sohbet açık kalıyor`,
  notClosed: (name) => `${isolate(name)} ile sohbet kapatılamadı`,
  notUndone: (name) => `${isolate(name)} ile sohbetin kapatılması geri alınamadı`,
  open: 'Aç',
  dismiss: 'Kapat',
  notices: 'Bildirimler',
  keptYou: 'Sohbeti açık tuttunuz',
  kept: (name) => `${isolate(name)} sohbeti açık tuttu`,
  keptByVisitor: 'Sohbet kapatılırken ziyaretçi yazdığı için sohbet açık kalıyor',
}

const presences = { online: 'çevrimiçi', away: 'uzakta', offline: 'çevrimdışı' }

export const waiting: Words['waiting'] = {
  hold: 'Gönderimi geri alma',
  holdHelp:
    'Gönderdikten sonra bir mesajı bu süre içinde geri alabilirsiniz. Mesaj ziyaretçiye bu sürenin sonunda ulaşır. Bu seçim tüm cihazlarınızda geçerlidir.',
  holdNone: 'Hemen gönder',
  holdSeconds: (n) => count(n, { other: 'saniye' }),
  scheduled: 'Gönderilmeyi bekleyen mesajlar',
  sendLater: 'Daha sonra gönder',
  schedule: 'Daha sonra gönder',
  times: { hour: '1 saat sonra', tomorrow: 'Yarın sabah', monday: 'Pazartesi sabahı', own: 'Zaman seç…' },
  when: 'Ne zaman?',
  noTime: 'Tarih ve saat girin.',
  inPast: 'Bu zaman geçti.',
  tooFar: (days) => `En fazla ${count(days, { other: 'gün' })} sonrası seçilebilir.`,
  sendingIn: (seconds) => `${seconds} sn içinde gönderilecek`,
  sentAt: (time) => `Gönderilecek: ${time}`,
  by: (name) => `yazan: ${isolate(name)}`,
  visitorWrote: 'Ziyaretçi bu arada yazdı',
  takeBack: 'Geri al',
  edit: 'Düzenle',
  sendNow: 'Şimdi gönder',
  snooze: 'Ertele',
  snoozeUntil: 'Ne zamana kadar ertelensin?',
  untilVisitor: 'Ziyaretçi yazana kadar',
  snoozedUntil: (end) => `Ertelendi (bitiş: ${end})`,
  wake: 'Ertelemeyi bitir',
  view: 'Ertelenenler',
  woken: 'Ertelemeden döndü',
  handOver: 'Devret',
  noColleagues: 'Henüz iş arkadaşınız yok.',
  presence: (presence) => presences[presence],
  tookBackYou: 'Bir mesajı geri aldınız',
  tookBack: (name) => `${isolate(name)} bir mesajı geri aldı`,
  cancelledClosed: 'Sohbet kapatıldığı için planlanmış bir mesaj iptal edildi',
  cancelledBlocked: 'Ziyaretçi engellendiği için planlanmış bir mesaj iptal edildi',
  snoozedYou: (until) => `Sohbeti ertelediniz (bitiş: ${until})`,
  snoozed: (name, until) => `${isolate(name)} sohbeti erteledi (bitiş: ${until})`,
  visitorWrites: 'ziyaretçi yazdığında',
  wokeByTime: 'Erteleme süresi doldu',
  wokeByVisitor: 'Ziyaretçi yazdığı için erteleme sona erdi',
  wokeYou: 'Ertelemeyi bitirdiniz',
  woke: (name) => `${isolate(name)} ertelemeyi bitirdi`,
  handedYou: (to) => `Sohbeti devrettiniz. Devralan: ${isolate(to)}`,
  handed: (name, to) => `${isolate(name)} sohbeti devretti. Devralan: ${isolate(to)}`,
}
