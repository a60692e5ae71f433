import type { LaterWords } from '../part.ts'

export const ratingMail: LaterWords['ratingMail'] = {
  title: 'Avaliações por e-mail',
  help: 'Pede aos visitantes que saíram, e cujo endereço de e-mail é conhecido, que avaliem o chat. Uma pessoa recebe no máximo um e-mail assim em 7 dias, e cada e-mail tem um link para não receber mais.',
  off: 'Isso precisa de um servidor de e-mail (SMTP_URL), que não está configurado.',
  choice: 'Pedir uma avaliação por e-mail',
  never: 'Nunca',
  after: 'Depois de um chat',
  minutes: 'Minutos depois do fim do chat',
  minutesHelp:
    'Visitantes que ainda estão com o site aberto são perguntados lá. Verifique antes se você pode enviar e-mails assim aos seus visitantes.',
  minutesWrong: 'Digite um número inteiro de 1 a 1.440.',
}
