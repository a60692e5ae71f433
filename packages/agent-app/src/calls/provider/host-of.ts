import type { CallProvider } from '@deskbell/protocol/agent/call-provider'

/** Names the provider: the host of its REST interface. */
export const hostOf = ({ url }: Pick<CallProvider, 'url'>): string => new URL(url).hostname
