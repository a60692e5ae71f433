import type { LaterWords } from '../part.ts'

export const ratingMail: LaterWords['ratingMail'] = {
  title: 'Bewertungen per E-Mail',
  help: 'Bittet Besucher, die gegangen sind und deren E-Mail-Adresse bekannt ist, ihren Chat zu bewerten. Eine Person erhält höchstens eine solche E-Mail in 7 Tagen, und jede E-Mail hat einen Link zum Abbestellen.',
  off: 'Dafür wird ein Mailserver gebraucht (SMTP_URL), der nicht eingerichtet ist.',
  choice: 'Per E-Mail um eine Bewertung bitten',
  never: 'Nie',
  after: 'Nach einem Chat',
  minutes: 'Minuten nach dem Ende des Chats',
  minutesHelp:
    'Besucher, die die Website noch geöffnet haben, werden stattdessen dort gefragt. Prüfen Sie zuerst, ob Sie Ihren Besuchern solche E-Mails senden dürfen.',
  minutesWrong: 'Geben Sie eine ganze Zahl von 1 bis 1.440 ein.',
}
