import type { Words } from '../en.ts'
import { counting } from '../plural.ts'

const count = counting('tr')
const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'Biraz sonra'
  return seconds > 90
    ? `${count(Math.ceil(seconds / 60), { other: 'dakika' })} sonra`
    : `${count(seconds, { other: 'saniye' })} sonra`
}
const notUnderstood = () => 'Bir sorun oluştu. Sayfayı yenileyip yeniden deneyin.'

export const refusals: Words['refusals'] = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => 'Bu anahtarla daha önce farklı bir mesaj gönderildi. Mesajı yeniden yazın.',
  text_too_long: () => 'Bir mesaj en fazla 10.000 karakter olabilir. Mesajı bölün.',
  wrong_password: () => 'Bu, geçerli parolanız değil.',
  wrong_credentials: () => 'E-posta veya parola yanlış. İkisini de kontrol edip yeniden deneyin.',
  signed_out: () => 'Oturumunuz kapatıldı. Yeniden oturum açın.',
  forbidden: () => 'Rolünüz buna izin vermiyor. Bir sahibe veya yöneticiye başvurun.',
  reauthenticate: () => 'Önce parolanızı onaylayın.',
  session_required: () => 'Bunun için parolanızla oturum açmanız gerekiyor.',
  wrong_origin: () => 'Bunu yapmak için Deskbell’i kendi adresinde açın.',
  not_found: () => 'Bu artık yok ya da erişim izniniz yok.',
  closed: () => 'Sohbet kapalı. Ziyaretçi yeniden yazdığında yeni bir sohbet açılır.',
  taken: () => 'Bu sohbet başka bir temsilcide.',
  not_yours: () => 'Bu sohbeti henüz hiçbir temsilci kabul etmedi. Önce kabul edin.',
  not_failed: () => 'Bu mesaj başarısız olmadığı için yeniden gönderilecek bir şey yok.',
  blocked: () => 'Bu ziyaretçi engellendi.',
  no_card: () => 'Bu kart artık bu sohbette yok.',
  not_scheduled: () => 'Bu mesaj zaten gönderildi veya iptal edildi.',
  too_many_scheduled: () => 'Bir sohbette en fazla 20 mesaj gönderilmeyi bekleyebilir.',
  not_offered: () => 'Sohbet artık size önerilmiyor.',
  too_late: () => 'Bu sohbet artık sizde değil. Ekip arkadaşlarınız mesajınızı burada okuyabilir; ziyaretçi görmez.',
  too_many_colleagues: () => 'Bir sohbete en fazla 10 iş arkadaşı katılabilir.',
  call_over: () => 'Arama sona erdi.',
  call_taken: () => 'Bu aramayı bir iş arkadaşınız aldı.',
  call_elsewhere: () => 'Bu arama artık sizde çalmıyor.',
  in_call: () => 'Zaten bir aramadasınız. Önce onu bitirin.',
  client_in_call: () => 'Bu müşteri zaten bir aramada.',
  no_trunk: () => 'Telefonları aramak için bir hat gerekir. Bir sahip veya yönetici onu arama ayarlarında kurar.',
  trunk_not_ready: () =>
    'Telefon şirketine şu anda ulaşılamıyor. Sahipler ve yöneticiler nedenini arama ayarlarında görür.',
  no_media_engine: () =>
    'Telefonları aramak için sunucuda rtpengine gerekir: apt install rtpengine-daemon. Sunucuyu yöneten kişiye bildirin.',
  called_too_often: () => 'Bu numara 24 saat içinde arama ayarlarının izin verdiği kadar arandı.',
  no_visitor: () => 'Bu kişi henüz yazmadı. Yazdıktan sonra aranabilir.',
  not_in_call: () => 'Bu aramada değilsiniz.',
  not_talking: () => 'Önce iki tarafın da bağlanması gerekir.',
  colleague_asked: () => 'Bir iş arkadaşınıza zaten soruluyor. Bekleyin veya isteği geri alın.',
  colleague_away: () => 'Bu iş arkadaşınız çevrimiçi değil veya başka bir aramada.',
  recording_erased: () => 'Kayıt silindi.',
  no_own_phone: () =>
    'Profilinize aranabilecek bir telefon numarası girin: ülke koduyla veya santralin bir dahilisi olarak.',
  no_third: () =>
    'Telefonla yapılan bir aramaya üçüncü kişi, yalnızca ikiniz de tarayıcıda konuşuyorsanız katılabilir. Bunun yerine aramayı devredin.',
  test_runs: () => 'Bir deneme araması zaten sürüyor. Sonlandırın veya bir dakika bekleyin.',
  phone_only: () =>
    'Bu hesabın aramaları temsilcilerin kendi telefonlarına gider. Arama ayarlarında kendi telefonunuzu seçin, açın ve 1’e basın. Yalnızca aramaları kendi telefonunda alan iş arkadaşlarınıza sorun.',
  other_carrier: () => 'Aramalar zaten başka bir yoldan gidiyor: önce hattı veya sağlayıcıyı kaldırın.',
  calls_live: () => 'Sağlayıcı üzerinden süren aramalar var. Bitmelerini bekleyin.',
  email_taken: () => 'Başka bir temsilci bu e-posta adresiyle oturum açıyor.',
  too_many_invitations: () => 'Zaten 200 davet var. Önce bazılarını iptal edin.',
  link_ended: () => 'Bu bağlantı daha önce kullanılmış, iptal edilmiş veya çok eski. Yenisini isteyin.',
  name_taken: () => 'Bu ad zaten kullanılıyor.',
  changed_meanwhile: () =>
    'Bu arada bunu başka biri değiştirdi. Şu anki durum gösteriliyor: değişikliğinizi yeniden yapın.',
  last_owner: () => 'Bir hesabın sahibi olmalı. Önce başka bir temsilciyi sahip yapın.',
  not_replayable: () => 'Yalnızca tamamlanmış ve alıcısının hâlâ adresi olan gönderimler yeniden gönderilebilir.',
  too_many_tags: () => 'Bir sohbette en fazla 20, listede en fazla 200 etiket olabilir. Önce birini kaldırın.',
  too_many: () => 'Aynı anda en fazla 50 sohbeti takip edebilirsiniz.',
  files_full: () => 'Dosya alanınız dolu. Dosyasız mesaj göndermeye devam edebilirsiniz.',
  disk_full: () =>
    'Sunucuda disk alanı bitmek üzere, bu yüzden dosya gönderilemiyor. Dosyasız mesaj göndermeye devam edebilirsiniz.',
  too_large: () => 'Bu dosya çok büyük. Sınır 25 MB.',
  rate_limited: ({ seconds }) => `Aynı anda çok fazla istek var. ${inTime(seconds)} yeniden deneyin.`,
  busy: ({ seconds }) => `Şu anda çok sayıda dosya gönderiliyor. ${inTime(seconds)} yeniden deneyin.`,
  unavailable: ({ seconds }) => `Bu şu anda yapılamıyor. ${inTime(seconds)} yeniden deneyin.`,
  fault: () => 'Bizden kaynaklanan bir sorun oluştu. Yeniden deneyin; sürerse bu sunucuyu işleten kişiye haber verin.',
}
