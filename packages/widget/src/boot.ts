import type { CLOSE_NOT_HERE, CLOSE_TOO_MANY, HelloFrame } from '@deskbell/protocol/widget/frames'
import type { PublicSettings } from '@deskbell/protocol/widget/settings'

/** What the loader makes, and hands to the scripts that come after it. */
export interface Boot {
  readonly script: HTMLScriptElement
  readonly settings: PublicSettings
  /** Closed: the page does not reach into it by accident. */
  readonly root: ShadowRoot
  readonly label: HTMLButtonElement
  /** Methods that the page called, and with what, before they were there. */
  readonly calls: [name: string, args: unknown[]][]
  /** The visitor pressed the label. */
  pressed?: boolean
  /**
   * Loads a script of this build and lets it start, which it does once; gives what it started. Undefined: it could not
   * be loaded.
   */
  readonly load: (script: string) => Promise<unknown>
  /** What this page says of itself when it connects. */
  readonly hello: () => HelloFrame
  /** The socket that the loader opened, and what it has said. */
  socket?: WebSocket | undefined
  heard?: string[]
  /** The desk's own line is there: the loader connects no more. */
  taken?: boolean
}

/** `PUBLIC_URL/widget/WIDGET_ID`: where the settings, the frames and the files of a widget are. */
export const baseOf = (script: HTMLScriptElement): string => script.src.replace(/[?#].*/, '')
export const idOf = (base: string): string => base.replace(/.*\//, '')
export const prefixOf = (script: HTMLScriptElement): string => script.getAttribute('data-prefix') ?? 'chat_'

/** What the visitor's browser keeps is named so. */
export const keyOf = (id: string, what: string): string => `deskbell.${id}.${what}`

/** Undefined also where the browser forbids to look. */
export function read(storage: 'localStorage' | 'sessionStorage', key: string): string | undefined {
  try {
    return window[storage][key] as string | undefined
  } catch {}
  return undefined
}

/** The frames' own file holds schemas, and a page must not load their library: the type keeps this one right. */
export const NOT_HERE: typeof CLOSE_NOT_HERE = 4003
export const TOO_MANY: typeof CLOSE_TOO_MANY = 4004
