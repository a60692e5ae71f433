import type { LaterWords } from '../part.ts'

export const ratingMail: LaterWords['ratingMail'] = {
  title: 'Valoraciones por correo',
  help: 'Pide a los visitantes que se han ido, y cuya dirección de correo se conoce, que valoren su chat. Una persona recibe como máximo un correo así cada 7 días, y cada correo tiene un enlace para no recibir más.',
  off: 'Esto requiere un servidor de correo (SMTP_URL), que no está configurado.',
  choice: 'Pedir una valoración por correo',
  never: 'Nunca',
  after: 'Después de un chat',
  minutes: 'Minutos después del final del chat',
  minutesHelp:
    'A los visitantes que aún tienen el sitio abierto se les pregunta allí. Compruebe antes que puede enviar correos así a sus visitantes.',
  minutesWrong: 'Escriba un número entero de 1 a 1440.',
}
