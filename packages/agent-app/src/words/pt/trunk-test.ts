import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const trunkTest: LaterWords['trunkTest'] = {
  title: 'Ligação de teste',
  help: 'Uma ligação real pelo tronco para um telefone ao seu lado. Pode custar o que custa uma ligação.',
  number: 'Número de um telefone ao seu lado',
  numberHelp: 'Com + e o país, ou um ramal da sua central.',
  call: 'Ligar para mim para testar',
  again: 'Ligar de novo',
  hangUp: 'Desligar',
  list: 'Passos da ligação de teste',
  steps: {
    settings: 'Configurações lidas',
    host: 'Host encontrado',
    connected: 'Conectado',
    registered: 'Registrado',
    engine: 'O rtpengine funciona',
    dialled: 'Número discado',
    rings: 'O telefone toca',
    answered: 'Atendido',
    sound: 'Toca uma melodia',
    key: 'Tecla pressionada',
    over: 'A ligação terminou',
  },
  by: { telephone: 'Você desligou', server: 'O servidor desligou' },
  after: (time) => `após ${time}`,
  listen: 'Você ouve a melodia? Pressione uma tecla no telefone ou desligue.',
  answer: 'Seu telefone toca: atenda.',
  states: {
    waiting: 'Um servidor assume o teste',
    running: 'O teste está em andamento',
    passed: 'A ligação de teste funciona',
    failed: 'A ligação de teste falhou',
    stopped: 'A ligação de teste foi encerrada',
  },
  bothWays: 'A melodia foi e a sua tecla voltou: por este tronco se pode ligar para telefones.',
  oneWay:
    'O telefone foi atendido. Se você ouviu a melodia, por este tronco se pode ligar para telefones. Se não, MEDIA_PORTS do servidor pode não estar aberto.',
  said: (words) => `O tronco disse: ${isolate(words)}`,
  failures: {
    not_taken: { what: 'Nenhum servidor assumiu o teste.', remedy: 'Veja o log do servidor e tente de novo.' },
    host_unknown: {
      what: 'O host não foi encontrado, ou a conexão a ele não é permitida.',
      remedy:
        'Compare o nome com a carta da sua operadora. O operador precisa indicar endereços privados em ALLOW_TARGETS.',
    },
    not_connected: {
      what: 'O tronco não responde.',
      remedy: 'Compare host, porta e transporte. O firewall precisa deixar o servidor passar.',
    },
    not_registered: {
      what: 'O tronco não aceita o usuário ou a senha.',
      remedy: 'Compare ambos e o domínio com a carta da sua operadora.',
    },
    engine_missing: { what: 'O rtpengine não está instalado.', remedy: 'Instale-o com o comando acima.' },
    engine_failed: { what: 'O rtpengine não funciona.', remedy: 'O motivo está acima, em Estado.' },
    call_refused: {
      what: 'O tronco não permite ligar para este número.',
      remedy: 'Pergunte à sua operadora se ligações para ele são permitidas e se o número exibido é seu.',
    },
    wrong_number: { what: 'O tronco não conhece esse número.', remedy: 'Digite-o com + e o país.' },
    busy: { what: 'O telefone está ocupado.', remedy: 'Desligue-o e tente de novo.' },
    declined: { what: 'O telefone recusou a ligação.', remedy: 'Atenda quando tocar.' },
    no_answer: { what: 'O telefone não foi atendido.', remedy: 'Atenda em até 30 segundos.' },
    unreachable: { what: 'Não foi possível alcançar o telefone.', remedy: 'Veja se ele está ligado.' },
    trunk_failed: {
      what: 'O tronco não conseguiu completar a ligação.',
      remedy: 'Tente de novo em um minuto e depois pergunte à sua operadora.',
    },
    lost: { what: 'O tronco se perdeu durante a ligação.', remedy: 'O motivo está acima, em Estado.' },
    engine_died: { what: 'O rtpengine parou durante a ligação.', remedy: 'O motivo está acima, em Estado.' },
    restarted: { what: 'O servidor que fazia a ligação parou.', remedy: 'Tente de novo.' },
  },
}
