import type { CheckWords } from '@deskbell/protocol/agent/check-words'

const OK = '{"result":"ok"}'
const LET_POST =
  'Faça seu servidor aceitar POST na URL do servidor seguida do ID público ou corrija a URL do servidor. Nenhuma configuração omite o ID público.'

export const checkWords: CheckWords = {
  sent: ({ url, publicId, recipient, isCustomer }) =>
    `Uma notificação de digitação (typeout) para ${isCustomer ? `o visitante ${recipient}` : `o visitante fictício ${recipient}`} foi enviada a ${url}. ` +
    `O final deste endereço, ${publicId}, é o ID público do canal: ele é acrescentado à URL do servidor.`,
  came: ({ status, code, text, reason }) => {
    if (status === null) return `Sem resposta: ${reason}.`
    if (code === '' && text === '') return `Status ${status}.`
    const error = code === '' ? 'um erro sem código' : `o erro ${code}`
    return `Status ${status} com ${error}${text === '' ? '.' : `: “${text}”.`}`
  },
  meaning: {
    good: 'Mensagens respondidas assim contam como entregues.',
    unclear: 'O servidor foi alcançado, mas a resposta não mostra se as mensagens chegam.',
    bad: 'Mensagens respondidas assim não contam como entregues.',
  },
  findings: {
    delivered: () => ({ cause: `O servidor respondeu ${OK}.`, advice: 'Não é preciso mudar nada.' }),
    taken_by_switch: () => ({
      cause: `A resposta não contém ${OK}. Ela conta porque, neste canal, qualquer resposta 2xx conta como entrega.`,
      advice: `Responda ${OK} e desative esta opção, para que uma falha respondida com 200 seja percebida.`,
    }),
    not_supported: () => ({
      cause: 'O servidor entendeu a requisição e não faz nada com notificações de digitação.',
      advice: 'Não é preciso mudar nada. Escreva para um visitante para ver se as mensagens chegam.',
    }),
    customer_unknown: () => ({
      cause:
        'O servidor recusou a requisição. Ainda não há visitante deste canal que possa ser indicado a este endereço: o teste indica um visitante fictício, que o servidor provavelmente não conhece.',
      advice: 'Salve a URL do servidor, escreva uma mensagem como visitante e verifique de novo.',
    }),
    refused: () => ({
      cause: 'O servidor entendeu a requisição e a recusou. Uma mensagem recusada assim não é enviada de novo.',
      advice: `Procure o erro no seu servidor. Se ele recusa só notificações de digitação, faça-o responder a elas com ${OK} ou com o erro typing_unsupported. Nenhuma configuração do canal muda isso.`,
    }),
    try_later: () => ({
      cause: 'O servidor pede para tentar mais tarde. Uma mensagem é tentada três vezes em 9 segundos.',
      advice: 'Verifique de novo. Se a resposta persistir, aumente o limite de requisições no seu servidor ou gateway.',
    }),
    no_result: () => ({
      cause: `A resposta não contém ${OK}. O que responde neste endereço talvez não seja o destinatário das mensagens: uma página de login ou uma página inicial também responde assim.`,
      advice: `Responda 200 com ${OK}. Se não puder mudar a resposta, faça qualquer resposta 2xx contar como entrega.`,
    }),
    not_found: ({ publicId }) => ({
      cause: `Não há nada neste endereço. O ID público ${publicId} foi acrescentado à URL do servidor, e um servidor que só conhece a URL do servidor responde assim.`,
      advice: LET_POST,
    }),
    wrong_method: ({ publicId }) => ({
      cause: `O endereço não aceita POST. Com o ID público ${publicId} depois da URL do servidor, ele pode levar a outra parte do seu servidor.`,
      advice: LET_POST,
    }),
    not_allowed: () => ({
      cause: 'O servidor ou um gateway à frente dele exige uma chave, ou o servidor não aceita a assinatura.',
      advice:
        'Defina a chave como cabeçalho personalizado. Se o seu servidor verifica assinaturas, informe a ele o segredo de assinatura deste canal e confira o relógio dele.',
    }),
    redirected: () => ({
      cause: 'O servidor redireciona a requisição para outro endereço. Redirecionamentos não são seguidos.',
      advice:
        'Informe como URL do servidor o endereço em que o redirecionamento termina. Muitas vezes falta apenas https ou uma barra.',
    }),
    chunked_refused: () => ({
      cause: 'A requisição foi enviada em blocos, sem Content-Length, e o servidor ou gateway talvez não aceite isso.',
      advice: 'Desative a codificação de transferência em blocos e verifique de novo.',
    }),
    server_failed: () => ({
      cause: 'O servidor falhou ao processar a requisição, ou um gateway não conseguiu alcançá-lo.',
      advice:
        'Consulte o log do seu servidor neste horário; a requisição tem o cabeçalho webhook-id. Nenhuma configuração do canal muda isso.',
    }),
    not_accepted: () => ({
      cause: 'O servidor não aceitou a requisição.',
      advice: `Faça seu servidor responder 200 com ${OK} a esta requisição. Nenhuma configuração do canal muda isso.`,
    }),
    no_answer: ({ reason }) => ({
      cause: `Nenhuma resposta válida chegou em 3 segundos: ${reason}.`,
      advice:
        'Verifique o host e a porta da URL do servidor, o certificado e se um firewall bloqueia requisições deste servidor.',
    }),
  },
}
