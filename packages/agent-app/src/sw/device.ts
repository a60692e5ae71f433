const CACHE = 'deskbell-device'
const ADDRESS = '/device'

/** How this browser names itself towards the server. The service worker has no other storage of the windows. */
export type KeptDevice = { readonly key: string; readonly name: string }

/** A window keeps the device for the service worker. */
export async function keepDevice(device: KeptDevice): Promise<void> {
  if (typeof caches !== 'undefined') await (await caches.open(CACHE)).put(ADDRESS, Response.json(device))
}

export async function keptDevice(): Promise<KeptDevice | undefined> {
  const kept = await (await caches.open(CACHE)).match(ADDRESS)
  return kept && ((await kept.json()) as KeptDevice)
}
