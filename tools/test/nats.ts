import { once } from 'node:events'
import { connect } from 'node:net'

/** Whether a NATS server greets at TEST_NATS_URL, or where one usually is. */
export async function answersAsNats(): Promise<boolean> {
  const { hostname, port } = new URL(process.env['TEST_NATS_URL'] ?? 'nats://127.0.0.1:4222')
  const socket = connect(Number(port || 4222), hostname).setTimeout(3000, () => socket.destroy())
  try {
    const [greeting] = (await once(socket, 'data', { signal: AbortSignal.timeout(3000) })) as [Buffer]
    return greeting.toString().startsWith('INFO')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
