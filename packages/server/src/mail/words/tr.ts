import type { MailWords } from './mail-words.ts'

/** Turkish. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `Ziyaretçi ${number}`,
  invitation: {
    subject: (by, company) => `${by} sizi ${company} ekibine davet ediyor`,
    lines: (by, company) => [
      `${by} sizi Deskbell’de ${company} sohbetlerini yanıtlamaya davet ediyor.`,
      'Adınızı ve parolanızı belirlemek için bağlantıyı açın.',
    ],
    open: 'Daveti kabul et',
  },
  password: {
    subject: (company) => `${company} için yeni parola belirleyin`,
    asked: (company) => `Siz veya başka biri ${company} için yeni bir parola istedi.`,
    made: (by, company) => `${by}, ${company} için yeni bir parola belirleyebilmeniz amacıyla bu bağlantıyı oluşturdu.`,
    follow:
      'Parolayı belirlemek için bağlantıyı açın. Bunu istemediyseniz bu e-postayı dikkate almayın: parolanız değişmez.',
    open: 'Yeni parola belirle',
  },
  linkEnds: (until) => `Bağlantı bir kez kullanılabilir; son kullanım: ${until}. Bağlantıyı iletmeyin: erişim sağlar.`,
  alert: {
    waiting: (who) => `${who} bekliyor`,
    message: (who) => `${who} size yazdı`,
    handed: 'Size bir sohbet devredildi',
    woken: 'Ertelenen bir sohbet geri döndü',
    mention: 'Bir çalışma arkadaşınız sizden bahsetti',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Cihazlarınızdan hiçbiri bildirimi zamanında göstermedi. Bildirimleri nasıl alacağınızı ayarlarınızda değiştirebilirsiniz.',
    open: 'Sohbeti aç',
  },
  webhook: {
    disabled: (name) => `“${name}” webhook’u devre dışı bırakıldı`,
    failing: (name) => `“${name}” webhook’u başarısız oluyor`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `Neden: ${reason}.`,
    disabledHelp:
      'Bir sahip veya yönetici etkinleştirene kadar oraya hiçbir şey gönderilmez. Kaçırılan olaylar o zaman 30 gün boyunca gönderilebilir.',
    failingHelp:
      'Deskbell giderek uzayan aralıklarla yeniden dener ve beş gün sonra webhook’u devre dışı bırakır. Kaçırılan olaylar 30 gün boyunca yeniden gönderilebilir.',
    open: 'Webhook’u aç',
  },
  log: {
    subject: (chat, who) => `Sohbet ${chat}: ${who}`,
    visitor: 'Ziyaretçi',
    numbered: (who, number) => `${who} (numara ${number})`,
    email: 'E-posta',
    phone: 'Telefon',
    about: 'Açıklama',
    channel: 'Kanal',
    agents: 'Temsilciler',
    began: 'Başlangıç',
    ended: 'Bitiş',
    rating: 'Değerlendirme',
    ratings: { positive: 'iyi', negative: 'iyi değil' },
    blocked: 'Engelli',
    isBlocked: 'evet: bu ziyaretçi yazamaz',
    open: 'Sohbeti aç',
  },
}
