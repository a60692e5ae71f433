import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Encryption and keys derived from the operator's secret key. */
export interface Keys {
  /**
   * Encrypts a secret for the database (T44). `context` names where it is stored, such as `channel Ab3dEf6hIj secret`; it
   * is authenticated but not stored, so that a secret cannot be moved elsewhere.
   */
  seal(text: string, context: string): Buffer
  /** Decrypts the result of `seal` with the current key or an earlier one. Throws when neither fits. */
  open(sealed: Uint8Array, context: string): string
  /** Whether the current key made it; if not, seal it again (rotation). */
  isCurrent(sealed: Uint8Array, context: string): boolean
  /**
   * A key of 32 bytes for one purpose, such as signing links; it reveals nothing of other purposes. It is a KeyObject, with
   * which an HMAC takes 3 µs instead of the 18 with bytes.
   */
  derive(purpose: string): KeyObject
}

/** The available key is not the right one. The message is a sentence for the operator. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
  readonly forOperator = true
}

/** Sealed bytes: number of the key (1), nonce (12), tag (16), ciphertext. */
const NONCE = 12
const TAG = 16
const HEAD = 1 + NONCE + TAG

/**
 * Makes keys from secret texts, the current one first. Each text is stretched once, so that guessing costs tens of
 * milliseconds per attempt; there is no salt, because all processes must derive the same key. `from` names the source
 * of the current key in sentences for the operator.
 */
export async function makeKeys(texts: readonly [string, ...string[]], from = 'SECRET_KEY'): Promise<Keys> {
  const roots = await Promise.all(texts.map(stretch))
  const [current, ...earlier] = roots.map((root) => ({
    root,
    box: expand(root, 'seal'),
    number: expand(root, 'number').export()[0] ?? 0,
  }))
  if (!current) throw new Error('no secret key')
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', current.box, nonce, { authTagLength: TAG }).setAAD(
        Buffer.from(context),
      )
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(current.number), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const bytes = toBuffer(sealed)
      // Two keys may have the same number; the tag tells them apart.
      for (const key of [current, ...earlier]) {
        if (key.number !== bytes[0]) continue
        const text = decrypt(key.box, bytes, context)
        if (text !== undefined) return text
      }
      throw new SecretKeyError(
        `The secrets in the database were encrypted with another key than that of ${from} (${context} cannot be opened). ` +
          `${PUT_BACK} If the key was changed on purpose, name the earlier one in PREVIOUS_SECRET_KEY.`,
      )
    },
    isCurrent: (sealed, context) => decrypt(current.box, toBuffer(sealed), context) !== undefined,
    derive: (purpose) => expand(current.root, `derive ${purpose}`),
  }
}

const PUT_BACK =
  'Copy secret.key of the installation that wrote them, from its DATA_DIR or its backup, into DATA_DIR, or set SECRET_KEY to its value there.'

/**
 * The keys of this installation: SECRET_KEY, or the key stored in DATA_DIR, which is generated when there is none.
 * `sealed`: the database contains secrets already, so that a new key would be wrong.
 */
export async function openKeys(
  config: { dataDir: string; secretKey?: string; previousSecretKey?: string },
  { sealed = false } = {},
): Promise<Keys> {
  const path = join(config.dataDir, 'secret.key')
  const kept = await readKeyFile(path)
  if (!config.secretKey) {
    if (kept === undefined && sealed) throw missingKey(path) // guard T54
    return makeKeys([kept ?? (await makeKeyFile(config.dataDir, path))], path)
  }
  // An installation that began with a generated key can still read the secrets encrypted with it.
  const earlier = [config.previousSecretKey, kept].filter((text) => text !== undefined)
  return makeKeys([config.secretKey, ...earlier])
}

const missingKey = (path: string) =>
  new SecretKeyError(`The database holds secrets that were encrypted with a key, and ${path} is missing. ${PUT_BACK}`)

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    if (text.length < 16) throw new SecretKeyError(`${path} contains no key. Restore the key that was there.`) // guard T44
    return text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function makeKeyFile(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const text = randomBytes(32).toString('base64url')
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(`${text}\n`)
  await file.sync()
  await file.close()
  try {
    // A link makes the whole file or fails: two processes that start together end with one key, and a crash leaves no
    // partial file.
    await link(draft, path)
    return text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      const made = await readKeyFile(path)
      if (made) return made
    }
    throw error
  } finally {
    await unlink(draft)
  }
}

function stretch(text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(text, 'deskbell secret key', 32, { N: 2 ** 14, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const expand = (root: Buffer, purpose: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', root, '', `deskbell ${purpose}`, 32)))

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function decrypt(key: KeyObject, bytes: Buffer, context: string): string | undefined {
  if (bytes.length < HEAD) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(1 + NONCE, HEAD))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Memory (KiB) and passes of a password hash: about 50 ms of one core (T27). */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const argon = promisify(argon2)

/** Hashes a password with argon2id, in the usual `$argon2id$…` notation. Runs off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await argon('argon2id', { message: fold(password), nonce: salt, tagLength: 32, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Whether a password matches a stored hash. For an unknown agent, pass NO_PASSWORD: it takes the same time. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = HASH.exec(stored) ?? []
  if (!hash) throw new Error('a stored password hash cannot be read')
  const expected = Buffer.from(hash, 'base64')
  const made = await argon('argon2id', {
    message: fold(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(made, expected)
}

/** A hash without a known password (T27). */
export const NO_PASSWORD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Keyboards and systems compose characters differently; the same password must give the same bytes. */
const fold = (password: string) => password.normalize('NFKC')
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The stored form of a token with enough randomness: its SHA-256. Readers of the database cannot sign in with it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares in a time that reveals neither the position of a difference nor the lengths (A1). */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(hashToken(a), hashToken(b))
