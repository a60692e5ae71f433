import type { CheckWords } from '@deskbell/protocol/agent/check-words'

const OK = '{"result":"ok"}'
const NOTHING = 'No hay que cambiar nada.'
const NO_SETTING = 'Ningún ajuste del canal cambia esto.'
const BEHIND_URL =
  'Haga que su servidor acepte POST en la URL del servidor seguida del ID público, o corrija la URL del servidor. Ningún ajuste omite el ID público.'

/** The results of checking a channel's server URL. */
export const check: CheckWords = {
  sent: ({ url, publicId, recipient, isCustomer }) =>
    `Se ha enviado a ${url} una notificación de escritura (typeout) para el visitante ${isCustomer ? recipient : `ficticio ${recipient}`}. ` +
    `El final de esta dirección, ${publicId}, es el ID público del canal: se añade a la URL del servidor.`,
  came: ({ status, code, text, reason }) => {
    if (status === null) return `Sin respuesta: ${reason}.`
    if (code === '' && text === '') return `Estado ${status}.`
    const error = code === '' ? 'un error sin código' : `el error ${code}`
    return `Estado ${status} con ${error}${text === '' ? '.' : `: «${text}».`}`
  },
  meaning: {
    good: 'Los mensajes que reciben esta respuesta cuentan como entregados.',
    unclear: 'Se ha accedido al servidor, pero su respuesta no indica si los mensajes llegan.',
    bad: 'Los mensajes que reciben esta respuesta no cuentan como entregados.',
  },
  findings: {
    delivered: () => ({ cause: `El servidor ha respondido ${OK}.`, advice: NOTHING }),
    taken_by_switch: () => ({
      cause: `La respuesta no contiene ${OK}. Cuenta porque en este canal cualquier respuesta 2xx vale como entregada.`,
      advice: `Responda ${OK} y desactive esta opción, para que se note un fallo que se responda con 200.`,
    }),
    not_supported: () => ({
      cause: 'El servidor ha entendido la solicitud y no hace nada con las notificaciones de escritura.',
      advice: `${NOTHING} Escriba a un visitante para comprobar que los mensajes llegan.`,
    }),
    customer_unknown: () => ({
      cause:
        'El servidor ha rechazado la solicitud. Aún no se puede indicar a esta dirección ningún visitante de este canal: la prueba indica uno ficticio, que el servidor probablemente no conoce.',
      advice: 'Guarde la URL del servidor, escriba un mensaje como visitante y vuelva a probar.',
    }),
    refused: () => ({
      cause: 'El servidor ha entendido la solicitud y la ha rechazado. Un mensaje rechazado así no se vuelve a enviar.',
      advice: `Busque el error en su servidor. Si solo rechaza las notificaciones de escritura, haga que responda a ellas ${OK} o el error typing_unsupported. ${NO_SETTING}`,
    }),
    try_later: () => ({
      cause: 'El servidor pide que se intente más tarde. Un mensaje se intenta tres veces en 9 segundos.',
      advice: 'Vuelva a probar. Si la respuesta se repite, aumente el límite de solicitudes de su servidor o pasarela.',
    }),
    no_result: () => ({
      cause: `La respuesta no contiene ${OK}. Puede que lo que responde en esta dirección no sea el receptor de mensajes: una página de inicio o de acceso también responde así.`,
      advice: `Responda 200 con ${OK}. Si no puede cambiar la respuesta, acepte cualquier respuesta 2xx como entregada.`,
    }),
    not_found: ({ publicId }) => ({
      cause: `No hay nada en esta dirección. El ID público ${publicId} se ha añadido a la URL del servidor, y un servidor que solo conoce la URL del servidor responde así.`,
      advice: BEHIND_URL,
    }),
    wrong_method: ({ publicId }) => ({
      cause: `La dirección no acepta POST. Con el ID público ${publicId} detrás de la URL del servidor, puede llevar a otra parte de su servidor.`,
      advice: BEHIND_URL,
    }),
    not_allowed: () => ({
      cause: 'El servidor, o una pasarela delante de él, pide una clave, o el servidor no acepta la firma.',
      advice:
        'Indique la clave como encabezado personalizado. Si su servidor verifica las firmas, dele el secreto de firma de este canal y compruebe su reloj.',
    }),
    redirected: () => ({
      cause: 'El servidor redirige la solicitud a otra dirección. Las redirecciones no se siguen.',
      advice:
        'Escriba como URL del servidor la dirección en la que termina la redirección. A menudo solo falta https o una barra.',
    }),
    chunked_refused: () => ({
      cause:
        'La solicitud se ha enviado por fragmentos, sin Content-Length, y puede que el servidor o la pasarela no lo acepten.',
      advice: 'Desactive la codificación de transferencia por fragmentos y vuelva a probar.',
    }),
    server_failed: () => ({
      cause: 'El servidor ha fallado al procesar la solicitud, o una pasarela no ha podido acceder a él.',
      advice: `Consulte el registro de su servidor a esta hora; la solicitud lleva el encabezado webhook-id. ${NO_SETTING}`,
    }),
    not_accepted: () => ({
      cause: 'El servidor no ha aceptado la solicitud.',
      advice: `Haga que su servidor responda a esta solicitud 200 con ${OK}. ${NO_SETTING}`,
    }),
    no_answer: ({ reason }) => ({
      cause: `No ha llegado ninguna respuesta válida en 3 segundos: ${reason}.`,
      advice:
        'Compruebe el host y el puerto de la URL del servidor, el certificado y si un firewall bloquea las solicitudes de este servidor.',
    }),
  },
}
