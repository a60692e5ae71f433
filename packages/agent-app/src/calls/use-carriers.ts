import type { CallProviderStatus } from '@deskbell/protocol/agent/call-provider'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { useQuery } from '@tanstack/react-query'
import { providerQuery } from './provider/query.ts'
import { trunkQuery } from './trunk/query.ts'

/** What calls to telephones go over. An account has a trunk, or a hosted provider, or neither. */
export interface Carriers {
  readonly trunk: TrunkStatus
  readonly provider: CallProviderStatus
}

/** The trunk and the hosted provider; undefined until both are read. */
export function useCarriers() {
  const trunk = useQuery(trunkQuery)
  const provider = useQuery(providerQuery)
  const carriers: Carriers | undefined =
    trunk.data && provider.data ? { trunk: trunk.data, provider: provider.data } : undefined
  return {
    carriers,
    error: trunk.error ?? provider.error,
    refetch: () => void Promise.all([trunk.refetch(), provider.refetch()]),
  }
}
