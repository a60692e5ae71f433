import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call as ask, saying } from '../../api/client.ts'
import { telephoneWords } from '../telephone-words.ts'
import { playAlone } from './one-at-a-time.ts'

const w = telephoneWords.recording
export const SPEEDS = [1, 1.5, 2] as const

/** The address of a recording, which is valid for an hour. */
export const readAddress = async (call: number): Promise<string> =>
  (await ask('GET /calls/:call/recording', { params: { call } })).url

/** A recording that is played: where it is, and what the agent can do with it. Begins at once. */
export function useAudio(call: number) {
  const audio = useRef<HTMLAudioElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [isBuffering, setBuffering] = useState(true)
  const [place, setPlace] = useState(0)
  const [length, setLength] = useState(0)
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1)
  const [isBroken, setBroken] = useState(false)
  /** Addresses that did not load since it played last. An old one has expired: a new one is asked for, once. */
  const failed = useRef(0)
  const {
    data: url,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['recording', call, attempt],
    queryFn: () => readAddress(call),
    ...{ gcTime: 0, retry: false, staleTime: Infinity },
  })
  // A recording that was erased a moment ago: this window has not heard of it yet.
  const isErased = error instanceof ApiError && error.code === 'recording_erased'
  const problem = isErased ? w.erased : error ? `${w.gone} ${saying(error)}` : isBroken ? w.broken : null
  const load = () => {
    setBroken(false)
    setBuffering(true)
    setAttempt((before) => before + 1)
  }
  useEffect(() => {
    const element = audio.current
    if (url === undefined || !element) return
    // Within an hour, an address that is asked for again is the same one.
    element.load()
    void playAlone(element)
    return () => element.pause()
  }, [url])

  const move = (seconds: number) => {
    const element = audio.current
    if (!element) return
    element.currentTime = Math.max(0, Math.min(length, seconds))
    setPlace(element.currentTime)
  }
  return {
    ...{ isPlaying, isWaiting: isFetching || isBuffering, place, length, speed, problem, load, move },
    toggle() {
      const element = audio.current
      if (!element || url === undefined) return
      if (element.paused) void playAlone(element)
      else element.pause()
    },
    setSpeed(next: (typeof SPEEDS)[number]) {
      setSpeed(next)
      if (audio.current) audio.current.playbackRate = next
    },
    /** Of the audio element. */
    bind: {
      ref: audio,
      src: url,
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onWaiting: () => setBuffering(true),
      onPlaying() {
        failed.current = 0
        setBuffering(false)
      },
      onCanPlay: () => setBuffering(false),
      onTimeUpdate: () => setPlace(audio.current?.currentTime ?? 0),
      onLoadedMetadata() {
        const element = audio.current
        if (!element) return
        setLength(Number.isFinite(element.duration) ? element.duration : 0)
        element.playbackRate = speed
        if (place > 0) element.currentTime = place
      },
      onDurationChange() {
        const { duration = 0 } = audio.current ?? {}
        if (Number.isFinite(duration)) setLength(duration)
      },
      onError() {
        setPlaying(false)
        setBuffering(false)
        if (failed.current++ === 0) load()
        else setBroken(true)
      },
    },
  }
}
