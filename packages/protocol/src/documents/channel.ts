import { Type } from 'typebox'
import { AgentMessage } from '../channel/agent.ts'
import { CHANNEL_ERRORS } from '../channel/errors.ts'
import { CustomerAnswer, CustomerMessage, CustomerTyping } from '../channel/shapes.ts'
import { AgentTyping } from '../channel/typing.ts'
import { ErrorBody } from '../shapes.ts'
import type { About } from './document.ts'
import { jsonAnswer, jsonBody, openApi, parametersOf, refusalAnswers, type OpenApi } from './openapi.ts'

const DESCRIPTION = `The interface for front ends of your own (kind "api"). You post what visitors write to the address of the channel; the server posts what agents and bots write to your server URL.

Requests to your server are signed as in Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. Answer 200 with \`{"result":"ok"}\`. Unknown fields of your requests are ignored.`

const address = parametersOf(
  Type.Object({
    random: Type.String({ description: 'the secret part of the address' }),
    publicId: Type.String({ description: 'CHANNEL_PUBLIC_ID' }),
  }),
  'path',
)
const idempotency = Type.Object({ 'Idempotency-Key': Type.Optional(Type.String({ maxLength: 255 })) })

/** The channel interface (area A). */
export function channelDocument(about: About): OpenApi {
  const refusals = refusalAnswers(
    Object.entries(CHANNEL_ERRORS).map(([code, { status, message }]) => ({ code, status, message })),
    ErrorBody,
  )
  return openApi(about, {
    title: 'Deskbell channel interface',
    description: DESCRIPTION,
    paths: {
      '/{random}/{publicId}': {
        parameters: address,
        post: {
          operationId: 'postCustomerMessage',
          summary: 'Send a message of a visitor, or a typing notification',
          description:
            'With the header `Idempotency-Key`, a request that is repeated within 24 hours gets the first answer again.',
          parameters: parametersOf(idempotency, 'header'),
          requestBody: jsonBody(Type.Union([CustomerMessage, CustomerTyping])),
          responses: { 200: jsonAnswer('Stored', CustomerAnswer), ...refusals },
        },
      },
      '/{random}/{publicId}/status': {
        parameters: address,
        get: {
          operationId: 'getChannelStatus',
          summary: 'Read whether an agent can answer now',
          responses: {
            200: {
              description: '`1`: an agent can answer now; `0`: not',
              content: { 'text/plain': { schema: { type: 'string', enum: ['0', '1'] } } },
            },
            404: refusals['404'],
          },
        },
      },
    },
    webhooks: {
      agentMessage: {
        post: {
          operationId: 'agentMessage',
          summary: 'Sent to your server URL with the public id of the channel behind it',
          requestBody: jsonBody(Type.Union([AgentMessage, AgentTyping])),
          responses: {
            200: jsonAnswer('Taken', Type.Object({ result: Type.Literal('ok') })),
          },
        },
      },
    },
  })
}
