import { createElement } from 'react'
import { channelIcon } from './icons.ts'

/** The icon of a kind of channel. Decorative: the name stands beside it. */
export const ChannelIcon = ({ kind, className }: { kind: string; className: string }) =>
  createElement(channelIcon(kind), { 'aria-hidden': true, className })
