import type { ChatAcceptedAnswer, EventAnswer } from '@deskbell/protocol/webhook/answer-shapes'

/** One line of the card that the agent sees beside the chat. */
export interface CardField {
  readonly title?: string | undefined
  readonly content?: string | number | undefined
  /** Shown bold, before the content. */
  readonly key?: string | undefined
  /** An http(s) address, opened by a click on the content. */
  readonly link?: string | URL | undefined
}

/** The card that the agent sees. Undefined fields are left out. */
export interface Card {
  /** In this order; at most 50 are shown. */
  readonly fields?: readonly CardField[] | undefined
  /** Stored as if the visitor had given it. */
  readonly contact?: {
    readonly name?: string | undefined
    readonly phone?: string | undefined
    readonly email?: string | undefined
    /** Text about the visitor, shown beside the chat. */
    readonly description?: string | undefined
  }
  /** http(s) address of the card in your CRM. */
  readonly crmLink?: string | URL | undefined
  /** True: the agent decides by a button whether the chat belongs to that card. Otherwise the chat is bound at once. */
  readonly enableAssign?: boolean | undefined
  readonly page?: { readonly url: string | URL; readonly title?: string | undefined } | undefined
}

/** The answer to every event other than chat_accepted, and to that one when you do not know the visitor. */
export const ok = { result: 'ok' } as const satisfies EventAnswer

/** The event arrived but could not be used: it is not sent again, and the delivery log shows the failure. */
export const failure = { result: 'FAILURE' } as const satisfies EventAnswer

/** The answer to chat_accepted. The server leaves out what it cannot show, and its delivery log says what. */
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
