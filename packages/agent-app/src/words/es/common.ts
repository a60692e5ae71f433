import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './grammar.ts'

export const common: Words['common'] = {
  save: 'Guardar',
  saved: 'Guardado',
  cancel: 'Cancelar',
  close: 'Cerrar',
  back: 'Atrás',
  retry: 'Reintentar',
  copy: 'Copiar',
  copied: 'Copiado',
  loading: 'Cargando',
  remove: 'Quitar',
  more: 'Cargar más',
  never: 'nunca',
  yes: 'Sí',
  no: 'No',
  optional: 'opcional',
  you: 'usted',
  skip: 'Saltar al contenido',
}

export const problem: Words['problem'] = {
  unreachable: 'No se puede acceder a Deskbell. Compruebe su conexión.',
  unknown: 'Se ha producido un error. Inténtelo de nuevo.',
  status: (status) =>
    status >= 500
      ? `Se ha producido un error en el servidor (${status}). Inténtelo de nuevo en un momento.`
      : `No ha funcionado (${status}). Vuelva a cargar la página e inténtelo de nuevo.`,
  crashed: 'Se ha producido un error en esta pantalla',
  crashedHelp: 'Sus mensajes y borradores están guardados. Vuelva a cargar la página para continuar.',
  reload: 'Recargar',
  forbidden: 'No tiene acceso',
  forbiddenHelp: 'Pida acceso a un propietario o administrador.',
  missing: 'No hay ninguna página en esta dirección',
  missingHelp: 'Puede que la dirección sea antigua o que el elemento se haya eliminado.',
  toInbox: 'Ir a la bandeja',
  offline: 'No tiene conexión',
  offlineHelp: 'Esta pantalla necesita conexión. Se cargará en cuanto vuelva a estar conectado.',
  old: 'Hay una versión nueva. Recargue la página para continuar.',
}

export const signIn: Words['signIn'] = {
  title: 'Iniciar sesión',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  busy: 'Iniciando sesión…',
  wait: (time) => `Demasiados intentos. Espere ${time} e inténtelo de nuevo.`,
  ended: 'Se ha cerrado su sesión. Inicie sesión para continuar donde estaba.',
  show: 'Mostrar contraseña',
  hide: 'Ocultar contraseña',
  forgot: '¿Ha olvidado su contraseña?',
  first: '¿Es la primera vez? El servidor mostró los datos de acceso del propietario al arrancar.',
}

export const nav: Words['nav'] = {
  label: 'Principal',
  inbox: 'Bandeja',
  search: 'Buscar',
  live: 'En vivo',
  visitors: 'Visitantes',
  contacts: 'Contactos',
  tasks: 'Tareas',
  tasksDue: (n) => `Tareas que vencen: ${n}`,
  calls: 'Llamadas',
  callsMissed: (n) => `Llamadas perdidas: ${n}`,
  offlineAll: 'Mensajes fuera de línea',
  archive: 'Historial',
  more: 'Más',
  me: 'Su perfil',
  settings: 'Ajustes',
  menu: 'Su menú',
  signOut: 'Cerrar sesión',
  commandMenu: 'Menú de comandos',
  shortcuts: 'Atajos de teclado',
  theme: 'Apariencia',
  themes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  presence: 'Disponibilidad',
  presences: { online: 'En línea', away: 'Ausente' },
  presenceHelp: { online: 'Recibe chats nuevos', away: 'No recibe chats nuevos' },
  unsent: 'Algunos mensajes aún no se han enviado',
  unsentHelp: (n) =>
    `${count(n, 'mensaje sin enviar se perderá', 'mensajes sin enviar se perderán')} si cierra sesión ahora.`,
  signOutAnyway: 'Cerrar sesión igualmente',
}

export const connection: Words['connection'] = {
  connecting: 'Conectando…',
  lost: 'Reconectando…',
  lostHelp: 'Los mensajes que escriba se enviarán cuando vuelva la conexión.',
  offline: 'No tiene conexión',
  offlineHelp: 'Los mensajes que escriba se enviarán cuando vuelva a estar conectado.',
  retry: 'Probar ahora',
  back: 'Conexión recuperada',
}

export const leave: Words['leave'] = {
  title: 'Un enlace de un visitante',
  help: 'Un visitante o su página ha enviado este enlace. No se ha comprobado.',
  host: 'Abre',
  reads: 'mostrado como',
  address: 'Dirección completa',
  advice: 'Ábralo solo si confía en este host. No escriba nunca allí una contraseña de la empresa.',
  back: 'Atrás',
  open: (host) => `Abrir ${isolate(host)}`,
  refused: 'Este enlace no se puede abrir',
  refusedHelp: 'Solo se pueden abrir páginas web (https o http).',
}

export const announce: Words['announce'] = {
  message: (name) => `Mensaje nuevo de ${isolate(name)}`,
  messages: (n, chats) => `${count(n, 'mensaje nuevo', 'mensajes nuevos')} en ${count(chats, 'chat', 'chats')}`,
  waiting: (name) => `${isolate(name)} espera a un agente`,
  waitingMany: (chats) => `${count(chats, 'visitante espera', 'visitantes esperan')} a un agente`,
  failure: (name) => `No se ha entregado un mensaje a ${isolate(name)}`,
}
