import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers 404 for an unknown or invalid URL. The URL is not repeated, since it may hold a secret (T15). */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('content-type', JSON_TYPE).send(bodyOf('not_found', 'There is nothing at this address'))
}

/** Answers a request that Node could not parse, or that was not complete in time, and ends the connection. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  // A client that disconnected in the middle of a request gets no answer.
  const isGone = error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE'
  if (isGone || !socket.writable) return void socket.destroy()
  const [status, message] = wordsOf(error.code)
  const body = bodyOf('bad_request', message)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    // Further data of this connection is not read.
    () => socket.destroy(),
  )
}

function wordsOf(code: string | undefined): [status: number, message: string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request was not complete in time']
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'The headers are larger than 16 kB']
    default:
      return [400, 'This is not a valid HTTP request']
  }
}

const bodyOf = (code: string, message: string): string => JSON.stringify({ error: { code, message } })
