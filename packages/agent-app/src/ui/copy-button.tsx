import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { words } from '../words/index.ts'
import { IconButton } from './button.tsx'
import { copyText } from './copy.ts'

/** Copies and says so for two seconds. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton
        label={copied ? words.common.copied : (label ?? words.common.copy)}
        onClick={() => void copyText(text).then(setCopied)}
      >
        {copied ? <Check className="size-4 text-good" /> : <Copy className="size-4" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? words.common.copied : ''}
      </span>
    </>
  )
}
