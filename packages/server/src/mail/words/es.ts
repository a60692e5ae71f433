import type { MailWords } from './mail-words.ts'

/** Spanish. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `Visitante ${number}`,
  invitation: {
    subject: (by, company) => `${by} le invita a ${company}`,
    lines: (by, company) => [
      `${by} le invita a responder los chats de ${company} en Deskbell.`,
      'Siga el enlace para indicar su nombre y su contraseña.',
    ],
    open: 'Aceptar la invitación',
  },
  password: {
    subject: (company) => `Establezca una contraseña nueva para ${company}`,
    asked: (company) => `Usted, u otra persona, ha solicitado una contraseña nueva en ${company}.`,
    made: (by, company) => `${by} ha creado este enlace para que pueda establecer una contraseña nueva en ${company}.`,
    follow: 'Siga el enlace para establecerla. Si no lo deseaba, ignore este correo: su contraseña no cambia.',
    open: 'Establecer una contraseña nueva',
  },
  linkEnds: (until) => `El enlace se puede usar una vez, hasta el ${until}. No lo reenvíe: da acceso.`,
  alert: {
    waiting: (who) => `${who} está esperando`,
    message: (who) => `${who} le ha escrito`,
    handed: 'Le han transferido un chat',
    woken: 'Un chat pospuesto ha vuelto',
    mention: 'Un compañero le ha mencionado',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Ninguno de sus dispositivos mostró la notificación a tiempo. En sus ajustes puede cambiar cómo recibe las notificaciones.',
    open: 'Abrir el chat',
  },
  webhook: {
    disabled: (name) => `Se ha desactivado el webhook «${name}»`,
    failing: (name) => `El webhook «${name}» está fallando`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `Motivo: ${reason}.`,
    disabledHelp:
      'No se le envía nada hasta que un propietario o administrador lo active. Entonces se podrán enviar los eventos perdidos de los últimos 30 días.',
    failingHelp:
      'Deskbell lo reintenta a intervalos crecientes y desactiva el webhook a los cinco días. Los eventos perdidos se pueden volver a enviar durante 30 días.',
    open: 'Abrir el webhook',
  },
  log: {
    subject: (chat, who) => `Chat ${chat} con ${who}`,
    visitor: 'Visitante',
    numbered: (who, number) => `${who} (número ${number})`,
    email: 'Correo electrónico',
    phone: 'Teléfono',
    about: 'Descripción',
    channel: 'Canal',
    agents: 'Agentes',
    began: 'Inicio',
    ended: 'Fin',
    rating: 'Valoración',
    ratings: { positive: 'buena', negative: 'no buena' },
    blocked: 'Bloqueado',
    isBlocked: 'sí: este visitante no puede escribir',
    open: 'Abrir el chat',
  },
}
