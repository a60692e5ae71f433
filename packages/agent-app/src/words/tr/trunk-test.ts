import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const trunkTest: LaterWords['trunkTest'] = {
  title: 'Deneme araması',
  help: 'Hat üzerinden yanınızdaki bir telefona gerçek bir arama. Bir aramanın ücreti kadar tutabilir.',
  number: 'Yanınızdaki bir telefonun numarası',
  numberHelp: '+ ve ülke koduyla veya santralinizin bir dahilisi.',
  call: 'Denemek için beni ara',
  again: 'Yeniden ara',
  hangUp: 'Kapat',
  list: 'Deneme aramasının adımları',
  steps: {
    settings: 'Ayarlar okundu',
    host: 'Sunucu bulundu',
    connected: 'Bağlandı',
    registered: 'Kaydoldu',
    engine: 'rtpengine çalışıyor',
    dialled: 'Numara çevrildi',
    rings: 'Telefon çalıyor',
    answered: 'Yanıtlandı',
    sound: 'Bir melodi çalıyor',
    key: 'Tuşa basıldı',
    over: 'Arama bitti',
  },
  by: { telephone: 'Siz kapattınız', server: 'Sunucu kapattı' },
  after: (time) => `${time} sonra`,
  listen: 'Melodiyi duyuyor musunuz? Telefonda bir tuşa basın veya kapatın.',
  answer: 'Telefonunuz çalıyor: açın.',
  states: {
    waiting: 'Bir sunucu denemeyi alıyor',
    running: 'Deneme sürüyor',
    passed: 'Deneme araması çalışıyor',
    failed: 'Deneme araması başarısız oldu',
    stopped: 'Deneme araması sonlandırıldı',
  },
  bothWays: 'Melodi gitti, tuşunuz geri geldi: bu hat üzerinden telefonlar aranabilir.',
  oneWay:
    'Telefon açıldı. Melodiyi duyduysanız bu hat üzerinden telefonlar aranabilir. Duymadıysanız sunucunun MEDIA_PORTS portları açık olmayabilir.',
  said: (words) => `Hat şunu dedi: ${isolate(words)}`,
  failures: {
    not_taken: { what: 'Hiçbir sunucu denemeyi almadı.', remedy: 'Sunucunun günlüğüne bakın, sonra yeniden deneyin.' },
    host_unknown: {
      what: 'Sunucu adresi bulunamadı veya ona bağlanılamaz.',
      remedy:
        'Adı telefon şirketinizin mektubuyla karşılaştırın. Özel adresleri işletmeci ALLOW_TARGETS içinde belirtmelidir.',
    },
    not_connected: {
      what: 'Hat yanıt vermiyor.',
      remedy: 'Sunucu adresi, port ve taşımayı karşılaştırın. Güvenlik duvarı sunucuya izin vermelidir.',
    },
    not_registered: {
      what: 'Hat kullanıcı adını veya parolayı kabul etmiyor.',
      remedy: 'İkisini ve alan adını telefon şirketinizin mektubuyla karşılaştırın.',
    },
    engine_missing: { what: 'rtpengine kurulu değil.', remedy: 'Yukarıdaki komutla kurun.' },
    engine_failed: { what: 'rtpengine çalışmıyor.', remedy: 'Nedeni yukarıda, Durum altında.' },
    call_refused: {
      what: 'Hat bu numarayı aramanıza izin vermiyor.',
      remedy:
        'Telefon şirketinize bu numaranın aranabilir olup olmadığını ve görünen numaranın sizin olup olmadığını sorun.',
    },
    wrong_number: { what: 'Hat böyle bir numara tanımıyor.', remedy: 'Numarayı + ve ülke koduyla girin.' },
    busy: { what: 'Telefon meşgul.', remedy: 'Kapatıp yeniden deneyin.' },
    declined: { what: 'Telefon aramayı reddetti.', remedy: 'Çaldığında açın.' },
    no_answer: { what: 'Telefon açılmadı.', remedy: '30 saniye içinde açın.' },
    unreachable: { what: 'Telefona ulaşılamadı.', remedy: 'Açık olup olmadığına bakın.' },
    trunk_failed: {
      what: 'Hat aramayı bağlayamadı.',
      remedy: 'Bir dakika sonra yeniden deneyin, sonra telefon şirketinize sorun.',
    },
    lost: { what: 'Hat arama sırasında koptu.', remedy: 'Nedeni yukarıda, Durum altında.' },
    engine_died: { what: 'rtpengine arama sırasında durdu.', remedy: 'Nedeni yukarıda, Durum altında.' },
    restarted: { what: 'Aramayı yapan sunucu durdu.', remedy: 'Yeniden deneyin.' },
  },
}
