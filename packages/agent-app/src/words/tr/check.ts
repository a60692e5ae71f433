import type { CheckWords } from '@deskbell/protocol/agent/check-words'

const OK = '{"result":"ok"}'
const LET_POST =
  'Sunucunuzun, sonuna genel kimlik eklenmiş sunucu URL’sinde POST kabul etmesini sağlayın veya sunucu URL’sini düzeltin. Genel kimliği çıkaran bir ayar yoktur.'

export const checkWords: CheckWords = {
  sent: ({ url, publicId, recipient, isCustomer }) =>
    `${isCustomer ? `${recipient} ziyaretçisi` : `Uydurma ${recipient} ziyaretçisi`} için ${url} adresine bir yazma bildirimi (typeout) gönderildi. ` +
    `Bu adresin sonundaki ${publicId}, kanalın genel kimliğidir: sunucu URL’sine eklenir.`,
  came: ({ status, code, text, reason }) => {
    if (status === null) return `Yanıt yok: ${reason}.`
    if (code === '' && text === '') return `Durum kodu ${status}.`
    const error = code === '' ? 'kodu olmayan bir hata' : `${code} hatası`
    return `Durum kodu ${status}, ${error}${text === '' ? '.' : `: “${text}”.`}`
  },
  meaning: {
    good: 'Böyle yanıtlanan mesajlar iletildi sayılır.',
    unclear: 'Sunucuya ulaşıldı ama yanıtı, mesajların ulaşıp ulaşmadığını göstermiyor.',
    bad: 'Böyle yanıtlanan mesajlar iletildi sayılmaz.',
  },
  findings: {
    delivered: () => ({ cause: `Sunucu ${OK} yanıtını verdi.`, advice: 'Bir şey değiştirmeniz gerekmez.' }),
    taken_by_switch: () => ({
      cause: `Yanıtta ${OK} yok. Bu kanalda her 2xx yanıtı iletildi sayıldığı için kabul edildi.`,
      advice: `${OK} yanıtını verin ve bu ayarı kapatın; böylece 200 ile yanıtlanan bir hata fark edilir.`,
    }),
    not_supported: () => ({
      cause: 'Sunucu isteği anladı ve yazma bildirimleriyle bir şey yapmıyor.',
      advice: 'Bir şey değiştirmeniz gerekmez. Mesajların ulaştığını görmek için bir ziyaretçiye yazın.',
    }),
    customer_unknown: () => ({
      cause:
        'Sunucu isteği reddetti. Bu adrese bildirilebilecek bir kanal ziyaretçisi henüz yok: deneme, sunucunun büyük olasılıkla tanımadığı uydurma bir ziyaretçi bildirir.',
      advice: 'Sunucu URL’sini kaydedin, ziyaretçi olarak bir mesaj yazın, sonra yeniden kontrol edin.',
    }),
    refused: () => ({
      cause: 'Sunucu isteği anladı ve reddetti. Böyle reddedilen bir mesaj yeniden gönderilmez.',
      advice: `Hatayı sunucunuzda araştırın. Yalnızca yazma bildirimlerini reddediyorsa bunlara ${OK} veya typing_unsupported hatasıyla yanıt vermesini sağlayın. Kanalın hiçbir ayarı bunu değiştirmez.`,
    }),
    try_later: () => ({
      cause: 'Sunucu daha sonra denenmesini istiyor. Bir mesaj 9 saniye içinde üç kez denenir.',
      advice: 'Yeniden kontrol edin. Yanıt değişmezse sunucunuzdaki veya ağ geçidinizdeki istek sınırını yükseltin.',
    }),
    no_result: () => ({
      cause: `Yanıtta ${OK} yok. Bu adreste yanıt veren, mesajların alıcısı olmayabilir: bir oturum açma sayfası veya ana sayfa da böyle yanıt verir.`,
      advice: `200 ve ${OK} ile yanıt verin. Yanıtı değiştiremiyorsanız her 2xx yanıtının iletildi sayılmasını seçin.`,
    }),
    not_found: ({ publicId }) => ({
      cause: `Bu adreste bir şey yok. Sunucu URL’sine ${publicId} genel kimliği eklendi; yalnızca sunucu URL’sini tanıyan bir sunucu böyle yanıt verir.`,
      advice: LET_POST,
    }),
    wrong_method: ({ publicId }) => ({
      cause: `Adres POST kabul etmiyor. Sunucu URL’sinin sonundaki ${publicId} genel kimliğiyle sunucunuzun başka bir bölümüne gidiyor olabilir.`,
      advice: LET_POST,
    }),
    not_allowed: () => ({
      cause: 'Sunucu veya önündeki bir ağ geçidi anahtar istiyor ya da sunucu imzayı kabul etmiyor.',
      advice:
        'Anahtarı özel başlık olarak ayarlayın. Sunucunuz imzaları doğruluyorsa ona bu kanalın imzalama gizli anahtarını verin ve saatini kontrol edin.',
    }),
    redirected: () => ({
      cause: 'Sunucu isteği başka bir adrese yönlendiriyor. Yönlendirmeler izlenmez.',
      advice:
        'Sunucu URL’si olarak yönlendirmenin vardığı adresi girin. Çoğu zaman yalnızca https veya bir eğik çizgi eksiktir.',
    }),
    chunked_refused: () => ({
      cause:
        'İstek Content-Length olmadan, parçalar hâlinde gönderildi; sunucu veya ağ geçidi bunu kabul etmiyor olabilir.',
      advice: 'Parçalı aktarım kodlamasını kapatıp yeniden kontrol edin.',
    }),
    server_failed: () => ({
      cause: 'Sunucu isteği işlerken hata verdi veya bir ağ geçidi ona ulaşamadı.',
      advice:
        'Sunucunuzun bu saatteki günlüğüne bakın; istekte webhook-id başlığı var. Kanalın hiçbir ayarı bunu değiştirmez.',
    }),
    not_accepted: () => ({
      cause: 'Sunucu isteği kabul etmedi.',
      advice: `Sunucunuzun bu isteğe 200 ve ${OK} ile yanıt vermesini sağlayın. Kanalın hiçbir ayarı bunu değiştirmez.`,
    }),
    no_answer: ({ reason }) => ({
      cause: `3 saniye içinde geçerli bir yanıt gelmedi: ${reason}.`,
      advice:
        'Sunucu URL’sindeki ana makineyi ve bağlantı noktasını, sertifikayı ve bir güvenlik duvarının bu sunucunun isteklerini engelleyip engellemediğini kontrol edin.',
    }),
  },
}
