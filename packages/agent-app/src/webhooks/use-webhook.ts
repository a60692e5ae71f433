import type { Webhook, WebhookChange } from '@deskbell/protocol/agent/webhook'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { webhooksQuery } from '../api/queries.ts'

/** Changes to a webhook; the cached list is updated at once. Each throws the server's error. */
export function useWebhook({ id }: Pick<Webhook, 'id'>) {
  const queries = useQueryClient()
  const put = (next: Webhook) =>
    queries.setQueryData(
      webhooksQuery.queryKey,
      (held) => held && { webhooks: held.webhooks.map((one) => (one.id === id ? next : one)) },
    )
  /** An earlier response must not overwrite the newer state. */
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
