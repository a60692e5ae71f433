import type { Channel, NewChannel } from '@deskbell/protocol/agent/channel'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** The props of every tab of a channel's screen. */
export type TabProps = { channel: Channel; mayChange: boolean }

export interface ChannelTab {
  /** The end of its address. The first tab is at the address of the channel itself. */
  readonly path: string
  readonly name: string
  readonly Content: ComponentType<TabProps>
  readonly wide?: true
  /** It has no settings, so that it does not say who may change them. */
  readonly isLog?: true
}

/** What the new-channel dialog asks for beside the name. */
export interface NewFields {
  readonly Fields: ComponentType<{ problemAt: (field: string) => string | null }>
  /** The fields of the request that `Fields` shows problems of, as JSON pointers. */
  readonly pointers: readonly string[]
  toRequest(form: FormData): Partial<NewChannel>
}

/** What the channels screen shows of one kind of channel. */
export interface KindView {
  readonly icon: LucideIcon
  readonly name: string
  /** What such a channel is, in one sentence. */
  readonly help: string
  readonly asks?: NewFields
  readonly tabs: readonly [ChannelTab, ...ChannelTab[]]
  readonly status: {
    /** What each status means to visitors, as a tooltip. */
    readonly help: Readonly<Record<Channel['status'], string>>
    /** The word for a channel that is not enabled. */
    readonly disabled: string
    /** What stands beside the status; null: nothing. */
    beside(channel: Channel): string | null
  }
}
