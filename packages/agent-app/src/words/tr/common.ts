import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'

const count = counting('tr')

export const common: Words['common'] = {
  save: 'Kaydet',
  saved: 'Kaydedildi',
  cancel: 'Vazgeç',
  close: 'Kapat',
  back: 'Geri',
  retry: 'Yeniden dene',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  loading: 'Yükleniyor',
  remove: 'Kaldır',
  more: 'Daha fazla yükle',
  never: 'hiçbir zaman',
  yes: 'Evet',
  no: 'Hayır',
  optional: 'isteğe bağlı',
  you: 'siz',
  skip: 'İçeriğe geç',
}

export const problem: Words['problem'] = {
  unreachable: 'Deskbell’e ulaşılamıyor. Bağlantınızı kontrol edin.',
  unknown: 'Bir sorun oluştu. Yeniden deneyin.',
  status: (status) =>
    status >= 500
      ? `Sunucuda bir sorun oluştu (${status}). Biraz sonra yeniden deneyin.`
      : `İşlem yapılamadı (${status}). Sayfayı yenileyip yeniden deneyin.`,
  crashed: 'Bu ekranda bir sorun oluştu',
  crashedHelp: 'Mesajlarınız ve taslaklarınız kayıtlı. Devam etmek için sayfayı yenileyin.',
  reload: 'Yenile',
  forbidden: 'Erişim izniniz yok',
  forbiddenHelp: 'Erişim için bir sahibe veya yöneticiye başvurun.',
  missing: 'Bu adreste bir sayfa yok',
  missingHelp: 'Adres güncel olmayabilir veya öğe kaldırılmış olabilir.',
  toInbox: 'Gelen kutusuna git',
  offline: 'Çevrimdışısınız',
  offlineHelp: 'Bu ekran için bağlantı gerekiyor. Yeniden çevrimiçi olduğunuzda yüklenir.',
  old: 'Yeni bir sürüm var. Devam etmek için sayfayı yenileyin.',
}

export const signIn: Words['signIn'] = {
  title: 'Oturum aç',
  email: 'E-posta',
  password: 'Parola',
  submit: 'Oturum aç',
  busy: 'Oturum açılıyor…',
  wait: (time) => `Çok fazla deneme yapıldı. ${time} bekleyip yeniden deneyin.`,
  ended: 'Oturumunuz kapatıldı. Kaldığınız yerden devam etmek için oturum açın.',
  show: 'Parolayı göster',
  hide: 'Parolayı gizle',
  forgot: 'Parolanızı mı unuttunuz?',
  first: 'İlk kez mi giriyorsunuz? Sunucu, başlatıldığında sahibin oturum bilgilerini yazdırdı.',
}

export const nav: Words['nav'] = {
  label: 'Ana menü',
  inbox: 'Gelen kutusu',
  search: 'Arama',
  live: 'Canlı',
  visitors: 'Ziyaretçiler',
  contacts: 'Kişiler',
  tasks: 'Görevler',
  tasksDue: (n) => `Zamanı gelen görevler: ${n}`,
  calls: 'Aramalar',
  callsMissed: (n) => `Cevapsız aramalar: ${n}`,
  offlineAll: 'Çevrimdışı mesajlar',
  archive: 'Arşiv',
  more: 'Diğer',
  me: 'Profiliniz',
  settings: 'Ayarlar',
  menu: 'Menünüz',
  signOut: 'Oturumu kapat',
  commandMenu: 'Komut menüsü',
  shortcuts: 'Klavye kısayolları',
  theme: 'Görünüm',
  themes: { system: 'Sistem', light: 'Açık', dark: 'Koyu' },
  presence: 'Durum',
  presences: { online: 'Çevrimiçi', away: 'Uzakta' },
  presenceHelp: { online: 'Yeni sohbet alırsınız', away: 'Yeni sohbet almazsınız' },
  unsent: 'Bazı mesajlar henüz gönderilmedi',
  unsentHelp: (n) =>
    `${count(n, { other: 'mesaj' })} gönderilmeyi bekliyor. Oturumu şimdi kapatırsanız gönderilmeyenler kaybolur.`,
  signOutAnyway: 'Yine de oturumu kapat',
}

