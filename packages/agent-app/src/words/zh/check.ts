import type { CheckWords } from '@deskbell/protocol/agent/check-words'
import { isolate } from '../isolate.ts'

const OK = '{"result":"ok"}'

/** The results of checking a channel's server URL. */
export const check: CheckWords = {
  sent: ({ url, publicId, recipient, isCustomer }) =>
    `已向 ${isolate(url)} 发送${isCustomer ? '访客' : '虚构访客'} ${isolate(recipient)} 的输入状态通知 (typeout)。` +
    `地址末尾的 ${isolate(publicId)} 是渠道的公开 ID，它会附加在服务器 URL 之后。`,
  came: ({ status, code, text, reason }) => {
    if (status === null) return `没有响应：${isolate(reason)}。`
    if (code === '' && text === '') return `状态码 ${status}。`
    const error = code === '' ? '不含代码的错误' : `错误 ${isolate(code)}`
    return `状态码 ${status}，${error}${text === '' ? '。' : `：“${isolate(text)}”。`}`
  },
  meaning: {
    good: '收到此类响应的消息算作已送达。',
    unclear: '服务器已连通，但其响应无法表明消息是否送达。',
    bad: '收到此类响应的消息不算作已送达。',
  },
  findings: {
    delivered: () => ({ cause: `服务器返回了 ${OK}。`, advice: '无需任何更改。' }),
    taken_by_switch: () => ({
      cause: `响应中没有 ${OK}。由于此渠道将任何 2xx 响应算作已送达，因此视为成功。`,
      advice: `请返回 ${OK} 并关闭此设置，这样以 200 返回的故障才能被发现。`,
    }),
    not_supported: () => ({
      cause: '服务器理解了请求，但不处理输入状态通知。',
      advice: '无需任何更改。给访客发一条消息即可确认消息能否送达。',
    }),
    customer_unknown: () => ({
      cause: '服务器拒绝了请求。目前还没有可用于此地址的渠道访客：测试使用了一个虚构的访客，服务器很可能不认识。',
      advice: '请保存服务器 URL，以访客身份发一条消息，然后再次检查。',
    }),
    refused: () => ({
      cause: '服务器理解了请求并拒绝了它。被这样拒绝的消息不会重发。',
      advice: `请在您的服务器中查找此错误。如果它只拒绝输入状态通知，请让它对此返回 ${OK} 或错误 typing_unsupported。渠道的任何设置都无法改变这一点。`,
    }),
    try_later: () => ({
      cause: '服务器要求稍后重试。一条消息会在 9 秒内尝试三次。',
      advice: '请再次检查。如果响应不变，请提高服务器或网关的请求限额。',
    }),
    no_result: () => ({
      cause: `响应中没有 ${OK}。在此地址响应的可能不是消息接收程序：登录页或首页也会这样响应。`,
      advice: `请返回 200 和 ${OK}。如果您无法更改响应，请将任何 2xx 响应算作已送达。`,
    }),
    not_found: ({ publicId }) => ({
      cause: `此地址没有内容。公开 ID ${isolate(publicId)} 附加在服务器 URL 之后，只识别服务器 URL 本身的服务器会这样响应。`,
      advice: '请让您的服务器接受发往“服务器 URL + 公开 ID”的 POST 请求，或更正服务器 URL。没有设置可以去掉公开 ID。',
    }),
    wrong_method: ({ publicId }) => ({
      cause: `此地址不接受 POST。服务器 URL 后附加公开 ID ${isolate(publicId)} 后，可能指向了服务器的其他部分。`,
      advice: '请让您的服务器接受发往“服务器 URL + 公开 ID”的 POST 请求，或更正服务器 URL。没有设置可以去掉公开 ID。',
    }),
    not_allowed: () => ({
      cause: '服务器或其前面的网关要求提供密钥，或者服务器不接受签名。',
      advice: '请将密钥设为自定义标头。如果您的服务器验证签名，请为其配置此渠道的签名密钥，并检查服务器时钟。',
    }),
    redirected: () => ({
      cause: '服务器将请求转到了另一个地址。系统不会跟随重定向。',
      advice: '请将重定向的最终地址填为服务器 URL。通常只是缺少 https 或一个斜杠。',
    }),
    chunked_refused: () => ({
      cause: '请求以分块方式发送，不带 Content-Length，服务器或网关可能不接受。',
      advice: '请关闭分块传输编码，然后再次检查。',
    }),
    server_failed: () => ({
      cause: '服务器在处理请求时出错，或者网关无法连接到它。',
      advice: '请查看您服务器此时的日志，该请求带有标头 webhook-id。渠道的任何设置都无法改变这一点。',
    }),
    not_accepted: () => ({
      cause: '服务器未接受请求。',
      advice: `请让您的服务器对此请求返回 200 和 ${OK}。渠道的任何设置都无法改变这一点。`,
    }),
    no_answer: ({ reason }) => ({
      cause: `3 秒内没有收到有效响应：${isolate(reason)}。`,
      advice: '请检查服务器 URL 的主机和端口、证书，以及防火墙是否拦截了来自本服务器的请求。',
    }),
  },
}
