import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('tr')

export const entry: LaterWords['start']['entry'] = {
  invitation: 'İş arkadaşlarınıza katılın',
  invitedTo: (by, company) =>
    company === ''
      ? `${isolate(by)} sizi sohbetleri yanıtlamaya davet ediyor.`
      : `${isolate(by)} sizi ${isolate(company)} sohbetlerini yanıtlamaya davet ediyor.`,
  email: 'E-posta',
  emailHelp: 'Bu adresle oturum açarsınız.',
  name: 'Adınız',
  nameHelp: 'Ziyaretçiler adınızı yanıtlarınızın yanında görür.',
  password: 'Parola',
  passwordHelp: 'En az 10 karakter.',
  join: 'Katıl',
  newPassword: 'Yeni parola belirle',
  newPasswordFor: (name, company) =>
    company === '' ? `Hesap: ${isolate(name)}.` : `Hesap: ${isolate(name)}, ${isolate(company)}.`,
  newPasswordHelp: 'En az 10 karakter. Diğer tüm oturumlarınız kapatılır ve API token’larınız geçersiz olur.',
  setPassword: 'Parolayı belirle ve oturum aç',
  ended: 'Bu bağlantı artık çalışmıyor',
  endedHelp: 'Daha önce kullanılmış, iptal edilmiş veya çok eski.',
  endedInvitation: 'Sizi davet eden iş arkadaşınızdan yenisini isteyin.',
  endedPassword: 'Oturum açma ekranından yeni bir bağlantı isteyin.',
  toSignIn: 'Oturum açmaya git',
  failed: 'Bağlantı kontrol edilemedi',
  forgotTitle: 'Parolanızı mı unuttunuz?',
  forgotHelp:
    'E-posta adresinizi girin. Bu adresle bir temsilci varsa yeni parola belirlemek için bir bağlantı göndeririz.',
  forgotSend: 'Bağlantı gönder',
  forgotSent: (email) =>
    `${isolate(email)} bir temsilciye aitse bağlantı yolda. Bir saat içinde, bir kez kullanılabilir. Birkaç dakika sonra e-posta gelmediyse spam klasörüne bakın ve adresi kontrol edin.`,
  forgotNoMail:
    'Bu sunucu e-posta gönderemiyor. Bir sahibe veya yöneticiye başvurun: Ekip altında sizin için yeni parola belirleme bağlantısı oluşturabilirler.',
  back: 'Oturum açmaya dön',
}

export const invite: LaterWords['start']['invite'] = {
  invite: 'İş arkadaşı davet et',
  title: 'Bir iş arkadaşı davet edin',
  help: 'Adını ve parolasını belirleyeceği bir bağlantı alır.',
  email: 'E-posta',
  role: 'Rol',
  channels: 'Kanallar',
  channelsHelp: 'İş arkadaşınızın sohbetlerini yanıtlayacağı kanallar. Sahipler ve yöneticiler tüm sohbetleri görür.',
  noChannels: 'Henüz kanal yok. İş arkadaşınızı daha sonra atayabilirsiniz.',
  noneChosen: 'Kanal seçilmezse iş arkadaşınız hiçbir sohbeti görmez.',
  departments: 'Departmanlar',
  make: 'Bağlantı oluştur',
  send: 'Davet gönder',
  sentTitle: 'Davet gönderildi',
  sent: (email) =>
    `${isolate(email)} adresine bağlantı içeren bir e-posta gider. 7 gün içinde, bir kez kullanılabilir.`,
  linkTitle: 'Bu bağlantıyı iş arkadaşınıza verin',
  linkHelp: (email) =>
    `Bu sunucu e-posta gönderemiyor, bu yüzden bağlantıyı kendiniz iletin: ${isolate(email)}. 7 gün içinde, bir kez kullanılabilir ve yalnızca şimdi gösterilir.`,
  link: 'Davet bağlantısı',
  copy: 'Bağlantıyı kopyala',
  done: 'Bitti',
  list: 'Davetler',
  listHelp: 'Henüz katılmamış iş arkadaşlarınız.',
  invitedBy: (by, when) => (by === '' ? `Bitiş: ${when}` : `Davet eden: ${isolate(by)} · bitiş: ${when}`),
  expired: 'Süresi doldu',
  assigned: (channels, departments) =>
    [channels > 0 && count(channels, { other: 'kanal' }), departments > 0 && count(departments, { other: 'departman' })]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'Davetler yüklenemedi',
  actions: (email) => `${isolate(email)} daveti için işlemler`,
  again: 'Yeniden gönder',
  newLink: 'Yeni bağlantı',
  revoke: 'İptal et',
  revokeTitle: (email) => `${isolate(email)} daveti iptal edilsin mi?`,
  revokeHelp: 'Bağlantısı hemen çalışmaz olur.',
  reset: 'Parola sıfırlama bağlantısı',
  resetTitle: (name) => `${isolate(name)} için yeni parola belirlensin mi?`,
  resetMail: (name) =>
    `${isolate(name)}, yeni parola belirleme bağlantısı içeren bir e-posta alır. Bir saat içinde, bir kez kullanılabilir.`,
  resetAsk: (name) =>
    `Deskbell, ${isolate(name)} için yeni parola belirleme bağlantısı oluşturur; bağlantıyı siz iletirsiniz. Bir saat içinde, bir kez kullanılabilir.`,
  resetSend: 'Bağlantı gönder',
  resetSent: 'E-posta yolda.',
  resetLink: 'Yeni parola belirleme bağlantısı',
  resetShown: 'Yalnızca şimdi gösterilir. Başka kimseye vermeyin.',
}

export const company: LaterWords['start']['company'] = {
  title: 'Şirket',
  help: 'Ziyaretçiler bu adı, kendi başlığı olmayan widget’larda ve e-postalarda görür.',
  name: 'Ad',
  nameHelp: 'Ad yoksa ziyaretçiler kendi dillerinde “Sohbet” görür.',
  timeZone: 'Saat dilimi',
  timeZoneHelp: 'E-postalardaki saatler için. Çalışma saatlerinin her kanalda kendi saat dilimi vardır.',
  logoAlt: 'Şirket logosu',
  logoNone: 'Logo yok',
  logoChoose: 'Logo seç',
  logoChange: 'Logoyu değiştir',
  logoRemove: 'Kaldır',
  logoHelp: 'Widget’ların başlığında ve davet sayfalarında görünür. PNG, JPEG, GIF veya WebP.',
}

export const onChannels: LaterWords['start']['onChannels'] = {
  none: 'Hiçbir kanalda değil: bu temsilciye sohbet gelmez.',
  title: (name) => `Kanallar: ${isolate(name)}`,
  legend: 'Kanallar',
  help: 'Temsilci bu kanalların sohbetlerini alır.',
  yours: 'Henüz hiçbir kanalda değilsiniz',
  yoursHelp: 'Size sohbet gelmez. Bir sahipten veya yöneticiden sizi bir kanala eklemesini isteyin.',
  others: (names) => `${names}: hiçbir kanalda olmadığı için sohbet gelmiyor.`,
  choose: 'Kanal seç',
}
