import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const callProvider: LaterWords['callProvider'] = {
  help: 'Telefonlar arasındaki aramaları bağlayan bir şirket. Hat ve rtpengine gerektirmez.',
  failedLoad: 'Sağlayıcı yüklenemedi',
  noneHelp:
    'Twilio’daki veya aynı REST arayüzüne sahip başka bir sağlayıcıdaki hesabınızı girin. Sunucu ona hemen sorar.',
  states: {
    none: 'Kurulmadı',
    asking: 'Soruluyor',
    ok: 'Arama kabul ediyor',
    refused: 'Reddedildi',
    unreachable: 'Yanıt yok',
  },
  says: {
    asking: (host) => `Sunucu ${isolate(host)} adresine soruyor.`,
    ok: (host) => `${isolate(host)} hesabı ve belirtecini kabul ediyor.`,
    refused: (host) => `${isolate(host)} Account SID’yi veya Auth Token’ı kabul etmiyor.`,
    unreachable: (host) => `Sunucu ${isolate(host)} adresinden kullanabileceği bir yanıt alamıyor.`,
  },
  said: 'Sağlayıcı şunu dedi',
  refusedHelp: 'İkisini sağlayıcının konsoluyla karşılaştırın ve yeniden kaydedin. Hesap askıya alınmış da olabilir.',
  unreachableHelp:
    'REST arayüzünün adresini karşılaştırın. Güvenlik duvarı sunucuya izin vermelidir. Sunucu yarım dakikada bir yeniden sorar.',
  phones: 'Sağlayıcı üzerinden gelen aramalar yalnızca temsilcilerin kendi telefonlarında çalar, tarayıcılarda çalmaz.',
  phonesHow: (section) =>
    `Her temsilci profiline ülke koduyla bir telefon numarası girer ve “${section}” bölümünde aramaların orada çalmasını seçer.`,
  choose: 'Aramalarınızın nerede çalacağını seçin',
  notYours: 'Sizde çalmazlar: tarayıcıyı seçtiniz veya profilinizde aranabilecek bir numara yok.',
  incomingHelp: 'Müşteriler sağlayıcıdaki numaranızı arar.',
  enterAddress: (number) =>
    `Bu adresi sağlayıcıda ${isolate(number)} numarası için, gelen aramalara ve durum değişikliklerine, ikisi de HTTP POST ile olacak şekilde girin.`,
  copy: 'Adresi kopyala',
  mustReach: 'Sağlayıcı ona internetten ulaşabilmelidir. Bu sunucunun işletmecisi onu PUBLIC_URL ile belirler.',
  noChannel: 'Bir kanal seçilene kadar bu aramalar yanıtlanmaz.',
  toChannel: 'Kanal seç',
  title: 'Hesap',
  titleHelp: 'Bunların hepsini sağlayıcının konsolu gösterir.',
  accountSid: 'Account SID',
  accountSidHelp: 'Twilio’da AC ile başlar.',
  token: 'Auth Token',
  tokenHelp: 'Şifrelenmiş saklanır ve bir daha gösterilmez.',
  unchanged: 'olduğu gibi kalır',
  show: 'Belirteci göster',
  hide: 'Belirteci gizle',
  number: 'Numara',
  numberHelp: 'Bu hesabın ülke koduyla bir numarası. Aramalar ondan gelir, müşteriler de onu arar.',
  url: 'REST arayüzünün adresi',
  urlHelp: 'Yalnızca Twilio’nunki değilse.',
  setUp: 'Sağlayıcıyı kur',
  remove: 'Sağlayıcıyı kaldır',
  removeHelp:
    'Başka bir sağlayıcı veya hat olana kadar telefonlar aranamaz. Bu sunucunun adresini sağlayıcıda da kaldırın.',
  removeAsk: 'Sağlayıcı kaldırılsın mı?',
  hasTrunk: (host) => `Aramalar ${isolate(host)} hattından gidiyor`,
  hasTrunkHelp:
    'Bir hesabın bir hattı veya bir sağlayıcısı olur. Sağlayıcı kullanmak için önce hattı kaldırın. Sonra buraya dönün.',
  hasProvider: (host) => `Aramalar ${isolate(host)} sağlayıcısından gidiyor`,
  hasProviderHelp:
    'Bir hesabın bir hattı veya bir sağlayıcısı olur. Hat kullanmak için önce sağlayıcıyı kaldırın. Sonra buraya dönün.',
}
