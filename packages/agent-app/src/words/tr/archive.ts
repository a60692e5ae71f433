import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'

const count = counting('tr')

export const archive: Words['archive'] = {
  title: 'Arşiv',
  help: 'Kapalı sohbetlerde arayın.',
  search: 'Sohbette geçen sözcükler',
  searchHelp: 'Tüm sözcükleri içeren sohbetleri bulur. Bir ifadeyi "tırnak" içinde yazın.',
  visitor: 'Ziyaretçi: ad, e-posta, telefon, numara',
  filters: 'Filtreler',
  agent: 'Temsilci',
  anyAgent: 'Tüm temsilciler',
  channel: 'Kanal',
  anyChannel: 'Tüm kanallar',
  department: 'Departman',
  anyDepartment: 'Tüm departmanlar',
  rating: 'Değerlendirme',
  anyRating: 'Tüm değerlendirmeler',
  ratings: { positive: 'İyi', negative: 'Kötü', none: 'Değerlendirilmedi' },
  blocked: 'Engel',
  anyBlocked: 'Engelli veya değil',
  blockedIs: { true: 'Engellenen ziyaretçiler', false: 'Engellenmeyenler' },
  time: 'Ne zaman bitti',
  anyTime: 'Tüm zamanlar',
  spans: { day: 'Son 24 saat', week: 'Son 7 gün', month: 'Son 30 gün', year: 'Son 365 gün' },
  between: 'Özel aralık…',
  fewer: 'Daha az filtre',
  more: (set) => (set === 0 ? 'Filtreler' : `Filtreler (${set})`),
  clear: 'Tümünü temizle',
  export: 'CSV olarak dışa aktar',
  exportHelp: 'Eşleşen tüm sohbetler, hesap tablosu için CSV olarak.',
  list: 'Kapalı sohbetler, önce en yeniler',
  none: 'Sonuç yok',
  noneHelp: 'Eşleşen kapalı sohbet yok. Daha az sözcük kullanın veya bir filtreyi kaldırın.',
  empty: 'Henüz kapalı sohbet yok',
  emptyHelp: 'Kapatılan sohbetler tüm mesajlarıyla burada görünür.',
  failedLoad: 'Arşivde arama yapılamadı',
  end: 'Başka sonuç yok.',
  unanswered: 'Yanıtlanmadı',
  noWords: 'Metin yok',
  isBlocked: 'Engelli',
  by: { visitor: (name) => isolate(name), agent: 'Temsilci', bot: 'Bot', system: 'Deskbell' },
}

export const offline: Words['offline'] = {
  title: 'Çevrimdışı mesajlar',
  help: 'Çevrimdışı formundan gelen mesajlar. Her birini kendi sohbetinde yanıtlayın.',
  show: 'Filtre',
  shows: { waiting: 'Bekleyen', handled: 'Tamamlanan', all: 'Tümü' },
  channel: 'Kanal',
  anyChannel: 'Tüm kanallar',
  list: 'Mesajlar, önce en yeniler',
  waiting: (n) => count(n, { other: 'mesaj ilgilenilmeyi bekliyor' }),
  from: (name) => `Gönderen: ${isolate(name)}`,
  about: 'Konu',
  page: 'Gönderildiği sayfa',
  mail: (address) => `E-posta yaz: ${isolate(address)}`,
  call: (number) => `Ara: ${isolate(number)}`,
  open: 'Sohbeti aç',
  openOf: (name) => `${isolate(name)} ile sohbeti aç`,
  handle: 'Tamamlandı olarak işaretle',
  handleOf: (name) => `Tamamlandı olarak işaretle. Gönderen: ${isolate(name)}`,
  undo: 'Bekliyor olarak işaretle',
  undoOf: (name) => `Bekliyor olarak işaretle. Gönderen: ${isolate(name)}`,
  handledBy: (name, when) => `${isolate(name)} tamamladı · ${when}`,
  handledAt: (when) => `Tamamlandı · ${when}`,
  empty: {
    waiting: 'Tüm mesajlarla ilgilenildi',
    handled: 'Henüz tamamlanan mesaj yok',
    all: 'Henüz mesaj yok',
  },
  emptyHelp: 'Hiçbir temsilci çevrimiçi değilken ziyaretçiler widget’ta mesaj bırakabilir. Mesajlar burada görünür.',
  emptyElse: 'Filtrelerle eşleşen mesaj yok.',
  failedLoad: 'Mesajlar yüklenemedi',
  stopped: 'Liste yenilenemedi. Yeniden deneniyor…',
  end: 'Başka sonuç yok.',
  left: 'Çevrimdışı formuyla gönderildi',
}

