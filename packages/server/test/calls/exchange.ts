import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { certificate } from '../certificate.ts'
import { freePairs } from '../free-port.ts'

/** A telephone company on loopback. */
export interface Exchange {
  readonly port: number
  /** Of TLS, with the certificate of the tests. */
  readonly tlsPort: number
  /** `127.0.0.1:port`. */
  readonly address: string
  close(): Promise<void>
}

/**
 * Kamailio as registrar and proxy: each name has the password `p-` and the name. A number that no phone has registered is answered
 * with 404, `dead…` with nothing, `premium…` with 403 and `moved…` with 503. `at`: the port of one that was closed.
 */
export async function startExchange(at?: number): Promise<Exchange> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-exchange-'))
  const port = at ?? (await freePairs(1))[0] ?? 0
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const [modules = ''] = globSync('/usr/lib/*/kamailio/modules/tm.so')
  const config = configOf({
    ...{ port, modules: dirname(modules) },
    key: file('key.pem', certificate.key),
    cert: file('cert.pem', certificate.cert),
  })
  const child = spawn(
    'kamailio',
    ['-DD', '-E', '-m', '16', '-M', '4', '-f', file('exchange.cfg', config), '-P', join(folder, 'pid'), '-Y', folder],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (log = (log + bytes.toString()).slice(-5000)))
  await pause(700)
  if (child.exitCode !== null) throw new Error(`kamailio did not start: ${log}`)
  return {
    port,
    tlsPort: port + 1,
    address: `127.0.0.1:${port}`,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configOf = ({ port, modules, key, cert }: { port: number; modules: string; key: string; cert: string }): string =>
  `#!KAMAILIO
debug=0
log_stderror=yes
fork=yes
children=1
tcp_children=1
auto_aliases=no
alias="exchange.test"
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
listen=tls:127.0.0.1:${port + 1}
enable_tls=yes
mpath="${modules}/"
${['tm', 'sl', 'tls', 'rr', 'pv', 'maxfwd', 'usrloc', 'registrar', 'textops', 'siputils', 'auth'].map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("tls", "private_key", "${key}")
modparam("tls", "certificate", "${cert}")
modparam("tls", "tls_method", "TLSv1.2+")
modparam("tls", "verify_certificate", 0)
modparam("tls", "require_certificate", 0)
modparam("usrloc", "db_mode", 0)
modparam("registrar", "default_expires", 60)
modparam("registrar", "min_expires", 1)
modparam("registrar", "gruu_enabled", 0)
modparam("auth", "nonce_expire", 30)

request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not here");
    exit;
  }
  t_check_trans();
  if (is_method("OPTIONS") && $rU == $null) { sl_send_reply("200", "OK"); exit; }
  $var(password) = "p-" + $fU;
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("exchange.test", "$var(password)", "0")) { www_challenge("exchange.test", "0"); exit; }
    # One contact for each name, the newest: a server that was killed and came back has no other.
    save("location", "0x04");
    exit;
  }
  if (is_method("INVITE")) {
    if (!pv_proxy_authenticate("exchange.test", "$var(password)", "0")) { proxy_challenge("exchange.test", "0"); exit; }
    consume_credentials();
    record_route();
  }
  if ($rU =~ "^dead") exit;
  if ($rU =~ "^premium") { sl_send_reply("403", "Forbidden"); exit; }
  if ($rU =~ "^moved") { sl_send_reply("503", "Service Unavailable"); exit; }
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  t_relay();
}
`
