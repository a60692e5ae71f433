import type { ChatAcceptedAnswer, EventAnswer } from '@deskbell/protocol/webhook/answer-shapes'

/** Beside a chat: one line of what you know of the customer. */
export interface CardField {
  readonly title?: string | undefined
  readonly content?: string | number | undefined
  /** Bold, before the content. */
  readonly key?: string | undefined
  /** http(s), opened by a click on the content. */
  readonly link?: string | URL | undefined
}

/** What the agent is to see. What is undefined is left out, so that what you do not know needs no `if`. */
export interface Card {
  /** In this order; the desk shows at most 50. */
  readonly fields?: readonly CardField[] | undefined
  /** Kept as if the customer had said it. */
  readonly contact?: {
    readonly name?: string | undefined
    readonly phone?: string | undefined
    readonly email?: string | undefined
    /** More about the customer; shown beside the chat. */
    readonly description?: string | undefined
  }
  /** http(s): the card in your CRM. */
  readonly crmLink?: string | URL | undefined
  /** The agent decides by a button whether this chat belongs to that card; else the desk binds it at once. */
  readonly enableAssign?: boolean | undefined
  readonly page?: { readonly url: string | URL; readonly title?: string | undefined } | undefined
}

/** The answer to every event but chat_accepted, and to that one when you know nothing of the customer. */
export const ok = { result: 'ok' } as const satisfies EventAnswer

/** The event came, and could not be used: it is not sent again, and the desk's delivery log says so. */
export const failure = { result: 'FAILURE' } as const satisfies EventAnswer

/** The answer to chat_accepted. The desk leaves out what it cannot show, and its delivery log says what. */
export function card({ fields, contact, crmLink, enableAssign, page }: Card): ChatAcceptedAnswer {
  return {
    result: 'ok',
    ...(fields && { custom_data: fields.map(toField) }),
    ...(contact && { contact_info: known(contact) }),
    ...(enableAssign !== undefined && { enable_assign: enableAssign }),
    ...(crmLink !== undefined && { crm_link: String(crmLink) }),
    ...(page && { page: { ...known({ title: page.title }), url: String(page.url) } }),
  }
}

function toField({ title, content, key, link }: CardField) {
  return known({ title, content: content?.toString(), key, link: link?.toString() })
}

type Known<Of> = { [Key in keyof Of]?: Exclude<Of[Key], undefined> }

function known<Of extends object>(of: Of): Known<Of> {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Known<Of>
}