export const erase: Words['erase'] = {
  visitor: 'Silinmiş ziyaretçi',
  said: 'Silindi',
  by: (name) => `${isolate(name)} bu kişinin verilerini sildi`,
  byYou: 'Bu kişinin verilerini sildiniz',
  over: 'Saklama süresi dolduğu için silindi',
  closed: 'Bu sohbetin içeriği silindi.',
  gone: 'Bu sohbetin verileri silindi',
  goneHelp: 'Bu sohbetin tüm mesajları ve dosyaları kalıcı olarak silindi. Zamanları ve temsilcileri saklanır.',
  title: 'Kişisel veriler',
  help: 'Veri silme talepleri için.',
  action: 'Bu kişinin verilerini sil…',
  ask: (name) => `${isolate(name)} adlı kişinin verileri silinsin mi?`,
  lead: 'Bu işlem geri alınamaz. Kalıcı olarak silinecekler:',
  known: 'ad, e-posta, telefon ve diğer tüm bilgiler',
  chats: (n) =>
    n > 1
      ? `bu kişinin ${n} sohbetindeki tüm mesajlar ve dosyalar`
      : 'bu kişinin sohbetindeki tüm mesajlar ve dosyalar',
  found: 'arşivdeki kayıtları ve çevrimdışı mesajları',
  undelivered: 'kişiyle ilgili olaylar ve gönderimler, istek ve yanıtlarıyla birlikte',
  block: 'engel: yeniden yazarsa yeni ziyaretçi sayılır',
  stays:
    'Açık sohbetler kapatılır. Boşaltılan sohbetler; numaraları, zamanları, temsilcileri ve değerlendirmeleriyle kalır.',
  left: 'Gönderilmiş e-postalar ve sunucularınızın, botlarınızın ve webhook’larınızın aldığı veriler silinmez. Bunları orada silin.',
  confirm: (number) => `Onaylamak için ziyaretçinin numarasını yazın: ${number}`,
  confirmWrong: (number) => `Girilen numara ${number} değil.`,
  do: 'Kalıcı olarak sil',
  busy: 'Siliniyor. Çok sayıda sohbette bu biraz sürer.',
  again: 'Güvenle yeniden deneyebilirsiniz.',
  running: 'Veriler siliniyor',
  runningHelp: 'Veriler artık okunamaz. Bu pencereyi kapatsanız da silme devam eder.',
  progress: (done, total) => `${done} / ${total} kayıt silindi`,
  done: 'Veriler silindi',
  result: (chats, files) =>
    chats === 0 && files === 0
      ? 'Silinecek bir şey kalmamıştı.'
      : `${count(chats, { other: 'sohbet' })} boşaltıldı, ${count(files, { other: 'dosya' })} silindi.`,
}

export const keep: Words['keep'] = {
  title: 'Kapalı sohbetlerin saklanması',
  help: 'Bu süreden sonra bir sohbetin mesajları ve başka sohbeti olmayan ziyaretçilerin bilgileri silinir. Numaralar, zamanlar, temsilciler ve değerlendirmeler kalır.',
  choice: 'Kapalı sohbetleri sakla',
  forever: 'Süresiz',
  some: 'Belirli bir süre',
  days: 'Sohbet kapandıktan sonraki gün sayısı',
  daysHelp: 'Süre dolunca sohbetler bir saat içinde silinir. Bu işlem geri alınamaz.',
  daysWrong: '1 ile 3.650 arasında bir tam sayı girin.',
  reads: (days) =>
    days === 0 ? 'Kapalı sohbetler süresiz saklanır.' : `Kapalı sohbetler ${count(days, { other: 'gün' })} saklanır.`,
  ask: (days) => `Kapalı sohbetler yalnızca ${count(days, { other: 'gün' })} mü saklansın?`,
  askHelp: (days) =>
    `${count(days, { other: 'günden' })} uzun süre önce kapatılmış tüm sohbetler bir saat içinde silinir. Bu işlem geri alınamaz.`,
  do: 'Kaydet ve sil',
}
