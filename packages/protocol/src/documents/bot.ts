import { Type } from 'typebox'
import { BOT_REFUSALS } from '../bot/errors.ts'
import { ProviderEvent } from '../bot/outgoing.ts'
import { BotAnswer, BotMessageEvent, InviteAgentEvent } from '../bot/shapes.ts'
import { ErrorBody } from '../shapes.ts'
import type { About } from './document.ts'
import { jsonAnswer, jsonBody, openApi, parametersOf, refusalAnswers, type OpenApi } from './openapi.ts'

const DESCRIPTION = `The interface for bot providers. The server posts events to the provider URL of the bot; the provider posts its answers here, or gives them in the body of its 200.

A bot with an authorization server of its own uses \`/bot/providers/…\` and an access token of \`/bot/oauth/token\`; any other bot uses \`/bot/webhooks/…\`.`

const address = parametersOf(Type.Object({ providerId: Type.String(), token: Type.String() }), 'path')

/** The bot provider interface (area B). */
export function botDocument(about: About): OpenApi {
  const refusals = refusalAnswers(Object.values(BOT_REFUSALS), ErrorBody)
  const operation = {
    requestBody: jsonBody(Type.Union([BotMessageEvent, InviteAgentEvent])),
    responses: { 200: jsonAnswer('Taken', BotAnswer), ...refusals },
  }
  return openApi(about, {
    title: 'Deskbell bot provider interface',
    description: DESCRIPTION,
    paths: {
      '/bot/webhooks/{providerId}/{token}': {
        parameters: address,
        post: { operationId: 'postBotEvent', summary: 'Answer, or invite an agent', ...operation },
      },
      '/bot/providers/{providerId}/{token}': {
        parameters: address,
        post: {
          operationId: 'postAuthorizedBotEvent',
          summary: 'Answer, or invite an agent, with an access token',
          security: [{ accessToken: [] }],
          ...operation,
        },
      },
    },
    webhooks: {
      providerEvent: {
        post: {
          operationId: 'providerEvent',
          summary: 'Sent to the provider URL of the bot',
          requestBody: jsonBody(ProviderEvent),
          responses: {
            200: { description: 'Accepted. The body may contain an answer, in the same format as a posted one.' },
          },
        },
      },
    },
    securitySchemes: {
      accessToken: { type: 'http', scheme: 'bearer', description: 'issued by /bot/oauth/token for client credentials' },
    },
  })
}
