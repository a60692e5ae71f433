import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { at } from './grammar.ts'
import { notices } from './notices.ts'

export const alerts: LaterWords['alerts'] = {
  help: 'Cómo le avisamos de un mensaje.',
  failedLoad: 'No se han podido cargar sus ajustes de notificaciones',
  means: 'Cómo recibe los avisos',
  rows: {
    sound: ['Sonido', 'Se reproduce en la aplicación abierta.'],
    badge: ['Número en la pestaña', 'La pestaña y el icono de la aplicación muestran cuántos mensajes hay sin leer.'],
    browser: ['Notificación del navegador', 'Aparece mientras Deskbell está abierto pero oculto tras otras ventanas.'],
    push: ['Notificación push', 'Llega por web push a los dispositivos de abajo, también con Deskbell cerrado.'],
    mail: ['Correo', 'Se envía solo si una notificación no se ha visto en ningún dispositivo en 30 segundos.'],
  },
  kinds: 'Llamadas',
  kindRows: {
    calls: [
      'Llamadas que le suenan',
      'Un tono y una notificación en sus dispositivos mientras le suena una llamada. Si no, la llamada solo aparece en la pantalla.',
    ],
    missedCalls: ['Llamadas perdidas', 'Llamadas que ningún agente atendió, para que alguien devuelva la llamada.'],
  },
  noMail: 'Este servidor aún no envía correo: quien lo gestiona debe definir SMTP_URL.',
  tone: 'Sonido',
  tones: { chime: 'Carillón', bell: 'Campana', knock: 'Toc toc', drop: 'Gota' },
  play: 'Escuchar',
  silent:
    'Su navegador no ha reproducido nada. Haga clic en cualquier lugar de la página, inténtelo de nuevo y compruebe el volumen del dispositivo.',
  quiet: 'Horario de silencio',
  quietHelp: 'En este horario no recibe avisos. Los reciben sus compañeros en su lugar.',
  quietSwitch: 'Usar horario de silencio',
  quietFrom: 'Desde',
  quietTo: 'Hasta',
  quietDays: 'Empieza el',
  quietEmpty: 'Elija al menos un día y dos horas distintas.',
  timeZone: 'Zona horaria',
  devices: 'Dispositivos',
  devicesHelp: 'Cada navegador en el que usa Deskbell. El último que usó recibe el aviso primero.',
  devicesEmpty: 'Este navegador aún no se ha añadido.',
  thisDevice: 'este dispositivo',
  lastUsed: (when) => `último uso ${at(when)}`,
  allow: 'Activar notificaciones aquí',
  denied:
    'Las notificaciones de Deskbell están bloqueadas en este navegador. Haga clic en el icono junto a la dirección, permita las notificaciones y vuelva a cargar la página. En un teléfono, revise también los ajustes del sistema.',
  unsupported:
    'Este navegador no muestra notificaciones. En un iPhone o iPad, añada primero Deskbell a la pantalla de inicio y ábralo desde allí.',
  states: {
    push: 'Recibe avisos también con Deskbell cerrado',
    open: 'Recibe avisos mientras Deskbell está abierto',
    soundOnly: 'Solo sonido: las notificaciones no están activadas',
    denied: 'Las notificaciones están bloqueadas en este navegador',
    failing: (why) => `La última notificación falló: ${isolate(why)}`,
  },
  test: 'Probar',
  testOf: (name) => `Probar ${isolate(name)}`,
  removeDevice: (name) => `Quitar ${isolate(name)}`,
  steps: { sent: 'Enviada', accepted: 'Aceptada por el servicio push', shown: 'Mostrada', opened: 'Abierta' },
  notOpened:
    'Las notificaciones llegan a este dispositivo. Haga clic en la notificación para ver que también abre Deskbell.',
  advice: (isHere) => ({
    sent: 'El servidor aún no la ha enviado. Compruebe que el servidor puede conectarse al servicio push del navegador.',
    accepted: 'El servicio push aún no la ha aceptado. El servidor lo vuelve a intentar.',
    shown: isHere
      ? 'No se ha mostrado nada. Compruebe que las notificaciones de este navegador están permitidas en el sistema, que no hay ningún modo de concentración o «No molestar» activo y que el sonido no está silenciado.'
      : 'Aún no se ha mostrado nada. ¿Está el dispositivo encendido y conectado, y se permiten las notificaciones de su navegador?',
  }),
  log: 'Últimas notificaciones',
  logHelp: 'Qué ha pasado con cada notificación de los últimos 30 días.',
  logEmpty: 'Aún no hay notificaciones.',
  causes: {
    waiting: 'Un visitante está esperando',
    message: 'Un visitante le ha escrito',
    handed: 'Le han transferido un chat',
    woken: 'Un chat pospuesto ha vuelto',
    offered: 'Le ofrecen un chat',
    asked: 'Le piden que participe en un chat',
    returned: 'Un chat se queda con usted',
    unattended: 'Un chat está sin atender: nadie en línea puede responder',
    mention: 'Un compañero le ha mencionado',
    task: 'Vence una tarea',
    assigned: 'Le han asignado una tarea',
    call: 'Le suena una llamada',
    missed_call: 'Hay una llamada perdida',
    test: 'Prueba',
  },
  chat: (id) => `Chat ${id}`,
  by: { open: 'En la aplicación abierta', push: 'Web push', mail: 'Correo' },
  mailed: 'Entregada al servidor de correo',
  decided: 'Aún sin enviar',
  failed: (why) => `Error: ${isolate(why)}`,
  ...notices,
}
