import type { Person } from '@deskbell/rules'
import { OUTSIDE, type CallState } from '@deskbell/rules/calls/index'
import { AgentPhone } from './agent-phone.ts'
import type { CallParts, NextCommand, PhoneOfAgent } from './call-parts.ts'

/** A telephone outside hears no prompt. */
const outside = ({ name: number }: Person): PhoneOfAgent => ({ number, language: 'en', browserRings: false })

/** The telephones of the agents of a call, and the one outside to which it is handed over. */
export class AgentPhones {
  readonly #parts: CallParts
  readonly #enqueue: (work: () => Promise<void>) => void
  readonly #phones = new Map<number, AgentPhone>()

  /** `enqueue`: work of the call, one after the other. */
  constructor(parts: CallParts, enqueue: (work: () => Promise<void>) => void) {
    this.#parts = parts
    this.#enqueue = enqueue
  }

  get(agent: number): AgentPhone | undefined {
    return this.#phones.get(agent)
  }

  /** The telephones of those who are asked ring, and those of others stop. */
  follow({ rings, agents, invitation }: CallState): void {
    // A third person talks through the page of the agent who has the call.
    const asked = invitation?.handsOver ? [...rings, invitation.to] : rings
    const wanted = new Set([...asked, ...agents.filter(({ on }) => on === 'phone')].map(({ id }) => id))
    for (const [id, phone] of this.#phones)
      if (!wanted.has(id)) {
        phone.end()
        this.#phones.delete(id)
      }
    for (const { id, name } of asked) {
      const person = { id, name }
      const known = id === OUTSIDE ? outside(person) : this.#parts.phoneOf(id)
      if (known && !this.#phones.has(id)) this.#phones.set(id, this.#ring(person, known))
    }
  }

  /** The side with this tag has pressed a key. */
  onKey(tag: string, key: string): void {
    for (const phone of this.#phones.values()) if (phone.tag === tag) phone.onKey(key)
  }

  end(): void {
    for (const phone of this.#phones.values()) phone.end()
  }

  #ring(person: Person, { number, language, browserRings }: PhoneOfAgent): AgentPhone {
    const { media, prompts, openTelephone, after, commit } = this.#parts
    const enqueue = this.#enqueue
    return new AgentPhone({
      ...{ agent: person.id, number, media, after, enqueue },
      ...(person.id !== OUTSIDE && { prompt: () => prompts.spoken('accept', language) }),
      open: openTelephone,
      onTaken: () => enqueue(() => commit([{ type: 'call.accept', agent: person, on: 'phone' }])),
      onOver: ({ wasTaken, isDeclined }) => {
        const gone: NextCommand = { type: 'call.gone', side: 'agent', agent: person }
        const passed: NextCommand = isDeclined
          ? { type: 'call.decline', agent: person }
          : { type: 'call.pass', agent: person, why: 'unanswered' }
        // Where only the telephone has failed, the browsers go on ringing.
        if (wasTaken || isDeclined || !browserRings) enqueue(() => commit([wasTaken ? gone : passed]))
      },
    })
  }
}
