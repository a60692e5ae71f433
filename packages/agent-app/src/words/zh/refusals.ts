import { counting } from '../plural.ts'
import type { Words } from '../en.ts'

const count = counting('zh')

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return '稍后'
  return seconds > 90
    ? `在 ${count(Math.ceil(seconds / 60), { other: '分钟' })}后`
    : `在 ${count(seconds, { other: '秒' })}后`
}
const notUnderstood = () => '出错了。请重新加载页面，然后重试。'

/** A sentence for each code of a refusal. */
export const refusals: Words['refusals'] = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => '已用此键发送过另一条消息，请重新输入消息。',
  text_too_long: () => '一条消息最多 10,000 个字符，请分成几条发送。',
  wrong_password: () => '当前密码不正确。',
  wrong_credentials: () => '邮箱或密码错误，请检查后重试。',
  signed_out: () => '您已退出登录，请重新登录。',
  forbidden: () => '您的角色无权执行此操作，请联系所有者或管理员。',
  reauthenticate: () => '请先确认您的密码。',
  session_required: () => '此操作需要使用密码登录。',
  wrong_origin: () => '请在 Deskbell 自己的地址打开它，再执行此操作。',
  not_found: () => '此内容已不存在，或者您没有访问权限。',
  closed: () => '对话已关闭。访客再次发来消息时，将开始新的对话。',
  taken: () => '此对话已由另一位客服处理。',
  not_yours: () => '此对话尚未有客服接入，请先接入。',
  not_failed: () => '此消息没有发送失败，无需重新发送。',
  blocked: () => '此访客已被屏蔽。',
  no_card: () => '此卡片在该对话中已不可用。',
  not_scheduled: () => '此消息已发送或已取消。',
  too_many_scheduled: () => '一个对话最多可有 20 条消息等待发送。',
  not_offered: () => '该对话已不再提供给您。',
  too_late: () => '此对话已不归您处理。同事可以在其中看到您的消息，访客看不到。',
  too_many_colleagues: () => '一个对话最多可有 10 位同事参与。',
  call_over: () => '通话已结束。',
  call_taken: () => '已有同事接听了此通话。',
  call_elsewhere: () => '此通话已不再向您响铃。',
  in_call: () => '您已在通话中。请先结束它。',
  client_in_call: () => '该客户已在通话中。',
  no_trunk: () => '呼叫电话需要中继线路。所有者或管理员可在通话设置中配置。',
  trunk_not_ready: () => '目前无法连接电话公司。所有者和管理员可在通话设置中查看原因。',
  no_media_engine: () => '呼叫电话需要服务器上的 rtpengine：apt install rtpengine-daemon。请告知服务器的管理者。',
  called_too_often: () => '该号码在 24 小时内的呼叫次数已达到通话设置的上限。',
  no_visitor: () => '该联系人尚未写过消息。写过之后即可呼叫。',
  not_in_call: () => '您不在此通话中。',
  not_talking: () => '双方需要先接通。',
  colleague_asked: () => '正在询问一位同事。请等待，或先撤回。',
  colleague_away: () => '该同事不在线，或正在另一通话中。',
  recording_erased: () => '录音已被删除。',
  no_own_phone: () => '请在个人资料中填写可以拨打的电话号码：带国家代码，或总机的分机号。',
  no_third: () => '与电话通话时，只有双方都在浏览器中通话，第三人才能加入。请改为转接通话。',
  test_runs: () => '已有一个测试通话正在进行。请结束它，或等待一分钟。',
  phone_only: () =>
    '此账户的通话转到客服自己的电话。请在通话设置中选择您的电话，接起并按 1。只能邀请用自己电话接听的同事。',
  other_carrier: () => '通话已经走另一条线路：请先移除中继线路或服务商。',
  calls_live: () => '服务商处还有进行中的通话，请等它们结束。',
  email_taken: () => '另一位客服已在使用此邮箱地址登录。',
  too_many_invitations: () => '已有 200 份邀请，请先撤销一些。',
  link_ended: () => '此链接已使用、已撤销或已过期，请索取新链接。',
  name_taken: () => '此名称已被使用。',
  changed_meanwhile: () => '在此期间其他人已更改此处。现在显示的是当前状态：请重新进行更改。',
  last_owner: () => '账户必须有一位所有者，请先将另一位客服设为所有者。',
  not_replayable: () => '只有已完成且接收方仍有地址的投递才能重新发送。',
  too_many_tags: () => '一个对话最多 20 个标签，标签列表最多 200 个。请先移除一个。',
  too_many: () => '您最多可同时跟进 50 个对话。',
  files_full: () => '您的文件存储空间已满，但仍可发送不带文件的消息。',
  disk_full: () => '服务器磁盘空间即将用尽，无法发送文件，但仍可发送不带文件的消息。',
  too_large: () => '文件太大，上限为 25 MB。',
  rate_limited: ({ seconds }) => `请求过于频繁，请${inTime(seconds)}重试。`,
  busy: ({ seconds }) => `当前正在发送的文件较多，请${inTime(seconds)}重试。`,
  unavailable: ({ seconds }) => `暂时无法执行此操作，请${inTime(seconds)}重试。`,
  fault: () => '我们这边出了问题。请重试；如果问题持续出现，请告知此服务器的运维人员。',
}
