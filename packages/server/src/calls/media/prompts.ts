import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { A_LAW } from '../recording/g711.ts'
import { toTones, toWav, type Part } from './wav.ts'

/** What telephones hear from the server. `accept`: press 1. `recorded`: the call is recorded. */
export type Spoken = 'accept' | 'recorded'

const silence = (seconds: number): Part => ({ tones: [], seconds })

const TONES = {
  /** It rings at the other side. */
  rings: [{ tones: [425], seconds: 1 }, silence(4)],
  /** The other side has the call on hold. */
  held: [{ tones: [440], seconds: 0.3 }, { tones: [523], seconds: 0.3 }, { tones: [659], seconds: 0.5 }, silence(4)],
  /** A test of the trunk. */
  test: [
    ...[523, 659, 784].map((tone) => ({ tones: [tone], seconds: 0.25 })),
    { tones: [523, 784], seconds: 0.6 },
    silence(0.8),
  ],
} satisfies Record<string, Part[]>
export type Tone = keyof typeof TONES

/** Files that the media engine plays. */
export interface Prompts {
  /** The path of its file. */
  tone(name: Tone): Promise<string>
  /** Said in this language, or in English where it is not spoken. */
  spoken(name: Spoken, language: string): Promise<string>
}

/** `folder`: where the files are written when they are needed first. */
export function makePrompts(folder: string): Prompts {
  const made = new Map<string, Promise<string>>()

  function make(name: string, samples: () => Promise<Int16Array>): Promise<string> {
    const known = made.get(name)
    if (known) return known
    const path = join(folder, 'prompts', `${name}.wav`)
    const making = (async () => {
      await mkdir(join(folder, 'prompts'), { recursive: true })
      await writeFile(path, toWav(await samples()))
      return path
    })()
    made.set(name, making)
    making.catch(() => made.delete(name))
    return making
  }

  return {
    tone: (name) => make(name, () => Promise.resolve(toTones(TONES[name]))),
    spoken: (name, language) => make(`${language}-${name}`, () => readSpoken(name, language)),
  }
}

async function readSpoken(name: Spoken, language: string): Promise<Int16Array> {
  const fileOf = (one: string) => new URL(`spoken/${one}-${name}.alaw`, import.meta.url)
  const bytes = await readFile(fileOf(language)).catch(() => readFile(fileOf('en')))
  return Int16Array.from(bytes, (byte) => A_LAW[byte] ?? 0)
}
