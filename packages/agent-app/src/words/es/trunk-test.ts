import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const trunkTest: LaterWords['trunkTest'] = {
  title: 'Llamada de prueba',
  help: 'Una llamada real por la troncal a un teléfono que tenga a mano. Puede costar lo que cuesta una llamada.',
  number: 'Número de un teléfono que tenga a mano',
  numberHelp: 'Con + y el país, o una extensión de su centralita.',
  call: 'Llamarme para probar',
  again: 'Llamar otra vez',
  hangUp: 'Colgar',
  list: 'Pasos de la llamada de prueba',
  steps: {
    settings: 'Ajustes leídos',
    host: 'Host encontrado',
    connected: 'Conectado',
    registered: 'Registrado',
    engine: 'rtpengine funciona',
    dialled: 'Número marcado',
    rings: 'El teléfono suena',
    answered: 'Contestado',
    sound: 'Suena una melodía',
    key: 'Tecla pulsada',
    over: 'La llamada ha terminado',
  },
  by: { telephone: 'Usted ha colgado', server: 'El servidor ha colgado' },
  after: (time) => `tras ${time}`,
  listen: '¿Oye la melodía? Pulse una tecla del teléfono o cuelgue.',
  answer: 'Su teléfono suena: conteste.',
  states: {
    waiting: 'Un servidor toma la prueba',
    running: 'La prueba está en marcha',
    passed: 'La llamada de prueba funciona',
    failed: 'La llamada de prueba falló',
    stopped: 'La llamada de prueba se terminó',
  },
  bothWays: 'La melodía salió y su tecla volvió: por esta troncal se puede llamar a teléfonos.',
  oneWay:
    'Se contestó el teléfono. Si oyó la melodía, por esta troncal se puede llamar a teléfonos. Si no, puede que MEDIA_PORTS del servidor no esté abierto.',
  said: (words) => `La troncal dijo: ${isolate(words)}`,
  failures: {
    not_taken: {
      what: 'Ningún servidor ha tomado la prueba.',
      remedy: 'Mire el registro del servidor e inténtelo de nuevo.',
    },
    host_unknown: {
      what: 'El host no se encontró, o no se permite conectarse a él.',
      remedy:
        'Compare el nombre con la carta de su compañía telefónica. El operador debe indicar las direcciones privadas en ALLOW_TARGETS.',
    },
    not_connected: {
      what: 'La troncal no responde.',
      remedy: 'Compare host, puerto y transporte. El cortafuegos debe dejar pasar al servidor.',
    },
    not_registered: {
      what: 'La troncal no acepta el usuario o la contraseña.',
      remedy: 'Compare ambos y el dominio con la carta de su compañía telefónica.',
    },
    engine_missing: { what: 'rtpengine no está instalado.', remedy: 'Instálelo con el comando de arriba.' },
    engine_failed: { what: 'rtpengine no funciona.', remedy: 'El motivo está arriba, en Estado.' },
    call_refused: {
      what: 'La troncal no le permite llamar a este número.',
      remedy: 'Pregunte a su compañía telefónica si se permiten llamadas a él y si el número mostrado es suyo.',
    },
    wrong_number: { what: 'La troncal no conoce ese número.', remedy: 'Escríbalo con + y el país.' },
    busy: { what: 'El teléfono comunica.', remedy: 'Cuélguelo e inténtelo de nuevo.' },
    declined: { what: 'El teléfono rechazó la llamada.', remedy: 'Conteste cuando suene.' },
    no_answer: { what: 'No se contestó el teléfono.', remedy: 'Conteste antes de 30 segundos.' },
    unreachable: { what: 'No se pudo llegar al teléfono.', remedy: 'Mire si está encendido.' },
    trunk_failed: {
      what: 'La troncal no pudo cursar la llamada.',
      remedy: 'Inténtelo dentro de un minuto y después pregunte a su compañía telefónica.',
    },
    lost: { what: 'La troncal se perdió durante la llamada.', remedy: 'El motivo está arriba, en Estado.' },
    engine_died: { what: 'rtpengine se detuvo durante la llamada.', remedy: 'El motivo está arriba, en Estado.' },
    restarted: { what: 'El servidor que hacía la llamada se detuvo.', remedy: 'Inténtelo de nuevo.' },
  },
}
