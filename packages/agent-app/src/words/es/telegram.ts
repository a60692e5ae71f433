import type { Words } from '../en.ts'
import { count } from './grammar.ts'

export const telegram: Words['telegram'] = {
  token: 'Token del bot',
  tokenHelp: 'Pegue el token que le dio @BotFather. No vuelve a mostrarse.',
  tokenLooks: 'Un token tiene este aspecto: 123456789:AAF-letras-y-cifras.',
  tokenShow: 'Mostrar token',
  tokenHide: 'Ocultar token',
  tokenKept: 'Se guarda cifrado. Si lo revoca en @BotFather, escriba aquí el nuevo.',
  tokenReplace: 'Reemplazar token',
  freshToken: 'Nuevo token del bot',
  connection: 'Conexión',
  connectedAs: 'Conectado como',
  notAsked: 'Aún no se ha consultado el bot a Telegram.',
  link: 'Los visitantes escriben al bot en esta dirección. Enlácela en su sitio web, correos y perfiles.',
  copyLink: 'Copiar dirección del bot',
  open: 'Abrir en Telegram',
  check: 'Probar conexión',
  checkHelp: 'Pregunta a Telegram si los mensajes del bot llegan aquí. Los visitantes no lo ven.',
  outcomes: { good: 'Funciona', bad: 'Aún no funciona', unreachable: 'No se puede acceder a Telegram' },
  meaning: {
    good: 'Telegram conoce el bot y los mensajes llegan como se indica abajo.',
    bad: 'Telegram ha respondido, pero los mensajes no llegan como se indica abajo.',
    unreachable: 'Los mensajes esperan en Telegram y llegarán cuando se pueda acceder de nuevo.',
  },
  arranging:
    'Puede que el servidor aún esté indicando a Telegram cómo llegan los mensajes. Vuelva a probar en un minuto.',
  said: { good: 'Telegram responde', bad: 'Telegram responde', unreachable: 'Motivo' },
  waiting: 'En espera en Telegram',
  messages: (n) => (n === 0 ? 'ningún mensaje' : count(n, 'mensaje', 'mensajes')),
  updates: 'Cómo llegan los mensajes',
  updatesHelp: 'Se aplica al momento. Los mensajes que esperan en Telegram no se pierden.',
  ways: { polling: 'El servidor consulta a Telegram', webhook: 'Telegram llama al servidor' },
  waysHelp: {
    polling: 'Funciona detrás de cualquier firewall y no necesita una dirección pública.',
    webhook: 'Necesita una dirección de este servidor accesible desde Internet por https.',
  },
  online: 'Hay agentes disponibles para los visitantes que escriben al bot.',
  offline: 'No hay agentes disponibles. Los mensajes se siguen aceptando.',
  enabledHelp: 'Si está desactivado, el canal está fuera de línea. Los mensajes se siguen aceptando.',
  deliveriesHelp: 'Cada solicitud a Telegram, con su respuesta.',
  notesHelp: 'Aquí aparecen los problemas de conexión con Telegram y de los mensajes.',
  removeHelp:
    'Ya no se reciben los mensajes al bot. Los chats se pueden seguir leyendo. El bot en sí permanece en Telegram.',
}
