import { createServer } from 'node:net'
import Fastify from 'fastify'
import { serve } from './child.ts'

/** The cost of HTTP alone: Fastify that validates the same body and stores nothing, and a socket that only answers. */

async function fastify(): Promise<number> {
  const app = Fastify()
  const text = { type: 'string', minLength: 1 }
  app.post(
    '/:random/:publicId',
    {
      schema: {
        body: {
          type: 'object',
          required: ['sender', 'message'],
          properties: {
            sender: { type: 'object', required: ['id'], properties: { id: { ...text, maxLength: 256 } } },
            message: {
              type: 'object',
              required: ['type', 'text'],
              properties: { type: { const: 'text' }, text: { ...text, maxLength: 1000 } },
            },
          },
        },
        response: { 200: { type: 'object', properties: { result: { type: 'string' }, id: { type: 'string' } } } },
      },
    },
    async () => ({ result: 'ok', id: '0123456789abcdefghijkl' }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Answers each chunk that it reads with the same bytes: this measures the generator itself. */
function echo(): Promise<number> {
  const answer = Buffer.from(
    'HTTP/1.1 200 OK\r\ncontent-length: 45\r\n\r\n{"result":"ok","id":"0123456789abcdefghijkl"}',
  )
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(answer))
    socket.on('error', () => socket.destroy())
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

const jobs = { fastify, echo }
export type BareJobs = typeof jobs

if (process.send) serve(jobs)
