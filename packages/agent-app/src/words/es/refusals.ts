import type { Words } from '../en.ts'
import { count } from './grammar.ts'

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'en un momento'
  return seconds > 90
    ? `en ${count(Math.ceil(seconds / 60), 'minuto', 'minutos')}`
    : `en ${count(seconds, 'segundo', 'segundos')}`
}
const notUnderstood = () => 'Se ha producido un error. Vuelva a cargar la página e inténtelo de nuevo.'

export const refusals: Words['refusals'] = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => 'Ya se envió otro mensaje con esta clave. Vuelva a escribir el mensaje.',
  text_too_long: () => 'Un mensaje puede tener hasta 10 000 caracteres. Divídalo en partes.',
  wrong_password: () => 'Esa no es su contraseña actual.',
  wrong_credentials: () => 'Correo o contraseña incorrectos. Compruebe ambos e inténtelo de nuevo.',
  signed_out: () => 'Se ha cerrado su sesión. Vuelva a iniciarla.',
  forbidden: () => 'Su rol no lo permite. Consulte a un propietario o administrador.',
  reauthenticate: () => 'Confirme primero su contraseña.',
  session_required: () => 'Para esto debe iniciar sesión con su contraseña.',
  wrong_origin: () => 'Para esto, abra Deskbell en su propia dirección.',
  not_found: () => 'Esto ya no existe o usted no tiene acceso.',
  closed: () => 'El chat está cerrado. Cuando el visitante vuelva a escribir, se abrirá uno nuevo.',
  taken: () => 'Otro agente tiene este chat.',
  not_yours: () => 'Ningún agente ha aceptado aún este chat. Acéptelo primero.',
  not_failed: () => 'Este mensaje no ha fallado, por lo que no hay nada que reenviar.',
  blocked: () => 'Este visitante está bloqueado.',
  no_card: () => 'Esta ficha ya no está disponible en este chat.',
  not_scheduled: () => 'Este mensaje ya se ha enviado o cancelado.',
  too_many_scheduled: () => 'Como máximo 20 mensajes de un chat pueden estar pendientes de envío.',
  not_offered: () => 'El chat ya no se le ofrece.',
  too_late: () => 'Usted ya no tiene este chat. Sus compañeros pueden leer su mensaje en él; el visitante no lo ve.',
  too_many_colleagues: () => 'En un chat pueden participar como máximo 10 compañeros.',
  call_over: () => 'La llamada ha terminado.',
  call_taken: () => 'Un compañero ya tiene esta llamada.',
  call_elsewhere: () => 'Esta llamada ya no le suena a usted.',
  in_call: () => 'Usted ya está en una llamada. Termínela primero.',
  client_in_call: () => 'Este cliente ya está en una llamada.',
  no_trunk: () =>
    'Para llamar a teléfonos hace falta una línea troncal. Un propietario o administrador la configura en los ajustes de llamadas.',
  trunk_not_ready: () =>
    'Ahora no se puede contactar con la compañía telefónica. Los propietarios y administradores ven el motivo en los ajustes de llamadas.',
  no_media_engine: () =>
    'Para llamar a teléfonos hace falta rtpengine en el servidor: apt install rtpengine-daemon. Avise a quien administra el servidor.',
  called_too_often: () => 'Ya se llamó a este número tantas veces como permiten los ajustes de llamadas en 24 horas.',
  no_visitor: () => 'Este contacto aún no ha escrito. Podrá llamarle cuando lo haga.',
  not_in_call: () => 'Usted no está en esta llamada.',
  not_talking: () => 'Primero deben estar conectadas ambas partes.',
  colleague_asked: () => 'Ya se está preguntando a un compañero. Espere o retire la pregunta.',
  colleague_away: () => 'Este compañero no está en línea o está en otra llamada.',
  recording_erased: () => 'La grabación se ha borrado.',
  no_own_phone: () =>
    'Indique en su perfil un número de teléfono al que se pueda llamar: con el prefijo del país, o una extensión de la centralita.',
  no_third: () =>
    'En una llamada con un teléfono, una tercera persona solo puede unirse si ambos hablan en un navegador. Transfiera la llamada.',
  test_runs: () => 'Ya hay una llamada de prueba en marcha. Termínela o espere un minuto.',
  phone_only: () =>
    'Las llamadas de esta cuenta van a los teléfonos propios de los agentes. Elija el suyo en los ajustes de las llamadas, conteste y pulse 1. Pregunte solo a colegas que las atiendan en el suyo.',
  other_carrier: () => 'Las llamadas ya van por otra vía: elimine primero la troncal o el proveedor.',
  calls_live: () => 'Hay llamadas en curso por el proveedor. Espere a que terminen.',
  email_taken: () => 'Otro agente ya inicia sesión con esta dirección de correo.',
  too_many_invitations: () => 'Ya hay 200 invitaciones. Revoque primero algunas.',
  link_ended: () => 'Este enlace ya se ha usado, se ha revocado o es demasiado antiguo. Pida uno nuevo.',
  name_taken: () => 'Este nombre ya está en uso.',
  changed_meanwhile: () =>
    'Otra persona ha cambiado esto mientras tanto. Se muestra el estado actual: vuelva a hacer su cambio.',
  last_owner: () => 'Una cuenta necesita un propietario. Nombre primero propietario a otro agente.',
  not_replayable: () => 'Solo se pueden volver a enviar las entregas terminadas cuyo destinatario aún tiene dirección.',
  too_many_tags: () => 'Un chat tiene como máximo 20 etiquetas, y la lista 200. Quite primero una.',
  too_many: () => 'Puede seguir hasta 50 chats a la vez.',
  files_full: () => 'Su espacio para archivos está lleno. Puede seguir enviando mensajes sin archivos.',
  disk_full: () =>
    'Al servidor casi no le queda espacio en disco, por lo que no se pueden enviar archivos. Puede seguir enviando mensajes sin archivos.',
  too_large: () => 'Este archivo es demasiado grande. El límite es de 25 MB.',
  rate_limited: ({ seconds }) => `Demasiadas solicitudes a la vez. Inténtelo de nuevo ${inTime(seconds)}.`,
  busy: ({ seconds }) => `Ahora se están enviando muchos archivos. Inténtelo de nuevo ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `Ahora no es posible. Inténtelo de nuevo ${inTime(seconds)}.`,
  fault: () =>
    'Se ha producido un error por nuestra parte. Inténtelo de nuevo; si sigue ocurriendo, avise a quien gestiona este servidor.',
}
