import type { CheckResult } from '@deskbell/protocol/agent/channel'
import { readReply } from '@deskbell/protocol/channel/reply'
import { agentTyping } from '@deskbell/protocol/channel/typing'
import { Invalid } from '../errors.ts'
import type { ChannelRecord } from '../office/directory.ts'
import type { AgentDoor } from './door.ts'

/** No customer: every front end may ignore it, and none shows a thing (A20). */
const RECIPIENT = 'deskbell-check'

/** Sends a channel's integrator a signed request that changes nothing, and says what came back. */
export async function checkServer(
  { post, ids, office }: Pick<AgentDoor, 'post' | 'ids' | 'office'>,
  channel: ChannelRecord,
  serverUrl: string | null,
): Promise<CheckResult> {
  if (serverUrl === null) throw new Invalid('/serverUrl', 'this channel has no server URL yet: give one to check')
  const checked = office.guard.checkUrl(serverUrl, 'channel')
  if (!checked.ok) throw new Invalid('/serverUrl', checked.reason) // guard T13
  const body = JSON.stringify(agentTyping({ sender: { name: 'Deskbell' }, recipient: RECIPIENT, on: false }))
  const { answer, record, hide } = await post({ ...channel, serverUrl }, body, `check_${ids.letters(22)}`)
  const { request, response, ms, status } = record
  const sent = { headers: request.headers, body: request.body }
  const { ok, verdict } = judge(answer, channel.anySuccess)
  return { ok, verdict: hide.text(verdict), url: request.url, status, ms, request: sent, response }
}

function judge(answer: Awaited<ReturnType<AgentDoor['post']>>['answer'], anySuccess: boolean) {
  if (answer.kind === 'failed')
    return { ok: false, verdict: `Messages would not arrive: ${answer.detail}. They are tried three times.` }
  const reply = readReply(answer.status, answer.body, { anySuccess })
  switch (reply.outcome) {
    case 'ok':
      return {
        ok: true,
        verdict: reply.diagnosis
          ? 'Messages count as delivered because any 2xx does. Better answer {"result":"ok"}.'
          : 'Messages arrive: the server answered {"result":"ok"}.',
      }
    case 'final':
      // What a front end says of typing is not what it says of messages: it was reached, and it understood.
      return {
        ok: true,
        verdict: `The server was reached and refused the test (${reply.text || reply.code}). A message refused like this is not sent again.`,
      }
    case 'retry':
      return {
        ok: false,
        verdict: `Messages would count as undelivered: ${reply.reason}. The right answer is 200 with {"result":"ok"}.`,
      }
  }
}
