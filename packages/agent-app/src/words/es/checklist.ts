import type { LaterWords } from '../part.ts'

export const checklist: LaterWords['checklist'] = {
  title: 'Primeros pasos',
  help: 'Deskbell marca cada paso en cuanto está hecho.',
  progress: (done, all) => `${done} de ${all} hechos`,
  done: 'hecho',
  open: 'aún sin hacer',
  optional: 'opcional',
  hide: 'Ocultar esta lista',
  hidden: 'La lista está oculta en su bandeja.',
  show: 'Mostrarla en la bandeja',
  complete: 'Todo está configurado. Encontrará esta lista de nuevo en los ajustes.',
  failedLoad: 'No se ha podido cargar la lista',
  steps: {
    company: [
      'Ponga nombre a su empresa',
      'Los visitantes leen el nombre en el widget, y los compañeros en su invitación.',
      'Escribir el nombre',
    ],
    try: [
      'Pruébelo como visitante',
      'Escriba un mensaje en el widget. Llega aquí igual que el de un visitante.',
      'Abrir el widget',
    ],
    install: ['Ponga el widget en su sitio web', 'Una línea de HTML en cada página.', 'Mostrar la línea'],
    colleagues: ['Invite a sus compañeros', 'Ellos establecen su nombre y su contraseña.', 'Invitar'],
    alerts: [
      'Active las notificaciones',
      'El sonido y las notificaciones le avisan de que un visitante espera, también con Deskbell cerrado.',
      'Configurar',
    ],
    messenger: ['Conecte una mensajería', 'Responda a quienes le escriben en Telegram.', 'Añadir canal'],
    bot: ['Conecte un bot', 'Responde primero y solicita un agente cuando hace falta.', 'Añadir bot'],
    crm: [
      'Conecte su CRM',
      'Los webhooks le comunican cada chat, y sus fichas aparecen junto a los chats.',
      'Añadir webhook',
    ],
  },
}
