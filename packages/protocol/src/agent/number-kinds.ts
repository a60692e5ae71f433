/** `free`: the caller pays nothing. `internet`: VoIP and personal numbers. This file has no imports, because the agent application bundles it. */
export const NUMBER_KINDS = ['mobile', 'landline', 'free', 'internet'] as const
export type NumberKind = (typeof NUMBER_KINDS)[number]
