import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, type TestContext } from 'node:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePairs } from '../free-port.ts'
import { loudness } from './listen.ts'

const MODULES = '/usr/lib/baresip/modules'
const START_WITHIN = 8000
/** How long it is listened to (ms). */
const HEARS_FOR = 500
const WAV_HEAD = 44

export interface PhoneOptions {
  /** Its name at the exchange; its password is `p-` and the name. */
  readonly name: string
  /** The exchange, `address:port`. */
  readonly exchange: string
  /** It says this tone (Hz) while it talks. */
  readonly tone: number
}

/** What baresip tells: CALL_INCOMING, CALL_RINGING, CALL_ESTABLISHED, CALL_CLOSED, REGISTER_OK, … */
interface PhoneEvent {
  readonly type: string
  readonly param?: string
}

/** The phones that are open: what they saw is printed when a test fails. */
const open = new Set<Phone>()
afterEach((t) => {
  // Node has it, its types do not.
  if ((t as TestContext & { passed: boolean }).passed) return
  for (const phone of open) process.stdout.write(`${phone.tells()}\n`)
})

/** A telephone: baresip in a process of its own, without a sound card. It does what the test tells it to. */
export class Phone {
  readonly name: string
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #events = new EventEmitter<{ event: [PhoneEvent] }>()
  readonly seen: string[] = []
  /** The keys that it was sent. */
  keys = ''
  #control!: Socket
  #log = ''

  private constructor(name: string, folder: string) {
    this.name = name
    this.#folder = folder
    this.#child = spawn('baresip', ['-f', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (bytes: Buffer) => (this.#log = (this.#log + bytes.toString()).slice(-5000)))
  }

