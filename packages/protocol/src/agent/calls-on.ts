/** Where calls ring at an agent. This file has no imports, because the agent application bundles it. */
export const CALLS_ON = ['browser', 'phone', 'both'] as const
export type CallsOn = (typeof CALLS_ON)[number]
