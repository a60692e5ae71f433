import type { Config } from '../platform/config.ts'
import { fault, left, ok, sentenceOf, warning, type Check, type Finding } from '../platform/finding.ts'
import { reach, type Reached } from './reach.ts'

const DAY = 24 * 3_600_000
/** A certificate that ends sooner was not renewed when it should have been (ms). */
const RENEWED = 14 * DAY
/** Where agents' sockets are opened. */
const SOCKET = '/api/socket'

/** The process on this machine, and the ways by which agents and visitors reach it. */
export const checkAddresses: Check = async ({ config, clock }) => {
  const own = ownAddress(config)
  const health = await reach(`${own}/healthz`).catch((error: unknown) => sentenceOf(error))
  const findings: Finding[] = [processFinding(own, health)]
  if (config.metricsPort !== undefined && isForAll(config.host))
    findings.push(
      warning(
        `The metrics (METRICS_PORT ${config.metricsPort}) are on all addresses of this machine.`,
        'Let a firewall keep others off that port, or set HOST to a private address.',
      ),
    )
  findings.push(...settingsFindings(config))
  if (typeof health === 'string') return [...findings, left('The public address was not tried: no process answers.')]
  const answer = await reach(`${config.publicUrl}/livez`).catch((error: unknown) => sentenceOf(error))
  findings.push(...publicFindings('PUBLIC_URL', config.publicUrl, { answer, now: clock.now() }))
  if (isAlive(answer)) findings.push(await socketFinding(own, config.publicUrl))
  if (config.filesUrl !== config.publicUrl) {
    const files = await reach(`${config.filesUrl}/livez`).catch((error: unknown) => sentenceOf(error))
    findings.push(...publicFindings('FILES_URL', config.filesUrl, { answer: files, now: clock.now() }))
  }
  return findings
}

const isForAll = (host: string) => host === '0.0.0.0' || host === '::'

/** Of the process on this machine. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const to = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  return `http://${to}:${port}`
}

export function processFinding(own: string, health: Reached | string): Finding {
  if (typeof health === 'string')
    return left(
      `No Deskbell answers at ${own} (${health}).`,
      'Start it, or set HOST and PORT to those of its settings.',
    )
  const { status, checks } = toHealth(health.body)
  if (health.status === 200 && status === 'ready') return ok(`The process at ${own} accepts messages.`)
  const why = Object.values(checks).filter((one) => one !== 'ok')
  if (status === undefined)
    return fault(`At ${own} another program answers.`, 'Set PORT to another number, or stop that program.')
  const says = `The process at ${own} says that it is ${status}${why.length > 0 ? `: ${why.join('; ')}` : ''}.`
  return status === 'degraded' ? warning(says, 'Make room on the disk of DATA_DIR.') : fault(says)
}

function toHealth(body: string): { status: string | undefined; checks: Record<string, string> } {
  try {
    const { status, checks = {} } = JSON.parse(body) as { status?: unknown; checks?: Record<string, string> }
    return { status: typeof status === 'string' ? status : undefined, checks }
  } catch {
    return { status: undefined, checks: {} }
  }
}

/** What can be said of the addresses without asking them. */
export function settingsFindings({ publicUrl, filesUrl, trustProxy }: Config): Finding[] {
  const { protocol, hostname, host } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.')
  if (isLocal) return [left('PUBLIC_URL is of this machine alone: nobody else can use the desk.')]
  const findings: Finding[] = []
  if (protocol === 'http:')
    findings.push(
      fault(
        'PUBLIC_URL begins with http: passwords and messages can be read on their way, and browsers give neither microphone nor alerts.',
        'Put a proxy with TLS in front, and set PUBLIC_URL to https://…',
      ),
    )
  else if (trustProxy.length === 0)
    findings.push(
      fault(
        'TRUST_PROXY is empty, and Deskbell has no TLS of its own: all visitors count as one address, the proxy’s, and share its limits.',
        'Set TRUST_PROXY to the address of the proxy.',
      ),
    )
  if (new URL(filesUrl).host === host)
    findings.push(
      warning(
        'Files of visitors come from the host that has the sessions of agents.',
        'Give them a host name of their own that leads to the same process, and set it in FILES_URL.',
      ),
    )
  return findings
}

const isAlive = (answer: Reached | string): boolean =>
  typeof answer !== 'string' && answer.status === 200 && toHealth(answer.body).status === 'alive'

export function publicFindings(
  name: string,
  url: string,
  { answer, now }: { answer: Reached | string; now: number },
): Finding[] {
  if (typeof answer === 'string')
    return [
      fault(
        `${name} ${url} cannot be reached from this machine: ${answer}`,
        'Check DNS, the proxy and its certificate.',
      ),
    ]
  if (answer.location !== undefined)
    return [
      fault(`${name} ${url} leads on to ${answer.location}.`, `Set ${name} to the address that is reached in the end.`),
    ]
  if (!isAlive(answer))
    return [
      fault(
        `At ${name} ${url} something else answers (status ${answer.status}).`,
        'Let the proxy pass all paths of this host on to Deskbell.',
      ),
    ]
  const reached = ok(`${name} ${url} leads to this desk.`)
  const left = answer.validTo === undefined ? Infinity : Date.parse(answer.validTo) - now
  if (!(left < RENEWED)) return [reached]
  return [
    reached,
    warning(`The certificate of ${url} ends on ${answer.validTo}.`, 'See why the proxy has not renewed it.'),
  ]
}

/** The proxy must pass on what a WebSocket needs: then the process answers there as it does here. */
async function socketFinding(own: string, publicUrl: string): Promise<Finding> {
  const [here, there] = await Promise.all(
    [own, publicUrl].map((at) =>
      reach(`${at}${SOCKET}`, { upgrade: true }).then(
        ({ status }) => String(status),
        (error: unknown) => sentenceOf(error),
      ),
    ),
  )
  return here === there
    ? ok('WebSockets come through.')
    : fault(
        `The proxy does not pass WebSockets on (${there} where the process answers ${here}): everything is slower.`,
        'Let it pass on Upgrade and Connection; nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, proxy_set_header Connection "upgrade".',
      )
}
