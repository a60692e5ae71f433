/**
 * Versions of the wires, by SemVer: a minor one only adds. The documents of the interfaces name them, and a test pins every
 * shape of a wire to its version (`wire.pin.test.ts`).
 */
export const WIRE_VERSIONS = {
  channel: '1.0.0',
  bot: '1.0.0',
  events: '1.0.0',
  widget: '2.7.0',
  agent: '2.13.0',
  bus: '2.11.0',
  setup: '1.6.0',
} as const

/** The request header in which a client of the agent API says with which version of it the client was made. */
export const AGENT_API_HEADER = 'deskbell-agent-api'

export type Wire = keyof typeof WIRE_VERSIONS
