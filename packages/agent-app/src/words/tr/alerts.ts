import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { notices } from './notices.ts'

export const alerts: LaterWords['alerts'] = {
  help: 'Ziyaretçi mesajlarından nasıl haberdar olacağınız.',
  failedLoad: 'Bildirim ayarlarınız yüklenemedi',
  means: 'Nasıl bildirim alırsınız',
  rows: {
    sound: ['Ses', 'Açık uygulamada çalar.'],
    badge: ['Sekmede sayı', 'Sekme ve uygulama simgesi kaç okunmamış mesaj olduğunu gösterir.'],
    browser: ['Tarayıcı bildirimi', 'Deskbell açık ama başka pencerelerin arkasındayken görünür.'],
    push: ['Uygulama kapalıyken bildirim', 'Deskbell kapalıyken de aşağıdaki cihazlara web push ile gelir.'],
    mail: ['E-posta', 'Yalnızca bir bildirim 30 saniye içinde hiçbir cihazda görülmezse gönderilir.'],
  },
  noMail: 'Bu sunucu henüz e-posta göndermiyor: sunucuyu işleten kişi SMTP_URL ayarını yapar.',
  tone: 'Ses',
  tones: { chime: 'Çıngırak', bell: 'Zil', knock: 'Tıklama', drop: 'Damla' },
  play: 'Çal',
  silent:
    'Tarayıcınız ses çalmadı. Sayfada herhangi bir yere tıklayıp yeniden deneyin ve cihazın ses düzeyini kontrol edin.',
  quiet: 'Sessiz saatler',
  quietHelp: 'Bu saatlerde size bildirim gelmez. Bildirimler iş arkadaşlarınıza gider.',
  quietSwitch: 'Sessiz saatleri kullan',
  quietFrom: 'Başlangıç',
  quietTo: 'Bitiş',
  quietDays: 'Başladığı günler',
  quietEmpty: 'En az bir gün ve iki farklı saat seçin.',
  timeZone: 'Saat dilimi',
  devices: 'Cihazlar',
  devicesHelp: 'Deskbell’i kullandığınız her tarayıcı. Bildirim önce en son kullandığınıza gider.',
  devicesEmpty: 'Bu tarayıcı henüz eklenmedi.',
  thisDevice: 'bu cihaz',
  lastUsed: (when) => `son kullanım: ${when}`,
  allow: 'Burada bildirimleri aç',
  denied:
    'Bu tarayıcıda Deskbell bildirimleri engellendi. Adresin yanındaki simgeye tıklayın, bildirimlere izin verin ve sayfayı yenileyin. Telefonda sistem ayarlarına da bakın.',
  unsupported:
    'Bu tarayıcı bildirim göstermiyor. iPhone veya iPad’de önce Deskbell’i ana ekrana ekleyin ve oradan açın.',
  states: {
    push: 'Deskbell kapalıyken de bildirim alır',
    open: 'Deskbell açıkken bildirim alır',
    soundOnly: 'Yalnızca ses: bildirimler açık değil',
    denied: 'Bu tarayıcıda bildirimler engellendi',
    failing: (why) => `Son bildirim başarısız oldu: ${isolate(why)}`,
  },
  test: 'Dene',
  testOf: (name) => `Dene: ${isolate(name)}`,
  removeDevice: (name) => `Kaldır: ${isolate(name)}`,
  steps: { sent: 'Gönderildi', accepted: 'Push hizmeti kabul etti', shown: 'Gösterildi', opened: 'Açıldı' },
  notOpened: 'Bildirimler bu cihaza ulaşıyor. Deskbell’i de açtığını görmek için bildirime tıklayın.',
  advice: (isHere) => ({
    sent: 'Sunucu henüz göndermedi. Sunucunun, tarayıcının push hizmetine bağlanabildiğini kontrol edin.',
    accepted: 'Push hizmeti henüz kabul etmedi. Sunucu yeniden deniyor.',
    shown: isHere
      ? 'Hiçbir şey gösterilmedi. Sistemde bu tarayıcının bildirimlerine izin verildiğini, odak veya rahatsız etmeyin modunun açık olmadığını ve sesin kapatılmadığını kontrol edin.'
      : 'Henüz bir şey gösterilmedi. Cihaz açık ve bağlı mı, tarayıcısının bildirimlerine izin verildi mi?',
  }),
  log: 'Son bildirimler',
  logHelp: 'Son 30 günde size giden her bildirimin sonucu.',
  logEmpty: 'Henüz bildirim yok.',
  causes: {
    waiting: 'Bir ziyaretçi bekliyor',
    message: 'Bir ziyaretçi size yazdı',
    handed: 'Size bir sohbet devredildi',
    woken: 'Ertelenen bir sohbet geri döndü',
    mention: 'Bir iş arkadaşınız sizden bahsetti',
    test: 'Deneme',
  },
  chat: (id) => `Sohbet ${id}`,
  by: { open: 'Açık uygulamada', push: 'Web push', mail: 'E-posta' },
  mailed: 'Posta sunucusuna teslim edildi',
  decided: 'Henüz gönderilmedi',
  failed: (why) => `Başarısız: ${isolate(why)}`,
  ...notices,
}
