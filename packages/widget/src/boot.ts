import type { CLOSE_NOT_HERE, CLOSE_TOO_MANY, HelloFrame } from '@deskbell/protocol/widget/frames'
import type { PublicSettings } from '@deskbell/protocol/widget/settings'

/** What the loader creates and hands to the scripts that it loads. */
export interface Boot {
  readonly script: HTMLScriptElement
  readonly settings: PublicSettings
  /** Closed, so that the page does not change it by accident. */
  readonly root: ShadowRoot
  readonly label: HTMLButtonElement
  /** Calls of methods that the page made before they were loaded. */
  readonly calls: [name: string, args: unknown[]][]
  /** The visitor clicked the label. */
  pressed?: boolean
  /**
   * Loads a script of this build, starts it once, and returns what it started. Undefined when the script cannot be
   * loaded.
   */
  readonly load: (script: string) => Promise<unknown>
  /** The frame with which this page introduces itself when it connects. */
  readonly hello: () => HelloFrame
  /** The socket that the loader opened, and the frames that it has received. */
  socket?: WebSocket | undefined
  heard?: string[]
  /** The core has its own connection: the loader no longer connects. */
  taken?: boolean
}

/** `PUBLIC_URL/widget/WIDGET_ID`, the address prefix of a widget's settings, frames and files. */
export const baseOf = (script: HTMLScriptElement): string => script.src.replace(/[?#].*/, '')
export const idOf = (base: string): string => base.replace(/.*\//, '')
export const prefixOf = (script: HTMLScriptElement): string => script.getAttribute('data-prefix') ?? 'chat_'

/** The key under which the visitor's browser stores `what`. */
export const keyOf = (id: string, what: string): string => `deskbell.${id}.${what}`

/** Undefined also when the browser denies access to the storage. */
export function read(storage: 'localStorage' | 'sessionStorage', key: string): string | undefined {
  try {
    return window[storage][key] as string | undefined
  } catch {}
  return undefined
}

/** The protocol's file holds schemas whose library a page must not load; the type keeps this copy equal. */
export const NOT_HERE: typeof CLOSE_NOT_HERE = 4003
export const TOO_MANY: typeof CLOSE_TOO_MANY = 4004
