import type { AlertCause, AlertSign } from '@deskbell/protocol/agent/alerts'
import type { Bus } from './bus/bus.ts'

/** An alert for an agent's open application. */
export interface OpenAlert {
  readonly account: number
  readonly agent: number
  /** Its id in the log. */
  readonly alert: string
  readonly what: AlertCause
  readonly chat?: number
  /** The entry that it is about, where it is not the newest. */
  readonly n?: number
  /** A task, and its contact. */
  readonly task?: number
  readonly contact?: number
  readonly call?: number
  readonly signs: readonly AlertSign[]
  /** The key of the only browser that shows it. */
  readonly device?: string
}

/** An application showed alerts, or its agent opened them. */
export interface Confirmed {
  readonly account: number
  readonly agent: number
  readonly alerts: readonly string[]
  readonly step: 'shown' | 'opened'
}

/** An agent has a chat open in a visible window. */
export interface Looked {
  readonly account: number
  readonly agent: number
  readonly chat: number
}

/** A mail of an alert was handed over to the mail server, or will not be tried again. */
export interface Mailed {
  readonly account: number
  readonly alert: string
  readonly failure: string | null
}

interface Listener {
  onAdded?(): void
  onAlert?(alert: OpenAlert): void
  onConfirmed?(confirmed: Confirmed): void
  onLooked?(looked: Looked): void
  onMailed?(mailed: Mailed): Promise<void>
  isOver?(alert: Pick<Mailed, 'account' | 'alert'>): Promise<boolean>
}

/**
 * What the alerts, the agents' sockets and the mail tell each other. An alert is published to every process, since the
 * agent's socket may be at another one; what is confirmed is written by the process that hears it.
 */
export interface AgentAlerts {
  /** Alerts were written, which can go on their way. Called after the commit. */
  added(): void
  publish(alert: OpenAlert): void
  confirmed(confirmed: Confirmed): void
  looked(looked: Looked): void
  /** Resolves when it is written. */
  mailed(mailed: Mailed): Promise<void>
  /** Whether its mail need not be sent any more. */
  isOver(alert: Pick<Mailed, 'account' | 'alert'>): Promise<boolean>
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void
}

export function makeAgentAlerts(bus: Bus): AgentAlerts {
  const listeners = new Set<Listener>()
  bus.subscribe((message) => {
    if (message.type === 'alert') for (const one of listeners) one.onAlert?.(message)
  })
  return {
    added() {
      for (const one of listeners) one.onAdded?.()
    },
    publish(alert) {
      for (const one of listeners) one.onAlert?.(alert)
      bus.publish({ type: 'alert', ...alert, signs: [...alert.signs] })
    },
    confirmed(confirmed) {
      for (const one of listeners) one.onConfirmed?.(confirmed)
    },
    looked(looked) {
      for (const one of listeners) one.onLooked?.(looked)
    },
    async mailed(mailed) {
      await Promise.all([...listeners].flatMap((one) => one.onMailed?.(mailed) ?? []))
    },
    async isOver(alert) {
      const answers = await Promise.all([...listeners].flatMap((one) => one.isOver?.(alert) ?? []))
      return answers.includes(true)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
