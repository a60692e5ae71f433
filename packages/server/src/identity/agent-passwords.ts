import { changePassword, confirmSession } from './own-password.ts'
import { signIn, type SignInServices } from './sessions.ts'

type Rest<F> = F extends (services: SignInServices, ...rest: infer R) => infer Result ? (...rest: R) => Result : never

/** What an agent does with their password. Each use counts as a sign-in attempt. */
export interface AgentPasswords {
  readonly signIn: Rest<typeof signIn>
  /** Makes a session fresh again. */
  readonly confirm: Rest<typeof confirmSession>
  readonly change: Rest<typeof changePassword>
}

export const makeAgentPasswords = (services: SignInServices): AgentPasswords => ({
  signIn: (...asked) => signIn(services, ...asked),
  confirm: (...asked) => confirmSession(services, ...asked),
  change: (...asked) => changePassword(services, ...asked),
})
