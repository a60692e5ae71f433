/** An agent's key in the sign-in limits and in the cookies of known devices. */
export const agentKey = ({ account, agent }: { readonly account: number; readonly agent: number }): string =>
  `${account}-${agent}`