export const connection: Words['connection'] = {
  connecting: 'Bağlanılıyor…',
  lost: 'Yeniden bağlanılıyor…',
  lostHelp: 'Yazdığınız mesajlar bağlantı geri geldiğinde gönderilir.',
  offline: 'Çevrimdışısınız',
  offlineHelp: 'Yazdığınız mesajlar yeniden çevrimiçi olduğunuzda gönderilir.',
  retry: 'Şimdi dene',
  back: 'Yeniden bağlandı',
}

export const inbox: Words['inbox'] = {
  title: 'Gelen kutusu',
  views: { waiting: 'Bekleyen', mine: 'Benim', all: 'Tümü', closed: 'Kapalı', snoozed: 'Ertelenen' },
  viewsLabel: 'Görünümler',
  list: (view) => `Sohbetler: ${view}`,
  filter: 'Bu listede ara',
  filterHelp: 'Ad, e-posta, telefon, numara, kanal, etiket veya mesajda geçen sözcükler',
  clearFilter: 'Aramayı temizle',
  noMatch: 'Bu listede eşleşen sohbet yok',
  noMatchHelp: 'Bu listedeki sohbetlerin ziyaretçisinde, kanalında, etiketlerinde ve tüm mesajlarında arandı.',
  searchAll: 'Her yerde ara',
  failedSearch: 'Arama yapılamadı',
  filters: 'Filtreler',
  filtersSet: (n) => count(n, { other: 'filtre' }),
  noneFits: 'Filtrelere uyan sohbet yok',
  noneFitsHelp: 'Bir sohbet, filtrelere uyduğu anda burada görünür.',
  clearFilters: 'Filtreleri temizle',
  empty: {
    waiting: ['Bekleyen sohbet yok', 'Ziyaretçiler yazar yazmaz yeni sohbetler burada görünür.'],
    mine: ['Sohbetiniz yok', 'Bekleyen bir sohbeti üstlenmek için onu yanıtlayın.'],
    all: ['Açık sohbet yok', 'Tüm açık sohbetler burada görünür.'],
    closed: ['Henüz kapalı sohbet yok', 'Kapatılan sohbetler burada görünür.'],
    snoozed: [
      'Ertelenen sohbet yok',
      'Ertelediğiniz sohbetler, süreleri dolana veya ziyaretçi yeniden yazana kadar burada bekler.',
    ],
  },
  anonymous: 'Ziyaretçi',
  visitor: (number) => `Ziyaretçi ${number}`,
  number: (number) => `#${number}`,
  you: 'Siz',
  agent: 'Temsilci',
  bot: 'Bot',
  noText: 'Henüz mesaj yok',
  unread: (n) => count(n, { other: 'okunmamış mesaj' }),
  waitingFor: (time) => `${time} süredir bekliyor`,
  failed: (n) => count(n, { other: 'mesaj iletilemedi' }),
  heldBy: (name) => `ilgilenen: ${isolate(name)}`,
  heldByYou: 'sizde',
  department: (name) => `Departman: ${isolate(name)}`,
  typing: 'yazıyor…',
  failedLoad: 'Sohbetler yüklenemedi',
  pick: 'Bir sohbet seçin',
  pickHelp: 'J ve K ile gezinin, Enter ile açın.',
  justNow: 'şimdi',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) => `${n}${more ? '+' : ''} sohbet`,
  attach: 'Dosya',
}

export const announce: Words['announce'] = {
  message: (name) => `Yeni mesaj: ${isolate(name)}`,
  messages: (n, chats) => `${count(chats, { other: 'sohbette' })} ${count(n, { other: 'yeni mesaj' })}`,
  waiting: (name) => `${isolate(name)} bir temsilci bekliyor`,
  waitingMany: (chats) => `${count(chats, { other: 'ziyaretçi' })} bir temsilci bekliyor`,
  failure: (name) => `Bir mesaj iletilemedi. Alıcı: ${isolate(name)}`,
}
