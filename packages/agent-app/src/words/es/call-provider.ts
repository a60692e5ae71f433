import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const callProvider: LaterWords['callProvider'] = {
  help: 'Una empresa que conecta llamadas entre teléfonos. No necesita troncal ni rtpengine.',
  failedLoad: 'No se pudo cargar el proveedor',
  noneHelp:
    'Escriba su cuenta de Twilio, o de otro proveedor con la misma interfaz REST. El servidor le pregunta enseguida.',
  states: {
    none: 'Sin configurar',
    asking: 'Preguntando',
    ok: 'Acepta llamadas',
    refused: 'Rechazado',
    unreachable: 'Sin respuesta',
  },
  says: {
    asking: (host) => `El servidor pregunta a ${isolate(host)}.`,
    ok: (host) => `${isolate(host)} acepta la cuenta y su token.`,
    refused: (host) => `${isolate(host)} no acepta el Account SID o el Auth Token.`,
    unreachable: (host) => `El servidor no recibe de ${isolate(host)} ninguna respuesta que pueda usar.`,
  },
  said: 'El proveedor dijo',
  refusedHelp:
    'Compare ambos con la consola del proveedor y guárdelos de nuevo. La cuenta también puede estar suspendida.',
  unreachableHelp:
    'Compare la dirección de la interfaz REST. El cortafuegos debe dejar pasar al servidor. El servidor pregunta de nuevo cada medio minuto.',
  phones: 'Las llamadas por un proveedor suenan solo en los teléfonos propios de los agentes, no en navegadores.',
  phonesHow: (section) =>
    `Cada agente escribe en su perfil un número de teléfono con su país y elige en «${section}» que las llamadas suenen allí.`,
  choose: 'Elegir dónde suenan sus llamadas',
  notYours: 'A usted no le suenan: ha elegido el navegador, o su perfil no tiene un número al que se pueda llamar.',
  incomingHelp: 'Los clientes llaman a su número del proveedor.',
  enterAddress: (number) =>
    `Escriba esta dirección en el proveedor para ${isolate(number)}, para las llamadas entrantes y para los cambios de su estado, ambas con HTTP POST.`,
  copy: 'Copiar la dirección',
  mustReach:
    'El proveedor debe poder llegar a ella desde internet. El operador de este servidor la fija con PUBLIC_URL.',
  noChannel: 'Estas llamadas no se atienden hasta que se elija un canal para ellas.',
  toChannel: 'Elegir un canal',
  title: 'Cuenta',
  titleHelp: 'La consola del proveedor muestra todos estos datos.',
  accountSid: 'Account SID',
  accountSidHelp: 'En Twilio empieza por AC.',
  token: 'Auth Token',
  tokenHelp: 'Se guarda cifrado y no se vuelve a mostrar.',
  unchanged: 'se queda como está',
  show: 'Mostrar el token',
  hide: 'Ocultar el token',
  number: 'Número',
  numberHelp: 'Un número de esta cuenta, con su país. De él salen las llamadas, y a él llaman los clientes.',
  url: 'Dirección de la interfaz REST',
  urlHelp: 'Solo si no es la de Twilio.',
  setUp: 'Configurar el proveedor',
  remove: 'Quitar el proveedor',
  removeHelp:
    'No se puede llamar a teléfonos hasta que haya otro proveedor o una troncal. Quite también en el proveedor la dirección de este servidor.',
  removeAsk: '¿Quitar el proveedor?',
  hasTrunk: (host) => `Las llamadas van por la troncal ${isolate(host)}`,
  hasTrunkHelp:
    'Una cuenta tiene una troncal o un proveedor. Para usar un proveedor, quite primero la troncal. Después vuelva aquí.',
  hasProvider: (host) => `Las llamadas van por el proveedor ${isolate(host)}`,
  hasProviderHelp:
    'Una cuenta tiene una troncal o un proveedor. Para usar una troncal, quite primero el proveedor. Después vuelva aquí.',
}
