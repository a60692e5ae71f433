import { makeGuard, type GuardOptions } from '../../deliveries/http/guard.ts'

/** The addresses of a host that may be connected to (T13). Ports of telephony are open where others are not. Rejects with the reason. */
export async function addressesOf(
  allowTargets: NonNullable<GuardOptions['allowTargets']>,
  host: string,
  port: number,
): Promise<string[]> {
  const { addresses, refusal } = await makeGuard({ allowTargets, ports: [port] }).resolve(host, port)
  if (refusal !== undefined) throw new Error(refusal) // guard T13
  return addresses.map(({ address }) => address)
}
