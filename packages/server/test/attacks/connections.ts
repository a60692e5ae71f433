import { Agent, request } from 'node:http'
import type { LookupFunction } from 'node:net'
import { WebSocket } from 'ws'
import { LATE, lose, note } from './felt.ts'

const HOST = '127.0.0.1'
let port = 0

/** Sets the address of the server. Called before all other functions of this file. */
export const aimAt = (serverPort: number): void => void (port = serverPort)

export function openSocket(path: string, localAddress: string, headers: Record<string, string> = {}): WebSocket {
  const socket = new WebSocket(`ws://localhost:${port}${path}`, { headers, localAddress, lookup: toLoopback })
  socket.on('error', () => {})
  return socket
}

/** Resolves `localhost` to 127.0.0.1 on every machine. */
const toLoopback: LookupFunction = (_name, options, found) => {
  if (options.all) found(null, [{ address: HOST, family: 4 }])
  else found(null, HOST, 4)
}

export interface Asked {
  method: string
  path: string
  from: string
  headers?: Record<string, string>
  body?: object
}

const agent = new Agent({ keepAlive: true })

export function ask({ method, path, from, headers = {}, body }: Asked): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const asked = request(
      {
        agent,
        host: HOST,
        port,
        method,
        path,
        localAddress: from,
        timeout: LATE,
        headers: { host: `localhost:${port}`, ...(text && { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        let heard = ''
        response.setEncoding('utf8')
        response.on('data', (data: string) => (heard += data))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: heard }))
        response.on('error', reject)
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', reject)
    asked.end(text)
  })
}

export async function measure(name: string, asked: Asked): Promise<void> {
  try {
    const { status, text } = await ask(asked)
    if (status === 200) note(name, 'acked')
    else lose(name, `${status} ${text.slice(0, 100)}`)
  } catch (error) {
    lose(name, String(error))
  }
}
