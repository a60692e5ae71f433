/** W13: the values that `chat_onChangeState` reports. */
export type State = 'label' | 'chat' | 'chat/min' | 'call' | 'chat/call'
export type Wish = 'open' | 'call' | 'minimise' | 'close'

/** The state that `wish` leads to from `state`; `state` itself when the wish changes nothing. */
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

/** Whether the window is visible. */
export const isOpen = (state: State): boolean => state !== 'label' && state !== 'chat/min'