  /** Resolves when the phone is registered at the exchange. */
  static async open({ name, exchange, tone }: PhoneOptions): Promise<Phone> {
    const folder = mkdtempSync(join(tmpdir(), `deskbell-phone-${name}-`))
    const [port = 0, control = 0] = await freePairs(2)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'config'), configOf({ folder, port, control, tone }))
    const settings = ['answermode=manual', 'regint=60', `auth_pass=p-${name}`, 'audio_codecs=PCMA/8000/1,PCMU/8000/1']
    writeFileSync(join(folder, 'accounts'), `<sip:${name}@${exchange};transport=udp>;${settings.join(';')}\n`)
    writeFileSync(join(folder, 'contacts'), '')
    const phone = new Phone(name, folder)
    await phone.#connect(control)
    await phone.#registered()
    open.add(phone)
    return phone
  }

  async #connect(port: number): Promise<void> {
    for (const late = performance.now() + START_WITHIN; ;) {
      await pause(50)
      const socket = connect(port, '127.0.0.1')
      const isOpen = await new Promise<boolean>((resolve) =>
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
      )
      if (isOpen) {
        this.#control = socket.on('error', () => {})
        return this.#listen()
      }
      if (performance.now() > late) throw new Error(`baresip did not start: ${this.#log}`)
    }
  }

  async #registered(): Promise<void> {
    for (const late = performance.now() + START_WITHIN; !this.#log.includes('binding]'); await pause(20))
      if (performance.now() > late) throw new Error(`${this.name} is not registered: ${this.#log}`)
  }

  /** Netstrings of JSON. */
  #listen(): void {
    let held: Buffer = Buffer.alloc(0)
    this.#control.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes])
      for (;;) {
        const colon = held.indexOf(':')
        const size = Number(held.subarray(0, Math.max(0, colon)))
        if (colon < 0 || held.length < colon + size + 2) return
        const message = JSON.parse(held.toString('utf8', colon + 1, colon + 1 + size)) as PhoneEvent & { event?: true }
        held = held.subarray(colon + size + 2)
        if (!message.event) continue
        this.seen.push(message.type)
        if (message.type === 'CALL_DTMF_START') this.keys += message.param ?? ''
        this.#events.emit('event', message)
      }
    })
  }

  /** What it saw, and the end of what baresip printed. */
  tells(): string {
    return `The phone ${this.name} saw ${this.seen.slice(-20).join(' ')}; it printed:\n${this.#log.slice(-3000)}`
  }

  /** A command of baresip: dial, accept, hangup, sndcode. */
  does(command: string, params = ''): void {
    const json = JSON.stringify({ command, params, token: 'test' })
    this.#control.write(`${Buffer.byteLength(json)}:${json},`)
  }

  /** Does it so long (ms) after each such event, until the returned function is called. */
  when(
    type: string,
    command: string,
    { after = 100, params = '' }: { after?: number; params?: string } = {},
  ): () => void {
    const on = (event: PhoneEvent): void => {
      if (event.type === type) setTimeout(() => this.does(command, params), after)
    }
    this.#events.on('event', on)
    return () => this.#events.off('event', on)
  }

  /** The next such event. */
  async until(type: string, within = 5000): Promise<PhoneEvent> {
    return new Promise((resolve, reject) => {
      const on = (event: PhoneEvent): void => {
        if (event.type !== type) return
        clearTimeout(timer)
        this.#events.off('event', on)
        resolve(event)
      }
      const timer = setTimeout(() => {
        this.#events.off('event', on)
        reject(new Error(`${this.name} had no ${type} within ${within} ms, but ${this.seen.join(' ')}\n${this.#log}`))
      }, within)
      // The process lives as long as the phone, and does not wait for what will not come after it.
      timer.unref()
      this.#events.on('event', on)
    })
  }

  /** How loud (0 to 1) a tone (Hz) is in what it hears from now on, in its newest call. 0: nothing comes. */
  async hears(tone: number): Promise<number> {
    const file = globSync(join(this.#folder, 'dump-*-dec.wav')).toSorted().at(-1)
    if (file === undefined) return 0
    const before = statSync(file).size
    await pause(HEARS_FOR)
    const bytes = readFileSync(file)
    const [rate, frame] = [bytes.readUInt32LE(24), 2 * bytes.readUInt16LE(22)]
    const sound = bytes.subarray(before - ((before - WAV_HEAD) % frame))
    const samples = Float32Array.from(
      { length: Math.floor(sound.length / frame) },
      (_, n) => sound.readInt16LE(n * frame) / 32_768,
    )
    return samples.length < rate / 10 ? 0 : loudness(samples, tone, rate)
  }

  /** Forgets what it was to do. */
  forget(): void {
    this.#events.removeAllListeners('event')
    this.seen.length = 0
    this.keys = ''
  }

  async close(): Promise<void> {
    open.delete(this)
    this.#control.destroy()
    this.#child.kill('SIGKILL')
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await new Promise((resolve) => this.#child.once('exit', resolve))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

interface PhoneConfig {
  readonly folder: string
  readonly port: number
  readonly control: number
  readonly tone: number
}

const configOf = ({ folder, port, control, tone }: PhoneConfig): string =>
  [
    'poll_method epoll',
    `sip_listen 127.0.0.1:${port}`,
    'net_interface 127.0.0.1',
    // The tone is made in stereo at 48 kHz alone.
    ...['audio_player aubridge,sink', `audio_source ausine,${tone}`, 'audio_alert aubridge,alert'],
    ...['ausrc_srate 48000', 'ausrc_channels 2', 'audio_buffer 20-160'],
    ...['ringback_disabled yes', 'menu_bell no', 'rtp_stats no'],
    `module_path ${MODULES}`,
    // What it hears is written to files.
    ...['g711', 'ausine', 'aubridge', 'sndfile'].map((name) => `module ${name}.so`),
    ...['uuid', 'account'].map((name) => `module_tmp ${name}.so`),
    ...['menu', 'ctrl_tcp'].map((name) => `module_app ${name}.so`),
    `ctrl_tcp_listen 127.0.0.1:${control}`,
    `snd_path ${folder}`,
    '',
  ].join('\n')
