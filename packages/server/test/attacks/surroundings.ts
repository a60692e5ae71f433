import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import { WebSocket } from 'ws'
import { ANN, tokenOf } from '../test-server.ts'
import { WIDGET_ID } from '../channels/widget/page.ts'

/** Who attacks: one address, and the network that it belongs to. */
export const ADDRESS = '127.0.66.6'
export const NETWORK = Array.from({ length: 250 }, (_, i) => `127.0.66.${i + 1}`)

const LONG = 'x'.repeat(9000)
/** As many as a visitor may write at once. */
const MESSAGES = 18
const FILE = 20 * 1024 * 1024

/** Targets of the attacks: real addresses of a running server. */
export interface World {
  port: number
  metricsPort: number
  /** Path of the signed link to a file of 20 MB. */
  link: string
  /** Scripts of the agent application and of the widget, the largest first. */
  assets: readonly string[]
  widgetAssets: readonly string[]
  /** The attacker's secret, and the chat that is open under it. */
  secret: string
  chat: number
  /** Token of an integrator that reads events. */
  streamToken: string
}

const namesIn = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(`../../../${folder}/`, import.meta.url))).filter((name) => name.endsWith('.js'))

/** Writes a long chat as the attacker, and sends a large file in it. */
export async function prepare(port: number, metricsPort: number): Promise<World> {
  const secret = 'attacker'.padEnd(32, '0')
  const socket = new WebSocket(`ws://127.0.0.1:${port}/widget/${WIDGET_ID}/socket`, { localAddress: ADDRESS })
  const heard: ServerFrame[] = []
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not heard: ${JSON.stringify(heard).slice(-500)}`)), 20_000)
      const look = () => {
        const found = find()
        if (found === undefined) return
        clearTimeout(late)
        socket.off('message', look)
        resolve(found)
      }
      socket.on('message', look)
      look()
    })
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as ServerFrame))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const hello = { t: 'hello', visitor: secret, visit: 'visit-attack', url: 'https://shop.test/', title: 'Shop' }
  socket.send(JSON.stringify(hello))
  for (let i = 0; i < MESSAGES; i++) socket.send(JSON.stringify({ t: 'message', id: `prepared-${i}`, text: LONG }))
  const last = await until(() => heard.find((one) => one.t === 'done' && one.id === `prepared-${MESSAGES - 1}`))
  const chat = last.t === 'done' ? (last.cursor?.chat ?? 0) : 0
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(FILE)]), 'large.bin')
  const answer = await fetch(`http://localhost:${port}/widget/${WIDGET_ID}/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${secret}`, 'x-request-id': 'large-file-1' },
  })
  if (answer.status !== 200) throw new Error(`the file was not taken: ${answer.status} ${await answer.text()}`)
  const url = await until(() =>
    heard
      .flatMap((one) => (one.t === 'entries' ? one.entries : []))
      .map((one) => (one.type === 'message' ? one.attachments?.[0]?.url : undefined))
      .find((one) => one !== undefined),
  )
  socket.terminate()
  const hook = await asAnn(port, '/webhooks', { url: null, name: 'Pull' })
  const { token: streamToken } = await asAnn(port, `/webhooks/${String(hook['id'])}/stream`)
  const widgetAssets = namesIn('widget/dist').filter((name) => name !== 'loader.js')
  return {
    port,
    metricsPort,
    link: new URL(url).pathname,
    assets: namesIn('agent-app/dist/assets'),
    widgetAssets,
    secret,
    chat,
    streamToken: String(streamToken),
  }
}

async function asAnn(port: number, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://localhost:${port}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(ANN)}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
