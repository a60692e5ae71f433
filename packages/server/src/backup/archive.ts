import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack, type Pack } from 'tar-stream'
import { BackupError } from './format.ts'

/** Every age file begins with this line. */
const AGE = 'age-encryption.org/v1\n'
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }

/** An entry that is read. Its content must be read before the next entry comes. */
export interface Entry {
  readonly name: string
  readonly size: number
  /** To be read once, whole. */
  readonly content: Readable
}

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>
  addStream(name: string, size: number, content: Readable): Promise<void>
  /** SHA-256 of the names and contents so far, in hex. */
  digest(): string
}

/** The digest of the names and contents of entries. */
function makeDigest() {
  const hash = createHash('sha256')
  return {
    begin: (name: string, size: number) => void hash.update(`${name}\n${size}\n`),
    update: (chunk: Buffer) => void hash.update(chunk),
    read: () => hash.copy().digest('hex'),
  }
}

/**
 * Writes an archive. The file is there when it is complete and on the disk, and not before. `passphrase`: encrypts it.
 */
export async function writeArchive(
  path: string,
  passphrase: string | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const tar = pack()
  const digest = makeDigest()
  const draft = `${path}.part`
  const written = write(tar, draft, passphrase)
  // A fault of the disk ends the filling, and a fault of the filling the writing.
  written.catch((error: Error) => tar.destroy(error))
  try {
    await fill({
      async add(name, content) {
        await this.addStream(name, content.length, Readable.from([content]))
      },
      async addStream(name, size, content) {
        digest.begin(name, size)
        const entry = tar.entry({ name, size, mode: 0o600 })
        await pipeline(
          content,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              digest.update(chunk)
              yield chunk
            }
          },
          entry,
        )
      },
      digest: digest.read,
    })
    tar.finalize()
    await written
    const file = await open(draft, 'r')
    await file.sync()
    await file.close()
    await rename(draft, path)
  } catch (error) {
    tar.destroy()
    await written.catch(() => {})
    await rm(draft, { force: true })
    throw isOfTheDisk(error) ? new BackupError(`${path} cannot be written: ${error.message}`, { cause: error }) : error
  }
}

/** An error of the file system: a full disk, a missing folder. */
const isOfTheDisk = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && /^(?:open|write|f?sync|rename)$/.test(String(error.syscall))

async function write(tar: Pack, path: string, passphrase: string | undefined): Promise<void> {
  const compressed = createZstdCompress(COMPRESSION)
  const file = createWriteStream(path, { flags: 'w', mode: 0o600 })
  if (passphrase === undefined) return pipeline(tar, compressed, file)
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  const packing = pipeline(tar, compressed)
  const encrypted = await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>)
  await Promise.all([packing, pipeline(Readable.fromWeb(encrypted as never), file)])
}

export interface ArchiveReader {
  /** To be read to their end, or until `close`; `return` of the iterator may wait for ever. */
  readonly entries: AsyncIterator<Entry>
  /** Of the names and contents that were read so far, in hex. */
  digest(): string
}

/**
 * Opens an archive. Reading it throws BackupError when it is damaged or no archive, or the passphrase is missing or wrong. `close`
 * must be called in any case.
 */
export async function openArchive(
  path: string,
  passphrase: string | undefined,
): Promise<ArchiveReader & { close(): void }> {
  const isEncrypted = await beginsWith(path, AGE)
  if (isEncrypted && passphrase === undefined)
    throw new BackupError(`${path} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`)
  const file = createReadStream(path)
  const compressed = isEncrypted && passphrase !== undefined ? await decrypt(file, passphrase, path) : file
  const tar = extract()
  const digest = makeDigest()
  const reading = pipeline(compressed, createZstdDecompress(), tar)
  reading.catch(() => {})

  const damaged = (cause: unknown) =>
    new BackupError(`${path} is damaged, or is no backup: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })

  async function* readContent(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of content) {
        digest.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw damaged(error)
    }
  }

  async function* read(): AsyncGenerator<Entry> {
    try {
      for await (const entry of tar) {
        const { name, size } = entry.header
        digest.begin(name, size)
        const content = Readable.from(readContent(entry as AsyncIterable<Buffer>))
        yield { name, size, content }
        if (!content.readableEnded) content.resume()
      }
      await reading
    } catch (error) {
      throw damaged(error)
    }
  }
  return {
    entries: read(),
    digest: digest.read,
    close: () => void file.destroy(),
  }
}

async function decrypt(file: Readable, passphrase: string, path: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const decrypted = await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)
    return Readable.fromWeb(decrypted as never)
  } catch (error) {
    file.destroy()
    throw new BackupError(`${path} cannot be decrypted: BACKUP_PASSPHRASE is not its passphrase, or it is damaged.`, {
      cause: error,
    })
  }
}

async function beginsWith(path: string, text: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new BackupError(`${path} cannot be read: ${String(error)}`, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(text.length), 0, text.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === text
  } finally {
    await file.close()
  }
}
