import { Check, Copy } from 'lucide-react'
import { words } from '../words/index.ts'
import { IconButton } from './button.tsx'
import { useCopied } from './copied.ts'

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { copied, copy } = useCopied()
  return (
    <>
      <IconButton label={copied ? words.common.copied : (label ?? words.common.copy)} onClick={() => copy(text)}>
        {copied ? <Check className="size-4 text-good" /> : <Copy className="size-4" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? words.common.copied : ''}
      </span>
    </>
  )
}
