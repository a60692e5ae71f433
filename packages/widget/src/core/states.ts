/** W13: what `chat_onChangeState` says of the window. */
export type State = 'label' | 'chat' | 'chat/min' | 'call' | 'chat/call'
export type Wish = 'open' | 'call' | 'minimise' | 'close'

/** Where a wish leads from a state; to the same one when it changes nothing. */
export function move(state: State, wish: Wish): State {
  switch (wish) {
    case 'open':
      return 'chat'
    case 'call':
      return state === 'chat' || state === 'chat/call' ? 'chat/call' : 'call'
    case 'minimise':
      return isOpen(state) ? 'chat/min' : state
    case 'close':
      return 'label'
  }
}

/** Whether the window is on the screen. */
export const isOpen = (state: State): boolean => state !== 'label' && state !== 'chat/min'
