import type { RawData, WebSocket } from 'ws'
import type { LoopTurns } from './loop-turns.ts'

type Socket = Pick<WebSocket, 'on' | 'pause' | 'resume'>

/**
 * Hears the frames of a socket in turn with what else arrives (`LoopTurns`): many sockets of one `key` do not keep others
 * waiting. While a frame waits the socket is not read, so that at most what was read already waits with it. `admit` is asked
 * as soon as a frame arrives; false: the frame is dropped.
 */
export function hearInTurn(
  socket: Socket,
  { turns, key }: { readonly turns: LoopTurns; readonly key: string },
  { admit, hear }: { readonly admit: () => boolean; readonly hear: (data: RawData, isBinary: boolean) => void },
): void {
  let waiting = 0
  socket.on('message', (data, isBinary) => {
    if (!admit()) return
    let waits = false
    const job = () => {
      if (waits && --waiting === 0) socket.resume()
      hear(data, isBinary)
    }
    if (turns.run(key, job)) return
    waits = true
    if (waiting++ === 0) socket.pause()
  })
}
