import { CopyButton } from '../ui/copy-button.tsx'
import { laterWords } from '../words/later.ts'

/** A link that gives access, shown once with a copy button. */
export const LinkShown = ({ link, label, help }: { link: string; label: string; help: string }) => (
  <div className="flex flex-col gap-2">
    <p className="text-sm text-soft text-pretty">{help}</p>
    <div className="flex items-start gap-1 rounded-lg border border-line bg-well py-1 ps-3 pe-1">
      <code aria-label={label} dir="ltr" className="min-w-0 flex-1 py-1.5 font-mono text-xs text-soft break-all">
        {link}
      </code>
      <CopyButton text={link} label={laterWords.invite.copy} />
    </div>
  </div>
)
