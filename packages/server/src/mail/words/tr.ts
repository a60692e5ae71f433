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
    offered: 'Size bir sohbet öneriliyor',
    asked: 'Bir sohbete katılmanız isteniyor',
    returned: 'Bir sohbet sizde kaldı',
    unattended: 'Bir sohbet sahipsiz: çevrimiçi kimse yanıtlayamıyor',
    mention: 'Bir çalışma arkadaşınız sizden bahsetti',
    task: 'Bir görevin zamanı geldi',
    assigned: 'Size bir görev verildi',
    missed_call: 'Bir arama cevapsız kaldı',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Cihazlarınızdan hiçbiri bildirimi zamanında göstermedi. Bildirimleri nasıl alacağınızı ayarlarınızda değiştirebilirsiniz.',
    open: 'Sohbeti aç',
    openContact: 'Kişiyi aç',
    openMissed: 'Cevapsız aramaları aç',
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
  rating: {
    good: 'İyi',
    bad: 'İyi değil',
    letter: {
      subject: (company) => `${company} ile sohbetiniz nasıldı?`,
      ask: (company, day) => `${day} tarihinde ${company} ile sohbet ettiniz. Nasıldı?`,
      ends: (until) =>
        `Bağlantıların son kullanım zamanı: ${until}. O zamana kadar değerlendirmenizi değiştirebilirsiniz.`,
      why: (company) => `Bu e-postayı, ${company} bu adresi sohbetinizden bildiği için alıyorsunuz.`,
      stop: 'Artık böyle e-posta istemiyorum',
    },
    page: {
      title: (company) => `${company} ile sohbetiniz nasıldı?`,
      text: 'Neler iyiydi, neler daha iyi olabilirdi? (isteğe bağlı)',
      send: 'Gönder',
      choose: 'İkisinden birini seçin.',
      tooLong: (most) => `Metin en fazla ${most} karakter olabilir.`,
      thanks: 'Değerlendirmeniz için teşekkürler.',
      change: 'Değerlendirmeyi değiştir',
      tooOften: 'Bu değerlendirme çok sık değiştirildi.',
    },
    stopped: {
      title: 'Artık böyle e-posta almak istemiyor musunuz?',
      ask: (company) => `${company} bundan sonra sizden e-postayla sohbet değerlendirmenizi istemez.`,
      do: 'Bir daha gönderme',
      done: (company) => `Tamam: ${company} bundan sonra sizden e-postayla sohbet değerlendirmenizi istemeyecek.`,
    },
    problem: {
      unknown: 'Bu bağlantı geçerli değil.',
      ended: 'Bu bağlantının süresi doldu. Bir sohbet, e-postadan sonra 30 gün boyunca değerlendirilebilir.',
      busy: 'Bu şu anda yapılamıyor. Biraz sonra yeniden deneyin.',
    },
  },
}
