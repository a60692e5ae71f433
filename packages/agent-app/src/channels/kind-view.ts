import type { Channel, NewChannel } from '@deskbell/protocol/agent/channel'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** The props of every tab of a channel's screen. */
export type TabProps = { channel: Channel; mayChange: boolean }

export interface ChannelTab {
  /** The last part of the tab's address. The first tab has the address of the channel itself. */
  readonly path: string
  readonly name: string
  readonly Content: ComponentType<TabProps>
  /** The tab has no settings, so it does not show a note about who may change them. */
  readonly isLog?: true
}

/** The fields of the new-channel dialog besides the name. */
export interface NewFields {
  readonly Fields: ComponentType<{ problemAt: (field: string) => string | null }>
  /** The fields of the request that `Fields` shows problems of, as JSON pointers. */
  readonly pointers: readonly string[]
  toRequest(form: FormData): Partial<NewChannel>
}

/** How the channels screen shows one kind of channel. */
export interface KindView {
  readonly icon: LucideIcon
  readonly name: string
  /** A description of the kind in one sentence. */
  readonly help: string
  readonly asks?: NewFields
  readonly tabs: readonly [ChannelTab, ...ChannelTab[]]
  readonly status: {
    /** The meaning of each status for visitors, as a tooltip. */
    readonly help: Readonly<Record<Channel['status'], string>>
    /** The word for a channel that is not enabled. */
    readonly disabled: string
    /** A fact beside the status and the kind; null: none. */
    beside(channel: Channel): string | null
  }
}
