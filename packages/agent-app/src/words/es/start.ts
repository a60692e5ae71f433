import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count, until } from './grammar.ts'

const entry: LaterWords['start']['entry'] = {
  invitation: 'Únase a sus compañeros',
  invitedTo: (by, company) =>
    `${isolate(by)} le invita a responder ${company === '' ? 'chats' : `los chats de ${isolate(company)}`}.`,
  email: 'Correo electrónico',
  emailHelp: 'Inicia sesión con esta dirección.',
  name: 'Su nombre',
  nameHelp: 'Los visitantes lo ven junto a sus respuestas.',
  password: 'Contraseña',
  passwordHelp: 'Al menos 10 caracteres.',
  join: 'Unirse',
  newPassword: 'Establecer una contraseña nueva',
  newPasswordFor: (name, company) =>
    company === '' ? `Para ${isolate(name)}.` : `Para ${isolate(name)}, de ${isolate(company)}.`,
  newPasswordHelp:
    'Al menos 10 caracteres. Se cerrará su sesión en todos los demás lugares y sus tokens de API dejarán de ser válidos.',
  setPassword: 'Establecer contraseña e iniciar sesión',
  ended: 'Este enlace ya no funciona',
  endedHelp: 'Ya se ha usado, se ha revocado o es demasiado antiguo.',
  endedInvitation: 'Pida uno nuevo al compañero que le invitó.',
  endedPassword: 'Pida un enlace nuevo en la pantalla de inicio de sesión.',
  toSignIn: 'Ir al inicio de sesión',
  failed: 'No se ha podido comprobar el enlace',
  forgotTitle: '¿Ha olvidado su contraseña?',
  forgotHelp:
    'Escriba su correo. Si hay un agente con esta dirección, enviamos un enlace para establecer una contraseña nueva.',
  forgotSend: 'Enviar enlace',
  forgotSent: (email) =>
    `Si ${isolate(email)} pertenece a un agente, el enlace está en camino. Funciona una sola vez, durante una hora. ¿No llega ningún correo tras unos minutos? Mire en la carpeta de spam y compruebe la dirección.`,
  forgotNoMail:
    'Este servidor no puede enviar correo. Consulte a un propietario o administrador: en «Equipo» puede crearle un enlace para establecer una contraseña nueva.',
  back: 'Volver al inicio de sesión',
}

const invite: LaterWords['start']['invite'] = {
  invite: 'Invitar a un compañero',
  title: 'Invitar a un compañero',
  help: 'Recibe un enlace con el que establece su nombre y su contraseña.',
  email: 'Correo electrónico',
  role: 'Rol',
  channels: 'Canales',
  channelsHelp: 'Canales cuyos chats responde el compañero. Los propietarios y administradores ven todos los chats.',
  noChannels: 'Aún no hay canales. Puede asignar el compañero más tarde.',
  noneChosen: 'Sin un canal, el compañero no ve ningún chat.',
  departments: 'Departamentos',
  make: 'Crear enlace',
  send: 'Enviar invitación',
  sentTitle: 'Invitación enviada',
  sent: (email) => `${isolate(email)} recibe un correo con un enlace. Funciona una sola vez, durante 7 días.`,
  linkTitle: 'Dé este enlace a su compañero',
  linkHelp: (email) =>
    `Este servidor no puede enviar correo, así que entregue usted el enlace a ${isolate(email)}. Funciona una sola vez, durante 7 días, y solo se muestra ahora.`,
  link: 'Enlace de invitación',
  copy: 'Copiar enlace',
  done: 'Listo',
  list: 'Invitaciones',
  listHelp: 'Compañeros que aún no se han unido.',
  invitedBy: (by, when) =>
    by === '' ? `Válida ${until(when)}` : `Invitación de ${isolate(by)} · válida ${until(when)}`,
  expired: 'Caducada',
  assigned: (channels, departments) =>
    [
      channels > 0 && count(channels, 'canal', 'canales'),
      departments > 0 && count(departments, 'departamento', 'departamentos'),
    ]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'No se han podido cargar las invitaciones',
  actions: (email) => `Acciones para la invitación de ${isolate(email)}`,
  again: 'Volver a enviar',
  newLink: 'Nuevo enlace',
  revoke: 'Revocar',
  revokeTitle: (email) => `¿Revocar la invitación de ${isolate(email)}?`,
  revokeHelp: 'Su enlace deja de funcionar al momento.',
  reset: 'Enlace de contraseña nueva',
  resetTitle: (name) => `¿Contraseña nueva para ${isolate(name)}?`,
  resetMail: (name) =>
    `${isolate(name)} recibe un correo con un enlace para establecer una contraseña nueva. Funciona una sola vez, durante una hora.`,
  resetAsk: (name) =>
    `Deskbell crea un enlace para establecer una contraseña nueva y usted se lo da a ${isolate(name)}. Funciona una sola vez, durante una hora.`,
  resetSend: 'Enviar enlace',
  resetSent: 'El correo está en camino.',
  resetLink: 'Enlace para establecer una contraseña nueva',
  resetShown: 'Solo se muestra ahora. No lo dé a ninguna otra persona.',
}

const company: LaterWords['start']['company'] = {
  title: 'Empresa',
  help: 'Los visitantes leen el nombre en los widgets sin título propio y en los correos.',
  name: 'Nombre',
  nameHelp: 'Sin nombre, los visitantes leen «Chat» en su idioma.',
  timeZone: 'Zona horaria',
  timeZoneHelp: 'Para las horas en los correos. El horario de atención tiene su propia zona en cada canal.',
  logoAlt: 'Logotipo de la empresa',
  logoNone: 'Sin logotipo',
  logoChoose: 'Elegir un logotipo',
  logoChange: 'Cambiar logotipo',
  logoRemove: 'Quitar',
  logoHelp: 'En el encabezado de los widgets y en las páginas de invitación. PNG, JPEG, GIF o WebP.',
}

/** Agents who are on no channel receive no chats. */
const onChannels: LaterWords['start']['onChannels'] = {
  none: 'En ningún canal: a este agente no le llegan chats.',
  title: (name) => `Canales de ${isolate(name)}`,
  legend: 'Canales',
  help: 'El agente recibe los chats de estos canales.',
  yours: 'Aún no está en ningún canal',
  yoursHelp: 'No le llegan chats. Pida a un propietario o administrador que le añada a un canal.',
  others: (names) => `${names}: en ningún canal, por lo que no les llegan chats.`,
  choose: 'Elegir canales',
}

export const start: LaterWords['start'] = { entry, invite, company, onChannels }
