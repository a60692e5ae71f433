import type { LaterWords } from '../part.ts'

export const checklist: LaterWords['checklist'] = {
  title: 'İlk adımlar',
  help: 'Deskbell, tamamlandığını gördüğü her adımı işaretler.',
  progress: (done, all) => `${done} / ${all} tamamlandı`,
  done: 'tamamlandı',
  open: 'henüz tamamlanmadı',
  optional: 'isteğe bağlı',
  hide: 'Bu listeyi gizle',
  hidden: 'Liste gelen kutunuzda gizli.',
  show: 'Gelen kutusunda göster',
  complete: 'Her şey hazır. Bu listeyi ayarlarda yeniden bulabilirsiniz.',
  failedLoad: 'Liste yüklenemedi',
  steps: {
    company: [
      'Şirketinizin adını girin',
      'Ziyaretçiler adı widget’ta, iş arkadaşlarınız davetlerinde görür.',
      'Adı gir',
    ],
    try: [
      'Ziyaretçi olarak deneyin',
      'Widget’ta bir mesaj yazın. Bir ziyaretçininki gibi buraya gelir.',
      'Widget’ı aç',
    ],
    install: ['Widget’ı web sitenize ekleyin', 'Her sayfaya tek satır HTML.', 'Satırı göster'],
    colleagues: ['İş arkadaşlarınızı davet edin', 'Adlarını ve parolalarını kendileri belirler.', 'Davet et'],
    alerts: [
      'Bildirimleri açın',
      'Ses ve bildirimler, Deskbell kapalıyken de bir ziyaretçinin beklediğini haber verir.',
      'Bildirimleri ayarla',
    ],
    messenger: ['Bir mesajlaşma uygulaması bağlayın', 'Size Telegram’dan yazanları yanıtlayın.', 'Kanal ekle'],
    bot: ['Bir bot bağlayın', 'İlk yanıtı verir, gerektiğinde bir temsilci çağırır.', 'Bot ekle'],
    crm: [
      'CRM’inizi bağlayın',
      'Webhook’lar her sohbeti ona bildirir; kartları sohbetlerin yanında görünür.',
      'Webhook ekle',
    ],
  },
}
