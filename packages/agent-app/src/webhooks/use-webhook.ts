import type { Webhook, WebhookChange } from '@deskbell/protocol/agent/webhook'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { webhooksQuery } from '../api/queries.ts'

/** Ways to change a webhook; the list knows at once what came of it. Each throws what the desk said against it. */
export function useWebhook({ id }: Pick<Webhook, 'id'>) {
  const queries = useQueryClient()
  const put = (next: Webhook) =>
    queries.setQueryData(
      webhooksQuery.queryKey,
      (held) => held && { webhooks: held.webhooks.map((one) => (one.id === id ? next : one)) },
    )
  /** What was asked before must not come after. */
  const settled = () => queries.cancelQueries({ queryKey: webhooksQuery.queryKey, exact: true })
  return {
    change: async (wanted: WebhookChange) => {
      await settled()
      put(await call('PATCH /webhooks/:webhook', { params: { webhook: id }, body: wanted }))
    },
    rotate: async () => {
      await settled()
      put(await call('POST /webhooks/:webhook/secret', { params: { webhook: id } }))
    },
    makeToken: async () => {
      const { token } = await call('POST /webhooks/:webhook/stream', { params: { webhook: id } })
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true })
      return token
    },
    endToken: async () => {
      await call('DELETE /webhooks/:webhook/stream', { params: { webhook: id } })
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true })
    },
    remove: async () => {
      await call('DELETE /webhooks/:webhook', { params: { webhook: id } })
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true })
    },
  }
}
