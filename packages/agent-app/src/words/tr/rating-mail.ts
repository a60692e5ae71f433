import type { LaterWords } from '../part.ts'

export const ratingMail: LaterWords['ratingMail'] = {
  title: 'E-postayla değerlendirme',
  help: 'Ayrılmış ve e-posta adresi bilinen ziyaretçilerden sohbetlerini değerlendirmelerini ister. Bir kişi 7 günde en fazla bir böyle e-posta alır ve her e-postada bunları durduran bir bağlantı vardır.',
  off: 'Bunun için bir posta sunucusu (SMTP_URL) gerekir; o henüz ayarlanmadı.',
  choice: 'E-postayla değerlendirme iste',
  never: 'Hiçbir zaman',
  after: 'Sohbetten sonra',
  minutes: 'Sohbet bittikten sonraki dakika',
  minutesHelp:
    'Siteyi hâlâ açık tutan ziyaretçilere orada sorulur. Önce ziyaretçilerinize böyle e-postalar gönderebileceğinizden emin olun.',
  minutesWrong: '1 ile 1.440 arasında bir tam sayı girin.',
}
