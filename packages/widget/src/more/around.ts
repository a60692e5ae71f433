import type { WidgetCore } from '../core/core.ts'
import type { Words } from '../words/en.ts'
import { showCallButton } from './call-button.ts'
import { showInvitation } from './invitation.ts'
import { peek } from './peek.ts'
import { markTitle } from './title.ts'

const invitations = new WeakMap<WidgetCore, () => void>()

/** Draws what not every page has: the mark in the title, the card and the invitation above the label, the button for calls. */
export function drawAround(core: WidgetCore, words: Words, place: HTMLElement, unread: number): void {
  markTitle(unread)
  const draw = invitations.get(core) ?? (core.bubble ? showInvitation(core, words, place) : undefined)
  if (draw) invitations.set(core, draw)
  draw?.()
  showCallButton(core, words, place)
  peek(core, place)
}
